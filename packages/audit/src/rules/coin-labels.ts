import { type ExerciseNode, getIn, type LedgerState, type TransactionNode } from "@tallystick/core";
import {
  amuletOf,
  at,
  burnedIn,
  coinUnits,
  isCoin,
  isOfCoin,
  mintedIn,
  type Summaries,
  summariesOf,
  unitsOf,
} from "./coin-reading.js";

/** The choice that makes coins from nothing: the amount is its argument. */
const mintChoice = "AmuletRules_Mint";

/** Choices that burn the coin they archive, without a label: the price of a name. */
const burningChoices: ReadonlySet<string> = new Set([
  "AnsRules_CollectInitialEntryPayment",
  "AnsRules_CollectEntryRenewalPayment",
]);

/** Whose coin, and how much. */
export interface Coin {
  readonly dso: string;
  readonly units: bigint;
}

/** Coins of a transaction that it created, by contract id. */
export type Created = ReadonlyMap<string, Coin>;

const noCoin: Coin = { dso: "", units: 0n };

const coinIn = (contract: Parameters<typeof coinUnits>[0]): Coin => {
  const dso = at(amuletOf(contract), "dso");
  return { dso: typeof dso === "string" ? dso : "", units: coinUnits(contract) };
};

export const createdIn = (nodes: ReadonlyArray<TransactionNode>): Created => {
  const created = new Map<string, Coin>();
  for (const node of nodes)
    if (node.kind === "create" && isCoin(node)) created.set(node.contractId, coinIn(node));
  return created;
};

export const lastOf = (node: TransactionNode | undefined, at: number): number =>
  node?.kind === "exercise" ? node.lastDescendantNodeId : at;

/** The coin that a node creates or exercises. */
export const coinOf = (
  state: LedgerState,
  created: Created,
  { contractId }: Pick<TransactionNode, "contractId">,
): Coin => {
  const made = created.get(contractId);
  if (made !== undefined) return made;
  const contract = getIn(state.contracts, contractId);
  return contract === undefined ? noCoin : coinIn(contract);
};

/** What choices say of coins: units, undefined where they say nothing. */
export interface Label {
  /** Made from nothing by the choice for it. */
  readonly made: bigint | undefined;
  readonly rewarded: bigint | undefined;
  readonly burned: bigint | undefined;
}

const sum = (a: bigint | undefined, b: bigint | undefined): bigint | undefined =>
  a === undefined ? b : a + (b ?? 0n);

/**
 * What the choices of a transaction say; a result that repeats one inside of it counts once. Only
 * choices of the coin's package are believed.
 */
export class Labels {
  readonly #state: LedgerState;
  readonly #nodes: ReadonlyArray<TransactionNode>;
  readonly #created: Created;
  readonly #summaries: Summaries;

  constructor(
    state: LedgerState,
    nodes: ReadonlyArray<TransactionNode>,
    created: Created,
    summaries = summariesOf(nodes),
  ) {
    this.#state = state;
    this.#nodes = nodes;
    this.#created = created;
    this.#summaries = summaries;
  }

  /** Units minted less units burned under a node. */
  flow(root: ExerciseNode): bigint {
    const { made = 0n, rewarded = 0n, burned = 0n } = this.of(root);
    return made + rewarded - burned;
  }

  /** The coins that the choice of a node reports, with those of the nodes under it. */
  of(node: ExerciseNode): Label {
    if (node.choice === mintChoice && isOfCoin(node)) {
      const made = unitsOf(at(node.argument, "amount"));
      return { made, rewarded: undefined, burned: undefined };
    }
    let label: Label = { made: undefined, rewarded: undefined, burned: undefined };
    for (const child of this.#children(node)) {
      const inner = this.of(child);
      const isBurned =
        burningChoices.has(node.choice) && child.choice === "Archive" && isCoin(child);
      label = {
        made: sum(label.made, inner.made),
        rewarded: sum(label.rewarded, inner.rewarded),
        burned: sum(
          sum(label.burned, inner.burned),
          isBurned ? coinOf(this.#state, this.#created, child).units : undefined,
        ),
      };
    }
    if (!isOfCoin(node)) return label;
    const saysMinted = label.made === undefined && label.rewarded === undefined;
    return {
      made: label.made,
      rewarded: saysMinted ? mintedIn(this.#summaries.get(node.nodeId)) : label.rewarded,
      burned: label.burned ?? burnedIn(node.result),
    };
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
