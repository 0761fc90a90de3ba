/** How much of which instrument a contract is, as the token standard shows it. */
export interface DrawnHolding {
  /** Absent for an account of the instrument's administrator alone. */
  readonly owner?: string | undefined;
  readonly admin: string;
  readonly id: string;
  /** Units of 10^-10. */
  readonly units: bigint;
  readonly isLocked: boolean;
}

/** What is known of a contract. */
export interface DrawnContract {
  readonly contractId: string;
  readonly templateId: string;
  readonly signatories: ReadonlyArray<string>;
  readonly observers: ReadonlyArray<string>;
  /** Absent when it is no holding. */
  readonly holding?: DrawnHolding | undefined;
  /** True when the command could use it only as it was disclosed with it. */
  readonly isDisclosed?: boolean;
}

interface DrawnPlace {
  readonly nodeId: number;
  /** Who sees it, as far as the reader may know. */
  readonly witnesses: ReadonlyArray<string>;
}

/** A node that creates a contract. */
export interface DrawnCreate extends DrawnPlace {
  readonly kind: "create";
  readonly contract: DrawnContract;
}

/** A node that exercises a choice. */
export interface DrawnExercise extends DrawnPlace {
  readonly kind: "exercise";
  /** The last node below it; its own number for one without children. */
  readonly lastDescendantNodeId: number;
  readonly contractId: string;
  readonly templateId: string;
  /** Set when the choice comes from an interface. */
  readonly interfaceId?: string | undefined;
  readonly choice: string;
  readonly consuming: boolean;
  readonly actingParties: ReadonlyArray<string>;
}

/** A node of a transaction that is drawn. */
export type DrawnNode = DrawnCreate | DrawnExercise;

/** A transaction, or what a party sees of it, as a picture needs it. */
export interface DrawnTransaction {
  /** In the order of their numbers. */
  readonly nodes: ReadonlyArray<DrawnNode>;
  /** Contracts that were there before, as far as they are known. */
  readonly contracts: ReadonlyMap<string, DrawnContract>;
}

const isStakeholder = ({ signatories, observers }: DrawnContract, party: string): boolean =>
  signatories.includes(party) || observers.includes(party);

/**
 * What a party sees of a transaction: the nodes that it witnesses. Of a contract that was there
 * before, it knows what is in it as a stakeholder alone.
 */
export const seenByParty = (
  { nodes, contracts }: DrawnTransaction,
  party: string,
): DrawnTransaction => ({
  nodes: nodes.filter(({ witnesses }) => witnesses.includes(party)),
  contracts: new Map([...contracts].filter(([, contract]) => isStakeholder(contract, party))),
});

/** All who see a node of a transaction; sorted. */
export const witnessesIn = ({ nodes }: DrawnTransaction): ReadonlyArray<string> =>
  [...new Set(nodes.flatMap(({ witnesses }) => witnesses))].toSorted();

/** All parties that a transaction names; sorted. */
export const partiesIn = ({ nodes, contracts }: DrawnTransaction): ReadonlyArray<string> => {
  const named = new Set(nodes.flatMap(({ witnesses }) => witnesses));
  const made = nodes.flatMap((node) => (node.kind === "create" ? [node.contract] : []));
  for (const { signatories, observers, holding } of [...contracts.values(), ...made]) {
    for (const party of [...signatories, ...observers]) named.add(party);
    if (holding?.owner !== undefined) named.add(holding.owner);
  }
  for (const node of nodes)
    for (const party of node.kind === "exercise" ? node.actingParties : []) named.add(party);
  return [...named].toSorted();
};
