import { ArgumentError, foundValue } from "@tallystick/core";
import type { Ledger } from "../ledger/ledger.js";
import type { PartState } from "../ledger/part-state.js";
import type { Wallet } from "./wallet.js";

/**
 * The parts of a node: those of its ledger, and of its wallet if it has one. Throws an
 * ArgumentError for anything else.
 *
 * @param node as it was opened
 */
export const partStates = (node: {
  readonly ledger: Pick<Ledger, "parts">;
  readonly wallet?: Pick<Wallet, "parts"> | undefined;
}): ReadonlyArray<PartState> => {
  if (typeof node?.ledger?.parts !== "function")
    throw new ArgumentError(`node: expected a node with a ledger, found ${foundValue(node)}`);
  return [...node.ledger.parts(), ...(node.wallet?.parts() ?? [])];
};
