import { getIn, type Json, type LedgerState, type TransactionNode } from "@tallystick/core";
import { amuletOf, at, coinUnits, isCoin } from "../rules/coin-reading.js";

/** Whose coin, and how much. */
interface Coin {
  readonly owner: Json | undefined;
  readonly units: bigint;
}

/**
 * Units of the coin that each party has more, or less, after a transaction, by the amounts with
 * which coins were created. Parties of which nothing changed are left out.
 *
 * @param state before it
 */
export const coinMovements = (
  state: LedgerState,
  nodes: ReadonlyArray<TransactionNode>,
): ReadonlyMap<string, bigint> => {
  const created = new Map<string, Coin>();
  const sums = new Map<string, bigint>();
  const add = ({ owner, units }: Coin, sign: 1n | -1n): void => {
    if (typeof owner === "string") sums.set(owner, (sums.get(owner) ?? 0n) + sign * units);
  };
  for (const node of nodes) {
    if (!isCoin(node)) continue;
    if (node.kind === "create") {
      const coin = coinIn(node);
      created.set(node.contractId, coin);
      add(coin, 1n);
    } else if (node.consuming) {
      const before = getIn(state.contracts, node.contractId);
      const coin = created.get(node.contractId) ?? (before === undefined ? noCoin : coinIn(before));
      add(coin, -1n);
    }
  }
  return new Map([...sums].filter(([, units]) => units !== 0n));
};

const noCoin: Coin = { owner: undefined, units: 0n };

const coinIn = (contract: Parameters<typeof coinUnits>[0]): Coin => ({
  owner: at(amuletOf(contract), "owner"),
  units: coinUnits(contract),
});
