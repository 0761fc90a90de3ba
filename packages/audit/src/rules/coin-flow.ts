import type { LedgerState, TransactionCommitted, TransactionNode } from "@tallystick/core";
import { coinOf, type Created, createdIn, Labels, lastOf } from "./coin-labels.js";
import { isCoin, shownUnits, type Summaries } from "./coin-reading.js";
import type { RuleBook, RuleFinding } from "./rule.js";

type Violation = Omit<RuleFinding, "rule">;

/**
 * Follows coins through a transaction: what comes and goes under each root must be what the choices
 * there say that they minted and burned. Coins are read by their names, not with the code that made
 * them.
 */
export const checkCoins = (
  state: LedgerState,
  { nodes }: TransactionCommitted,
  summaries: Summaries,
  book: RuleBook,
): void => {
  if (!nodes.some(isCoin)) return;
  const offset = state.offset + 1;
  const created = createdIn(nodes);
  const unruled: Array<Violation> = [];
  const wrong: Array<Violation> = [];
  const mixed: Array<Violation> = [];
  for (let root = 0; root < nodes.length; root = lastOf(nodes[root], root) + 1) {
    const node = nodes[root];
    if (node === undefined) break;
    if (isCoin(node) && (node.kind === "create" || node.choice === "Archive")) {
      const what = node.kind === "create" ? "made" : "archived";
      unruled.push({ offset, node: root, message: `a coin is ${what} outside any choice` });
      continue;
    }
    const flows = flowsOf(state, nodes, created, root);
    let actual = 0n;
    for (const flow of flows.values()) actual += flow;
    const changed = flows.size < 2 ? [] : [...flows].filter(([, flow]) => flow !== 0n);
    if (changed.length > 1) {
      const message = changed
        .map(([dso, flow]) => `${shownUnits(flow)} CC of ${dso}`)
        .join(" and ");
      mixed.push({
        offset,
        node: root,
        message: `coins of several networks are minted or burned: ${message}`,
      });
    }
    const labelled =
      node.kind === "exercise" ? new Labels(state, nodes, created, summaries).flow(node) : 0n;
    if (actual !== labelled) {
      wrong.push({
        offset,
        node: root,
        message: `${shownUnits(actual)} CC are minted or burned, but its choices say ${shownUnits(labelled)}`,
      });
    }
  }
  book.checked("C1", wrong);
  book.checked("C6", unruled);
  book.checked("C7", mixed);
};

/** Units created less units archived by networks, from a node to its last descendant. */
const flowsOf = (
  state: LedgerState,
  nodes: ReadonlyArray<TransactionNode>,
  created: Created,
  root: number,
): ReadonlyMap<string, bigint> => {
  const flows = new Map<string, bigint>();
  const last = lastOf(nodes[root], root);
  for (let at = root; at <= last; at++) {
    const node = nodes[at];
    if (node === undefined || !isCoin(node) || (node.kind === "exercise" && !node.consuming))
      continue;
    const { dso, units } = coinOf(state, created, node);
    flows.set(dso, (flows.get(dso) ?? 0n) + (node.kind === "create" ? units : -units));
  }
  return flows;
};
