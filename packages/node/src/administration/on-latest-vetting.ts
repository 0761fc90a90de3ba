import type { LedgerError } from "@tallystick/core";
import { type Either, isLeft } from "fp-ts/lib/Either.js";

/** Retries of a change when another one was first. */
const maxTries = 16;

/** Tries a change of the vetting again when it was checked against one that changed meanwhile. */
export const onLatestVetting = async <A>(
  attempt: () => Promise<Either<LedgerError, A>>,
): Promise<Either<LedgerError, A>> => {
  for (let tried = 1; ; tried++) {
    const outcome = await attempt();
    const isOvertaken = isLeft(outcome) && outcome.left.code === "TOPOLOGY_SERIAL_MISMATCH";
    if (!isOvertaken || tried === maxTries) return outcome;
  }
};
