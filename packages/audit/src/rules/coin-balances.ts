import { getIn, type Json, type LedgerState, type TransactionCommitted } from "@tallystick/core";
import {
  amuletOf,
  at,
  balanceChangesIn,
  isCoin,
  shownUnits,
  type Summaries,
  unitsOf,
} from "./coin-reading.js";
import { unitsPerCoin } from "./decimals.js";
import type { RuleBook, RuleFinding } from "./rule.js";

const add = (sums: Map<string, bigint>, party: Json | undefined, units: bigint): void => {
  if (typeof party === "string") sums.set(party, (sums.get(party) ?? 0n) + units);
};

/**
 * Compares the balance changes in a result with the coins created and archived under its choice.
 * Both are in units as of round 0, as results give them.
 */
export const checkBalances = (
  state: LedgerState,
  { nodes }: TransactionCommitted,
  summaries: Summaries,
  book: RuleBook,
): void => {
  if (summaries.size === 0) return;
  const offset = state.offset + 1;
  const created = new Map<string, Json>();
  for (const node of nodes)
    if (node.kind === "create" && isCoin(node)) created.set(node.contractId, amuletOf(node));
  for (const [nodeId, summary] of summaries) {
    const [node, said] = [nodes[nodeId], balanceChangesIn(summary)];
    if (said === undefined || node?.kind !== "exercise") continue;
    const actual = new Map<string, bigint>();
    for (const each of nodes.slice(nodeId, node.lastDescendantNodeId + 1)) {
      if (!isCoin(each)) continue;
      const isCreate = each.kind === "create";
      if (!isCreate && !each.consuming) continue;
      const coin = created.get(each.contractId) ?? coinBefore(state, each.contractId);
      add(actual, at(coin, "owner"), isCreate ? atRoundZero(coin) : -atRoundZero(coin));
    }
    const wrong: Array<Omit<RuleFinding, "rule">> = [];
    for (const party of new Set([...said.keys(), ...actual.keys()])) {
      const [says, found] = [said.get(party) ?? 0n, actual.get(party) ?? 0n];
      if (says === found) continue;
      const message = `the balance of ${party} changes by ${shownUnits(found)} CC, but the result says ${shownUnits(says)}`;
      wrong.push({ offset, node: nodeId, message });
    }
    book.checked("C4", wrong);
  }
};

const coinBefore = (state: LedgerState, contractId: string): Json => {
  const contract = getIn(state.contracts, contractId);
  return contract === undefined ? null : amuletOf(contract);
};

/** Units of a coin as if it had been made in round 0: fees of the rounds before it are added. */
const atRoundZero = (coin: Json | undefined): bigint => {
  const amount = at(coin, "amount");
  const rate = unitsOf(at(amount, "ratePerRound", "rate")) ?? 0n;
  const round = unitsOf(at(amount, "createdAt", "number")) ?? 0n;
  return (unitsOf(at(amount, "initialAmount")) ?? 0n) + (rate * round) / unitsPerCoin;
};
