import type { Command, LedgerError, PartyId } from "@tallystick/core";
import { orThrow, sha256, type Wallet, type WalletCommitted } from "@tallystick/node";
import type { NetworkState, Submission } from "@tallystick/wallet";
import { type Either, isLeft, left, tryCatch } from "fp-ts/lib/Either.js";
import type { HttpConfig } from "../../endpoints/http-config.js";
import { refused } from "./wallet-row.js";

/**
 * A command id for an operation that is done once per id of the client; different texts give
 * different ids.
 */
export const onceId = (operation: string, party: PartyId, clientId: string): string =>
  `${operation}/${sha256(JSON.stringify([operation, party, clientId]))}`;

/** A command id that is used once. */
export const freshId = ({ ids }: Pick<HttpConfig, "ids">, operation: string): string =>
  `${operation}/${ids.uuid()}`;

/** A submission of one command by a party, with the network's public contracts disclosed. */
export const submissionBy = (
  { settings }: Wallet,
  party: PartyId,
  commandId: string,
  command: Command,
): Submission => ({ commandId, actAs: [party], readAs: [settings.dso], commands: [command] });

/** The current network; 503 while it is not set up. */
export const runningNetwork = (wallet: Wallet): NetworkState => {
  const network = wallet.network();
  if (network === undefined) throw refused(503, "The network has no open round.");
  return network;
};

/** Submits one command of a party. */
export const submitCommand = async (
  wallet: Wallet,
  party: PartyId,
  commandId: string,
  command: Command,
): Promise<WalletCommitted> =>
  orThrow(await wallet.submit(submissionBy(wallet, party, commandId, command)));

/** What a plan threw: the answer to its request. */
class PlanThrew {
  constructor(readonly thrown: unknown) {}
}

/** Plans and submits after all earlier operations of the party. Throws what the plan throws. */
export const submitInTurn = async (
  wallet: Wallet,
  party: PartyId,
  plan: () => Submission,
): Promise<Either<LedgerError, WalletCommitted>> => {
  const outcome = await wallet.submitInTurn(party, () =>
    tryCatch(plan, (thrown) => new PlanThrew(thrown)),
  );
  if (outcome === "queue-full")
    throw refused(429, "Too many operations of this party are in flight already; try again later.");
  if (!isLeft(outcome)) return outcome;
  const { left: error } = outcome;
  if (error instanceof PlanThrew) throw error.thrown;
  return left(error);
};
