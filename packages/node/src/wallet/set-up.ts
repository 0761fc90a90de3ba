import { causeText } from "@tallystick/core";
import type { WalletViews } from "@tallystick/views/wallet";
import { bootstrapSteps, type NetworkSettings } from "@tallystick/wallet";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import type { Ledger } from "../ledger/ledger.js";
import { isOvertaken } from "./automations/back-off.js";
import type { submitAsWallet } from "./submit.js";
import { notMade, type WalletError, walletError } from "./wallet-error.js";

/**
 * The id of the party of a name in this participant's namespace; external parties may have the same
 * name.
 */
export const partyIdOf = ({ participantId }: Ledger, name: string): string =>
  `${name}${participantId.slice(participantId.indexOf("::"))}`;

/** Allocates the parties of the network that are not there yet. */
const allocateParties = async (
  ledger: Ledger,
  { dso, operator, sv }: NetworkSettings,
): Promise<Either<WalletError, void>> => {
  const parties = [
    ["the network's operator party", dso],
    ["the operator's party", operator],
    ["the super validator's party", sv],
  ] as const;
  for (const [what, party] of parties) {
    if (ledger.party(party) !== undefined) continue;
    const partyIdHint = party.slice(0, party.lastIndexOf("::"));
    const made = await ledger.allocateParty({ partyIdHint });
    // another node of the ledger may have allocated it
    if (isLeft(made) && ledger.party(party) === undefined) return notMade(what, made.left);
  }
  return right(undefined);
};

const notSetUp = (reason: string): Either<WalletError, never> =>
  walletError(`the network cannot be set up: ${reason}`);

/** Turns of setting up: the rounds need the rules first. */
const maxTurns = 10;

/** Sets up the network, or completes that; several nodes of one ledger may do it concurrently. */
export const setUpNetwork = async (
  ledger: Ledger,
  views: WalletViews,
  settings: NetworkSettings,
  submit: ReturnType<typeof submitAsWallet>,
  upToDate: () => Promise<void>,
): Promise<Either<WalletError, void>> => {
  const allocated = await allocateParties(ledger, settings);
  if (isLeft(allocated)) return allocated;
  for (let turn = 0; turn < maxTurns; turn++) {
    const steps = bootstrapSteps(views, settings, views.checkpoint());
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
