import type {
  DrawnContract,
  DrawnExercise,
  DrawnHolding,
  DrawnNode,
  DrawnTransaction,
} from "./drawn-transaction.js";

/** When a contract is there: before the transaction, after it, or within it alone. */
export type ContractPlace = "before" | "between" | "after";

/** A contract of a picture, or several that were folded into one. */
export interface PictureContract {
  readonly key: string;
  /** The first ones of several. */
  readonly contractIds: ReadonlyArray<string>;
  /** How many contracts it stands for. */
  readonly count: number;
  /** Empty for several of different templates. */
  readonly templateId: string;
  readonly place: ContractPlace;
  /** False when the reader sees that it was used, and not what is in it. */
  readonly isKnown: boolean;
  readonly signatories: ReadonlyArray<string>;
  readonly observers: ReadonlyArray<string>;
  /** Who sees what happens to it. */
  readonly seenBy: ReadonlyArray<string>;
  /** Those who see it and are no stakeholders. */
  readonly divulgedTo: ReadonlyArray<string>;
  readonly isDisclosed: boolean;
  /** The sum of several of one instrument; absent for several of different ones. */
  readonly holding: DrawnHolding | undefined;
}

/** What was done: a choice, or the creation or archival of a contract by a command. */
export interface PictureAction {
  readonly key: string;
  /** The first one of several. */
  readonly nodeId: number;
  /** How many nodes it stands for, without those that only archive. */
  readonly count: number;
  readonly kind: "exercise" | "create" | "archive";
  /** Of what it is done to; empty for several. */
  readonly templateId: string;
  /** The choice; empty for several. */
  readonly choice: string;
  /** The action within which it was done. */
  readonly parent: string | undefined;
  readonly depth: number;
  readonly by: ReadonlyArray<string>;
  readonly seenBy: ReadonlyArray<string>;
}

/** How much of an instrument, in units of 10^-10. */
export interface PictureAmount {
  readonly admin: string;
  readonly id: string;
  readonly units: bigint;
}

/** What an action does to a contract. */
export interface PictureEdge {
  readonly kind: "consumes" | "uses" | "makes";
  readonly action: string;
  readonly contract: string;
  /** What the contract is worth: one amount of each instrument; none of what is no holding. */
  readonly amounts: ReadonlyArray<PictureAmount>;
}

/** A transaction as a graph of what it consumed, did and made. */
export interface Picture {
  readonly actions: ReadonlyArray<PictureAction>;
  readonly contracts: ReadonlyArray<PictureContract>;
  readonly edges: ReadonlyArray<PictureEdge>;
  /** Nodes of the transaction. */
  readonly nodeCount: number;
  /** True when actions or contracts stand for several. */
  readonly isFolded: boolean;
}

const archive = "Archive";

/** An exercise that only ends a contract: an edge to the action around it. */
const isArchival = (node: DrawnExercise): boolean =>
  node.choice === archive && node.consuming && node.lastDescendantNodeId === node.nodeId;

const union = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...new Set([...a, ...b])].toSorted();

interface Around {
  readonly last: number;
  readonly action: PictureAction;
}

class Drawing {
  readonly actions: Array<PictureAction> = [];
  readonly contracts = new Map<string, PictureContract>();
  readonly edges: Array<PictureEdge> = [];
  readonly #around: Array<Around> = [];
  readonly #known: ReadonlyMap<string, DrawnContract>;

  constructor(known: ReadonlyMap<string, DrawnContract>) {
    this.#known = known;
  }

  add(node: DrawnNode): void {
    while ((this.#around.at(-1)?.last ?? node.nodeId) < node.nodeId) this.#around.pop();
    const parent = this.#around.at(-1)?.action;
    if (node.kind === "create") {
      const action = parent ?? this.#act(node, undefined, "create");
      this.#touch(node.contract.contractId, node.contract, node, "after");
      this.#link("makes", action, node.contract.contractId);
      return;
    }
    if (parent !== undefined && isArchival(node)) {
      this.#use(node, parent);
      return;
    }
    const action = this.#act(node, parent, isArchival(node) ? "archive" : "exercise");
    this.#use(node, action);
    if (node.lastDescendantNodeId > node.nodeId)
      this.#around.push({ last: node.lastDescendantNodeId, action });
  }

  #act(
    node: DrawnNode,
    parent: PictureAction | undefined,
    kind: PictureAction["kind"],
  ): PictureAction {
    const isExercise = node.kind === "exercise";
    const action = {
      key: `node ${node.nodeId}`,
      nodeId: node.nodeId,
      count: 1,
      kind,
      templateId: isExercise ? (node.interfaceId ?? node.templateId) : node.contract.templateId,
      choice: isExercise ? node.choice : "",
      parent: parent?.key,
      depth: parent === undefined ? 0 : parent.depth + 1,
      by: isExercise ? node.actingParties : node.contract.signatories,
      seenBy: node.witnesses,
    };
    this.actions.push(action);
    return action;
  }

  #use(node: DrawnExercise, action: PictureAction): void {
    const { contractId, consuming } = node;
    this.#touch(contractId, this.#known.get(contractId), node, "before");
    if (consuming && this.contracts.get(contractId)?.place === "after")
      this.#change(contractId, { place: "between" });
    this.#link(consuming ? "consumes" : "uses", action, contractId);
  }

  #touch(
    key: string,
    known: DrawnContract | undefined,
    node: DrawnNode,
    place: ContractPlace,
  ): void {
    const { witnesses } = node;
    const found = this.contracts.get(key);
    if (found !== undefined) {
      const seenBy = union(found.seenBy, witnesses);
      this.#change(key, { seenBy, divulgedTo: divulged(found, seenBy) });
      return;
    }
    const { signatories = [], observers = [], holding, isDisclosed = false } = known ?? {};
    const isKnown = known !== undefined;
    this.contracts.set(key, {
      key,
      contractIds: [key],
      count: 1,
      templateId: known?.templateId ?? (node.kind === "exercise" ? node.templateId : ""),
      place,
      isKnown,
      signatories,
      observers,
      seenBy: witnesses,
      divulgedTo: divulged({ isKnown, signatories, observers }, witnesses),
      isDisclosed,
      holding,
    });
  }

  #change(key: string, part: Partial<PictureContract>): void {
    const found = this.contracts.get(key);
    if (found !== undefined) this.contracts.set(key, { ...found, ...part });
  }

  #link(kind: PictureEdge["kind"], { key: action }: PictureAction, contract: string): void {
    const holding = this.contracts.get(contract)?.holding;
    const amounts =
      holding === undefined ? [] : [{ admin: holding.admin, id: holding.id, units: holding.units }];
    // what an action first uses and then consumes, it consumes
    const used = this.edges.findLastIndex(
      (each) => each.kind === "uses" && each.action === action && each.contract === contract,
    );
    const edge = { kind, action, contract, amounts };
    if (kind === "consumes" && used >= 0) this.edges[used] = edge;
    else this.edges.push(edge);
  }
}

const divulged = (
  {
    isKnown,
    signatories,
    observers,
  }: Pick<PictureContract, "isKnown" | "signatories" | "observers">,
  seenBy: ReadonlyArray<string>,
): ReadonlyArray<string> =>
  isKnown
    ? seenBy.filter((party) => !signatories.includes(party) && !observers.includes(party))
    : [];

/** A transaction as a graph: each node is an action or an edge, each contract is once in it. */
export const pictureOf = ({ nodes, contracts }: DrawnTransaction): Picture => {
  const drawing = new Drawing(contracts);
  for (const node of nodes) drawing.add(node);
  return {
    actions: drawing.actions,
    contracts: [...drawing.contracts.values()],
    edges: drawing.edges,
    nodeCount: nodes.length,
    isFolded: false,
  };
};

/** How much of an instrument a picture consumes and makes, in units of 10^-10. */
export interface PictureSum {
  readonly admin: string;
  readonly id: string;
  readonly consumed: bigint;
  readonly made: bigint;
}

/** The sums of a picture for each instrument, in the order in which they come. */
export const pictureSums = ({ edges }: Picture): ReadonlyArray<PictureSum> => {
  const sums = new Map<string, PictureSum>();
  for (const { kind, amounts } of edges) {
    if (kind === "uses") continue;
    for (const { admin, id, units } of amounts) {
      const key = JSON.stringify([admin, id]);
      const { consumed, made } = sums.get(key) ?? { consumed: 0n, made: 0n };
      sums.set(key, {
        admin,
        id,
        consumed: kind === "consumes" ? consumed + units : consumed,
        made: kind === "makes" ? made + units : made,
      });
    }
  }
  return [...sums.values()];
};
