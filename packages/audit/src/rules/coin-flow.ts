import {
  getIn,
  type ExerciseNode,
  type LedgerState,
  type TransactionCommitted,
  type TransactionNode,
} from "@tallystick/core";
import {
  amuletOf,
  at,
  burnedIn,
  coinUnits,
  isCoin,
  mintedIn,
  shownUnits,
  unitsOf,
} from "./coin-reading.js";
import type { RuleBook, RuleFinding } from "./rule.js";

type Violation = Omit<RuleFinding, "rule">;

/** The choice that makes coins from nothing: the amount is its argument. */
const mintChoice = "AmuletRules_Mint";

/** Choices that burn the coin they archive, without a label: the price of a name. */
const burningChoices: ReadonlySet<string> = new Set([
  "AnsRules_CollectInitialEntryPayment",
  "AnsRules_CollectEntryRenewalPayment",
]);

/** Whose coin, and how much. */
interface Coin {
  readonly dso: string;
  readonly units: bigint;
}

/** Coins of a transaction that it created, by contract id. */
type Created = ReadonlyMap<string, Coin>;

const noCoin: Coin = { dso: "", units: 0n };

const coinIn = (contract: Parameters<typeof coinUnits>[0]): Coin => {
  const dso = at(amuletOf(contract), "dso");
  return { dso: typeof dso === "string" ? dso : "", units: coinUnits(contract) };
};

/**
 * Follows coins through a transaction: what comes and goes under each root must be what the choices
 * there say that they minted and burned. Coins are read by their names, not with the code that made
 * them.
 */
export const checkCoins = (
  state: LedgerState,
  { nodes }: TransactionCommitted,
  book: RuleBook,
): void => {
  if (!nodes.some(isCoin)) return;
  const offset = state.offset + 1;
  const created: Created = new Map(
    nodes.flatMap((node) =>
      node.kind === "create" && isCoin(node) ? [[node.contractId, coinIn(node)]] : [],
    ),
  );
  const unruled: Array<Violation> = [];
  const wrong: Array<Violation> = [];
  const mixed: Array<Violation> = [];
  for (let root = 0; root < nodes.length; root = lastOf(nodes[root], root) + 1) {
    const node = nodes[root];
    if (node === undefined) break;
    if (isCoin(node) && (node.kind === "create" || node.choice === "Archive")) {
      const what = node.kind === "create" ? "made" : "archived";
      unruled.push({ offset, node: root, message: `a coin is ${what} outside of every choice` });
      continue;
    }
    const flows = flowsOf(state, nodes, created, root);
    const actual = [...flows.values()].reduce((sum, flow) => sum + flow, 0n);
    const changed = [...flows].filter(([, flow]) => flow !== 0n);
    if (changed.length > 1) {
      const message = changed
        .map(([dso, flow]) => `${shownUnits(flow)} CC of ${dso}`)
        .join(" and ");
      mixed.push({
        offset,
        node: root,
        message: `coins of several networks come or go: ${message}`,
      });
    }
    const labelled = node.kind === "exercise" ? new Labels(state, nodes, created).flow(node) : 0n;
    if (actual !== labelled) {
      wrong.push({
        offset,
        node: root,
        message: `${shownUnits(actual)} CC come or go, and its choices say ${shownUnits(labelled)}`,
      });
    }
  }
  book.checked("C1", wrong);
  book.checked("C6", unruled);
  book.checked("C7", mixed);
};

const lastOf = (node: TransactionNode | undefined, at: number): number =>
  node?.kind === "exercise" ? node.lastDescendantNodeId : at;

/** Units created less units archived by networks, from a node to its last descendant. */
const flowsOf = (
  state: LedgerState,
  nodes: ReadonlyArray<TransactionNode>,
  created: Created,
  root: number,
): ReadonlyMap<string, bigint> => {
  const flows = new Map<string, bigint>();
  for (let at = root; at <= lastOf(nodes[root], root); at++) {
    const node = nodes[at];
    if (node === undefined || !isCoin(node) || (node.kind === "exercise" && !node.consuming))
      continue;
    const { dso, units } = coinOf(state, created, node);
    flows.set(dso, (flows.get(dso) ?? 0n) + (node.kind === "create" ? units : -units));
  }
  return flows;
};

/** The coin that a node creates or exercises. */
const coinOf = (
  state: LedgerState,
  created: Created,
  { contractId }: Pick<TransactionNode, "contractId">,
): Coin => {
  const contract = getIn(state.contracts, contractId);
  return created.get(contractId) ?? (contract === undefined ? noCoin : coinIn(contract));
};

interface Label {
  readonly minted: bigint | undefined;
  readonly burned: bigint | undefined;
}

/** What the choices of a transaction say; a result that repeats one inside of it counts once. */
class Labels {
  readonly #state: LedgerState;
  readonly #nodes: ReadonlyArray<TransactionNode>;
  readonly #created: Created;

  constructor(state: LedgerState, nodes: ReadonlyArray<TransactionNode>, created: Created) {
    this.#state = state;
    this.#nodes = nodes;
    this.#created = created;
  }

  /** Units minted less units burned under a node. */
  flow(root: ExerciseNode): bigint {
    const { minted, burned } = this.#labelOf(root);
    return (minted ?? 0n) - (burned ?? 0n);
  }

  #labelOf(node: ExerciseNode): Label {
    if (node.choice === mintChoice)
      return { minted: unitsOf(at(node.argument, "amount")), burned: undefined };
    let [minted, burned]: [bigint | undefined, bigint | undefined] = [undefined, undefined];
    for (const child of this.#children(node)) {
      const inner = this.#labelOf(child);
      if (inner.minted !== undefined) minted = (minted ?? 0n) + inner.minted;
      if (inner.burned !== undefined) burned = (burned ?? 0n) + inner.burned;
      if (burningChoices.has(node.choice) && child.choice === "Archive" && isCoin(child))
        burned = (burned ?? 0n) + coinOf(this.#state, this.#created, child).units;
    }
    return { minted: minted ?? mintedIn(node.result), burned: burned ?? burnedIn(node.result) };
  }

  /** The exercises directly under one. */
  *#children(node: ExerciseNode): Generator<ExerciseNode> {
    for (let next = node.nodeId + 1; next <= node.lastDescendantNodeId; ) {
      const child = this.#nodes[next];
      if (child?.kind === "exercise") yield child;
      next = lastOf(child, next) + 1;
    }
  }
}
