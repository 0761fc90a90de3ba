import type { LedgerError } from "@tallystick/core";
import type { Dar, readDar, validateDar } from "@tallystick/daml-lf";
import type { Timers } from "@tallystick/background";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";

export interface DarToRead {
  readonly bytes: Uint8Array;
  readonly maxTotalBytes: number;
  /** Ids of packages that need no check, as they were registered. */
  readonly registered: ReadonlySet<string>;
}

/** A DAR that was read, and the first rule that its packages break. */
export interface WholeDar {
  readonly dar: Dar;
  readonly invalid: LedgerError | undefined;
}

/** What reads DARs; loaded with the first one, as most runs have none. */
interface DamlLf {
  readonly readDar: typeof readDar;
  readonly validateDar: typeof validateDar;
}

/** Reads a DAR and checks all of its packages, which takes seconds of processor time. */
export const readWholeDar = async (
  { readDar, validateDar }: DamlLf,
  { bytes, maxTotalBytes, registered }: DarToRead,
  timers: Timers,
): Promise<Either<LedgerError, WholeDar>> => {
  const dar = await readDar(bytes, { maxTotalBytes }, timers);
  if (isLeft(dar)) return dar;
  const valid = await validateDar(dar.right, (id) => registered.has(id), timers);
  return right({ dar: dar.right, invalid: isLeft(valid) ? valid.left : undefined });
};
