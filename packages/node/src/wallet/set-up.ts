import { causeText, type LedgerError } from "@tallystick/core";
import type { WalletViews } from "@tallystick/views/wallet";
import { bootstrapSteps, type NetworkSettings } from "@tallystick/wallet";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import type { Ledger } from "../ledger/ledger.js";
import { isOvertaken } from "./back-off.js";
import type { submitter } from "./submit.js";
import { type WalletError, walletError } from "./wallet-error.js";

/**
 * The id of the party of a name in this participant's namespace; external parties may have the same
 * name.
 */
export const partyIdOf = ({ participantId }: Ledger, name: string): string =>
  `${name}${participantId.slice(participantId.indexOf("::"))}`;

/** The existing party of a name, or a new one. */
export const partyNamed = async (
  ledger: Ledger,
  name: string,
): Promise<Either<LedgerError, string>> => {
  const party = partyIdOf(ledger, name);
  if (ledger.party(party) !== undefined) return right(party);
  const made = await ledger.allocateParty({ partyIdHint: name });
  // another node of the ledger may have allocated it
  return isLeft(made) && ledger.party(party) === undefined ? made : right(party);
};

const notSetUp = (reason: string): Either<WalletError, never> =>
  walletError(`the network cannot be set up: ${reason}`);

/** Turns of setting up: the rounds need the rules first. */
const maxTurns = 10;

/** Sets up the network, or completes that; several nodes of one ledger may do it concurrently. */
export const setUpNetwork = async (
  views: WalletViews,
  settings: NetworkSettings,
  submit: ReturnType<typeof submitter>,
  upToDate: () => Promise<void>,
): Promise<Either<WalletError, void>> => {
  for (let turn = 0; turn < maxTurns; turn++) {
    const steps = bootstrapSteps(views, settings);
    if (steps.length === 0) return right(undefined);
    for (const step of steps) {
      const done = await submit(step);
      if (isLeft(done) && !isOvertaken(done.left.code))
        return notSetUp(`${step.commandId}: ${causeText(done.left)}`);
    }
    // includes what another node did meanwhile
    await upToDate();
  }
  return notSetUp("there is always something left to do");
};
