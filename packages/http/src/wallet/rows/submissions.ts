import { randomUUID } from "node:crypto";
import type { Command, LedgerError, PartyId } from "@tallystick/core";
import {
  LedgerFailure,
  orThrow,
  sha256,
  type Wallet,
  type WalletCommitted,
} from "@tallystick/node";
import type { NetworkState, Submission } from "@tallystick/wallet";
import { isLeft, right } from "fp-ts/lib/Either.js";
import { refused } from "./wallet-row.js";

/** A command id for something that is done once per id of the client: any text gives its own id. */
export const onceId = (operation: string, party: PartyId, clientId: string): string =>
  `${operation}/${sha256(JSON.stringify([operation, party, clientId]))}`;

/** A command id that is used once. */
export const freshId = (operation: string): string => `${operation}/${randomUUID()}`;

/** A submission of one command by a party, which sees what the network shows everyone. */
export const submissionBy = (
  { settings }: Wallet,
  party: PartyId,
  commandId: string,
  command: Command,
): Submission => ({ commandId, actAs: [party], readAs: [settings.dso], commands: [command] });

/** The network as it is now; 503 while it is not set up. */
export const runningNetwork = (wallet: Wallet): NetworkState => {
  const network = wallet.network();
  if (network === undefined) throw refused(503, "The network has no open round.");
  return network;
};

/** Submits one command of a party. */
export const submit = async (
  wallet: Wallet,
  party: PartyId,
  commandId: string,
  command: Command,
): Promise<WalletCommitted> =>
  orThrow(await wallet.submit(submissionBy(wallet, party, commandId, command)));

/** What a command that was a repeat had answered; else its error is thrown. */
const repeated = async (
  wallet: Wallet,
  commandId: string,
  error: LedgerError,
): Promise<WalletCommitted> => {
  const before =
    error.code === "DUPLICATE_COMMAND" ? orThrow(await wallet.outcome(commandId)) : undefined;
  if (before === undefined) throw new LedgerFailure(error);
  return before;
};

/** Submits; a repeat of what has taken effect already answers what that answered. */
export const submitOnce = async (
  wallet: Wallet,
  submission: Submission,
): Promise<WalletCommitted> => {
  const outcome = await wallet.submit(submission);
  return isLeft(outcome) ? repeated(wallet, submission.commandId, outcome.left) : outcome.right;
};

const performed = async (wallet: Wallet, party: PartyId, plan: () => Submission) => {
  const outcome = await wallet.perform<never>(party, () => right(plan()));
  if (outcome === "queue-full")
    throw refused(429, "Too many operations of this party wait already; try again later.");
  return outcome;
};

/**
 * Plans and submits when all operations of the party before are done.
 *
 * @param plan throws what it cannot do
 */
export const performPlan = async (
  wallet: Wallet,
  party: PartyId,
  plan: () => Submission,
): Promise<WalletCommitted> => orThrow(await performed(wallet, party, plan));

/** The same; a repeat answers what the first one answered. */
export const performOnce = async (
  wallet: Wallet,
  party: PartyId,
  commandId: string,
  plan: () => Submission,
): Promise<WalletCommitted> => {
  const before = orThrow(await wallet.outcome(commandId));
  if (before !== undefined) return before;
  const outcome = await performed(wallet, party, plan);
  return isLeft(outcome) ? repeated(wallet, commandId, outcome.left) : outcome.right;
};
