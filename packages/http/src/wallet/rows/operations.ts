import { type AmuletOperation, WalletAppInstall_ExecuteBatch } from "@tallystick/coin";
import type { Choice, Command, Json, PartyId } from "@tallystick/core";
import type { Wallet, WalletEarlier } from "@tallystick/node";
import { executeBatch, type Funding, type NetworkState, type Submission } from "@tallystick/wallet";
import { isLeft } from "fp-ts/lib/Either.js";
import { submissionBy } from "./submissions.js";

/** An operation on a party's coins: in a batch of its wallet, and as a command of the party. */
interface CoinOperation {
  readonly operation: AmuletOperation;
  readonly funding: Pick<Funding, "inputs" | "context">;
  /** For a party without a wallet on the node, which signs it. */
  readonly command: () => Command;
}

/**
 * The submission of an operation: the operator executes it in the party's wallet (wallet 19.1). A
 * party that signs outside of the node has none, and exercises the choice itself.
 */
export const submissionOf = (
  wallet: Wallet,
  network: NetworkState,
  party: PartyId,
  commandId: string,
  { operation, funding, command }: CoinOperation,
): Submission => {
  const { views: view, settings } = wallet;
  const treasury = { view, network, operator: settings.operator };
  return (
    executeBatch(treasury, party, funding, [operation], commandId) ??
    submissionBy(wallet, party, commandId, command())
  );
};

/** The contract id that the only operation of a batch gave; undefined for other results. */
export const outcomeOf = (result: Json): string | undefined => {
  const batch = WalletAppInstall_ExecuteBatch.result.decode(result);
  const value = isLeft(batch) ? undefined : batch.right.outcomes[0]?.value;
  return typeof value === "string" ? value : undefined;
};

/** The argument and result of a choice in an earlier operation; undefined when it has none. */
export const exercisedIn = <A, R>(
  { nodes }: Pick<WalletEarlier, "nodes">,
  { name, argument, result }: Choice<A, R>,
): { readonly argument: A; readonly result: R } | undefined => {
  const node = nodes.find((it) => it.kind === "exercise" && it.choice === name);
  if (node?.kind !== "exercise") return undefined;
  const read = argument.decode(node.argument);
  const gave = result.decode(node.result);
  return isLeft(read) || isLeft(gave) ? undefined : { argument: read.right, result: gave.right };
};
