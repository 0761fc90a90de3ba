import { randomUUID } from "node:crypto";
import type { LedgerError } from "@tallystick/core";
import { sha256, type Wallet, type WalletCommitted } from "@tallystick/node";
import type { NetworkState, Submission } from "@tallystick/wallet";
import type { JsCommand } from "@tallystick/wire";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { WalletError } from "./wallet-row.js";

/** A command id for something that is done once per id of the client: any text gives its own id. */
export const onceId = (operation: string, party: string, clientId: string): string =>
  `${operation}/${sha256(JSON.stringify([operation, party, clientId]))}`;

/** A command id that is used once. */
export const freshId = (operation: string): string => `${operation}/${randomUUID()}`;

/** A submission of one command by a party, which sees what the network shows everybody. */
export const submissionBy = (
  { settings }: Wallet,
  party: string,
  commandId: string,
  command: JsCommand,
): Submission => ({ commandId, actAs: [party], readAs: [settings.dso], commands: [command] });

/** The network as it is now. Left: it is not set up. */
export const runningNetwork = (wallet: Wallet): Either<WalletError, NetworkState> => {
  const network = wallet.network();
  return network === undefined
    ? left({ status: 503, message: "The network has no open round." })
    : right(network);
};

/** Submits; a repeat of what has taken effect already answers what that answered. */
export const submitOnce = async (
  wallet: Wallet,
  submission: Submission,
): Promise<Either<LedgerError, WalletCommitted>> => {
  const outcome = await wallet.submit(submission);
  return isLeft(outcome) ? repeated(wallet, submission.commandId, outcome.left) : outcome;
};

/** What a command that was a repeat had answered. */
const repeated = async (
  wallet: Wallet,
  commandId: string,
  error: LedgerError,
): Promise<Either<LedgerError, WalletCommitted>> => {
  if (error.code !== "DUPLICATE_COMMAND") return left(error);
  const before = await wallet.outcome(commandId);
  if (isLeft(before)) return before;
  return before.right === undefined ? left(error) : right(before.right);
};

const queueFull: WalletError = {
  status: 429,
  message: "Too many operations of this party wait already; try again later.",
};

/** Plans and submits when all operations of the party before are done. */
export const performPlan = async (
  wallet: Wallet,
  party: string,
  plan: () => Either<WalletError, Submission>,
): Promise<Either<WalletError | LedgerError, WalletCommitted>> => {
  const outcome = await wallet.perform(party, plan);
  return outcome === "queue-full" ? left(queueFull) : outcome;
};

/** The same; a repeat answers what the first one answered. */
export const performOnce = async (
  wallet: Wallet,
  party: string,
  commandId: string,
  plan: () => Either<WalletError, Submission>,
): Promise<Either<WalletError | LedgerError, WalletCommitted>> => {
  const before = await wallet.outcome(commandId);
  if (isLeft(before)) return before;
  if (before.right !== undefined) return right(before.right);
  const outcome = await performPlan(wallet, party, plan);
  if (!isLeft(outcome)) return outcome;
  const error = outcome.left;
  return "code" in error ? repeated(wallet, commandId, error) : left(error);
};
