import type { Ledger } from "../ledger/ledger.js";
import type { PartState } from "../ledger/part-state.js";
import type { Wallet } from "./wallet.js";

/**
 * The parts of a node: those of its ledger, and of its wallet if it has one.
 *
 * @param node as it was opened
 */
export const partStates = ({
  ledger,
  wallet,
}: {
  readonly ledger: Pick<Ledger, "parts">;
  readonly wallet?: Pick<Wallet, "parts"> | undefined;
}): ReadonlyArray<PartState> => [...ledger.parts(), ...(wallet?.parts() ?? [])];
