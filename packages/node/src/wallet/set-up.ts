import { causeText, type LedgerError } from "@tallystick/core";
import type { WalletViews } from "@tallystick/views/wallet";
import { bootstrapSteps, type NetworkSettings } from "@tallystick/wallet";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Ledger } from "../ledger/ledger.js";
import { isOvertaken } from "./back-off.js";
import type { submitter } from "./submit.js";

/** The party of a name: the one there is, or a new one. */
export const partyNamed = async (
  ledger: Ledger,
  name: string,
): Promise<Either<LedgerError, string>> => {
  const known = knownParty(ledger, name);
  if (known !== undefined) return right(known);
  const made = await ledger.allocateParty({ partyIdHint: name });
  if (!isLeft(made)) return right(made.right.party);
  // another node of the ledger may have been first
  const others = knownParty(ledger, name);
  return others === undefined ? made : right(others);
};

const knownParty = (ledger: Ledger, name: string): string | undefined =>
  ledger.parties({ prefix: `${name}::`, after: "", limit: 1 })[0]?.party;

/** Turns of setting up: the rounds need the rules first. */
const maxTurns = 10;

/**
 * Sets the network up, or what is left of that to do; several nodes of one ledger may do it at
 * once.
 */
export const setUpNetwork = async (
  views: WalletViews,
  settings: NetworkSettings,
  submit: ReturnType<typeof submitter>,
  upToDate: () => Promise<void>,
): Promise<Either<string, void>> => {
  for (let turn = 0; turn < maxTurns; turn++) {
    const steps = bootstrapSteps(views, settings);
    if (steps.length === 0) return right(undefined);
    for (const step of steps) {
      const done = await submit(step);
      if (isLeft(done) && !isOvertaken(done.left.code))
        return left(`the network cannot be set up: ${step.commandId}: ${causeText(done.left)}`);
    }
    // what another node did meanwhile is looked at too
    await upToDate();
  }
  return left("the network cannot be set up: there is always something left to do");
};
