import { causeText, type LedgerError } from "@tallystick/core";
import type { WalletViews } from "@tallystick/views";
import { bootstrapSteps, type NetworkSettings } from "@tallystick/wallet";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Ledger } from "../ledger/ledger.js";
import type { submitter } from "./submit.js";

/** The party of a name: the one there is, or a new one. */
export const partyNamed = async (
  ledger: Ledger,
  name: string,
): Promise<Either<LedgerError, string>> => {
  const [known] = ledger.parties({ prefix: `${name}::`, after: "", limit: 1 });
  if (known !== undefined) return right(known.party);
  const made = await ledger.allocateParty({ partyIdHint: name });
  return isLeft(made) ? made : right(made.right.party);
};

/** Turns of setting up: the rounds need the rules first. */
const maxTurns = 10;

/** Sets the network up, or what is left of that to do. */
export const setUpNetwork = async (
  views: WalletViews,
  settings: NetworkSettings,
  submit: ReturnType<typeof submitter>,
): Promise<Either<string, void>> => {
  for (let turn = 0; turn < maxTurns; turn++) {
    const steps = bootstrapSteps(views, settings);
    if (steps.length === 0) return right(undefined);
    for (const step of steps) {
      const done = await submit(step);
      if (isLeft(done))
        return left(`the network cannot be set up: ${step.commandId}: ${causeText(done.left)}`);
    }
  }
  return left("the network cannot be set up: there is always something left to do");
};
