import {
  type Contract,
  type ContractId,
  contractOfNode,
  type CreateNode,
  type ExerciseNode,
  getIn,
  hashInContractId,
  isArchiveModel,
  hasIn,
  isAuthentic,
  keyIdOfContract,
  type LedgerState,
  type PlacedNode,
  placedNodes,
  type TransactionCommitted,
  type TransactionNode,
  updateIdOf,
} from "@tallystick/core";
import { sha256 } from "@tallystick/node";
import type { RuleBook, RuleFinding } from "./rule.js";

type Violation = Omit<RuleFinding, "rule">;

/**
 * Checks the rules that need no code of templates, of one transaction after another.
 *
 * @param isDecided whether the ledger computed the same contract ids just now
 */
export const checkTransaction = (
  state: LedgerState,
  event: TransactionCommitted,
  isDecided: boolean,
  book: RuleBook,
): void => {
  const offset = state.offset + 1;
  const placed = placedNodes(event.nodes);
  book.checked("T2", ledgerTimeViolations(state, event, offset));
  book.checked("X1", formViolations(event.nodes, offset));
  book.checked("X2", contractIdViolations(event, offset, isDecided));
  book.checked("X4", authorityViolations(placed, event.actAs, offset));
  book.checked("X7", [
    ...updateIdViolations(event, offset),
    ...unknownViolations(state, event, offset),
  ]);
  const walk = new ActivenessWalk(state, offset, event);
  walk.takeAll();
  book.checked("X3", walk.inactive);
  book.checked("X6", walk.keys);
  book.checked("T3", walk.early);
};

const ledgerTimeViolations = (
  { configuration }: LedgerState,
  { effectiveAt, recordTime, external }: TransactionCommitted,
  offset: number,
): ReadonlyArray<Violation> => {
  const skew = configuration.ledgerTimeSkewMicros;
  // what was signed outside may have been prepared some time before
  const earliest = external === undefined ? recordTime : recordTime - skew;
  return effectiveAt >= earliest && effectiveAt <= recordTime + skew
    ? []
    : [
        {
          offset,
          message: `the ledger time ${effectiveAt} is not from ${earliest} to ${recordTime + skew}`,
        },
      ];
};

const isSortedSet = (parties: ReadonlyArray<string>): boolean =>
  parties.length < 2 || parties.every((party, at) => at === 0 || (parties[at - 1] ?? "") < party);

const hasSortedParties = (node: TransactionNode): boolean =>
  isSortedSet(node.signatories) &&
  isSortedSet(node.observers) &&
  (node.kind === "create" ||
    (isSortedSet(node.actingParties) && isSortedSet(node.choiceObservers ?? noParties)));

const noParties: ReadonlyArray<string> = [];

/** What is wrong with the form of a node. @param end the last node of what is around it */
const nodeMessages = (node: TransactionNode, at: number, end: number): ReadonlyArray<string> => {
  const { nodeId, signatories, observers } = node;
  const last = node.kind === "create" ? at : node.lastDescendantNodeId;
  const messages: Array<string> = [];
  if (nodeId !== at) messages.push(`node ${at} has the number ${nodeId}`);
  if (signatories.length === 0) messages.push("the contract has no signatory");
  if (!hasSortedParties(node)) messages.push("its parties are not sorted or not unique");
  if (observers.some((party) => signatories.includes(party)))
    messages.push("a signatory is an observer too");
  if (last < at || last > end)
    messages.push(`its last descendant is ${last}, expected from ${at} to ${end}`);
  return messages;
};

const formViolations = (
  nodes: ReadonlyArray<TransactionNode>,
  offset: number,
): ReadonlyArray<Violation> => {
  const violations: Array<Violation> = [];
  const ends: Array<number> = [];
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at];
    if (node === undefined) continue;
    while ((ends.at(-1) ?? at) < at) ends.pop();
    const messages = nodeMessages(node, at, ends.at(-1) ?? nodes.length - 1);
    if (messages.length > 0)
      violations.push(...messages.map((message) => ({ offset, node: at, message })));
    if (node.kind === "exercise") ends.push(node.lastDescendantNodeId);
  }
  return nodes.length === 0 ? [{ offset, message: "the transaction has no node" }] : violations;
};

const contractIdViolations = (
  { nodes, seed, effectiveAt }: TransactionCommitted,
  offset: number,
  isDecided: boolean,
): ReadonlyArray<Violation> => {
  const violations: Array<Violation> = [];
  // no iterators and no flat maps here: this runs for every node
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at];
    if (node?.kind !== "create") continue;
    const isHere = hashInContractId(node.contractId, seed, at, offset) !== undefined;
    if (isHere && (isDecided || isAuthentic(contractOfNode(node, effectiveAt), sha256))) continue;
    const message = isHere
      ? "the contract id does not match the created contract"
      : "the contract id is not of this node of this transaction";
    violations.push({ offset, node: at, message });
  }
  return violations;
};

const missingOf = (
  wanted: ReadonlyArray<string>,
  given: ReadonlyArray<string>,
): ReadonlyArray<string> => wanted.filter((party) => !given.includes(party));

const authorityViolations = (
  placed: ReadonlyArray<PlacedNode>,
  actAs: ReadonlyArray<string>,
  offset: number,
): ReadonlyArray<Violation> => {
  const violations: Array<Violation> = [];
  for (const { node, nodeId, parent } of placed) {
    const given = parent === undefined ? actAs : parent.signatories;
    const alsoGiven = parent?.actingParties ?? noParties;
    const wanted = node.kind === "create" ? node.signatories : node.actingParties;
    if (wanted.length === 0) {
      violations.push({ offset, node: nodeId, message: "it has no acting party" });
    } else if (!wanted.every((party) => given.includes(party) || alsoGiven.includes(party))) {
      const missing = missingOf(wanted, [...given, ...alsoGiven]).join(", ");
      violations.push({ offset, node: nodeId, message: `it lacks the authority of ${missing}` });
    }
  }
  return violations;
};

const updateIdViolations = (
  { updateId, seed, external }: TransactionCommitted,
  offset: number,
): ReadonlyArray<Violation> => {
  const expected = external === undefined ? updateIdOf(seed, offset) : `1220${external.hash}`;
  return updateId === expected
    ? []
    : [{ offset, message: `the update id is ${updateId}, expected ${expected}` }];
};

const unknownViolations = (
  { participant: { parties, packages } }: LedgerState,
  { nodes, actAs }: TransactionCommitted,
  offset: number,
): ReadonlyArray<Violation> => {
  const unknown = new Set<string>();
  const read = new Set<ReadonlyArray<string>>();
  const known = (list: ReadonlyArray<string>): void => {
    // equal lists of a transaction are mostly the same one
    if (list.length === 0 || read.has(list)) return;
    read.add(list);
    for (const party of list) if (!hasIn(parties, party)) unknown.add(party);
  };
  known(actAs);
  let templateId = "";
  for (const node of nodes) {
    known(node.signatories);
    known(node.observers);
    if (node.kind === "exercise") {
      known(node.actingParties);
      known(node.choiceObservers ?? noParties);
    }
    if (node.templateId === templateId) continue;
    templateId = node.templateId;
    const packageId = templateId.slice(0, templateId.indexOf(":"));
    if (!hasIn(packages, packageId)) unknown.add(`package ${packageId}`);
  }
  return Array.from(unknown, (name) => ({ offset, message: `${name} is unknown at that offset` }));
};

/** Follows which contracts are active and which keys are held, node by node. */
class ActivenessWalk {
  readonly inactive: Array<Violation> = [];
  readonly keys: Array<Violation> = [];
  readonly early: Array<Violation> = [];
  /** Contracts created by the first nodes; see `#createdBefore`. */
  readonly #created = new Map<string, Contract>();
  #indexed = 0;
  readonly #consumed = new Set<string>();
  /** Who holds a key now; undefined where the contract that did was archived. */
  readonly #holders = new Map<string, string | undefined>();
  readonly #state: LedgerState;
  readonly #offset: number;
  readonly #nodes: ReadonlyArray<TransactionNode>;
  readonly #ledgerTime: number;

  constructor(state: LedgerState, offset: number, { nodes, effectiveAt }: TransactionCommitted) {
    this.#state = state;
    this.#offset = offset;
    this.#nodes = nodes;
    this.#ledgerTime = effectiveAt;
  }

  takeAll(): void {
    for (let nodeId = 0; nodeId < this.#nodes.length; nodeId++) {
      const node = this.#nodes[nodeId];
      if (node?.kind === "create") this.#create(node, nodeId);
      else if (node !== undefined) this.#exercise(node, nodeId);
    }
  }

  /** A contract that an earlier node has created. Most transactions ask for none. */
  #createdBefore(nodeId: number, contractId: ContractId): Contract | undefined {
    for (; this.#indexed < nodeId; this.#indexed++) {
      const node = this.#nodes[this.#indexed];
      if (node?.kind === "create")
        this.#created.set(node.contractId, contractOfNode(node, this.#ledgerTime));
    }
    return this.#created.get(contractId);
  }

  #create(node: CreateNode, nodeId: number): void {
    const keyId = keyIdOfContract(node);
    if (keyId === undefined || node.key === undefined) return;
    const violation = (message: string) =>
      this.keys.push({ offset: this.#offset, node: nodeId, message });
    const { maintainers } = node.key;
    const unsigned = missingOf(maintainers, node.signatories);
    if (maintainers.length === 0) violation("the key has no maintainer");
    if (unsigned.length > 0) violation(`its maintainers ${unsigned.join(", ")} do not sign`);
    // contracts of Daml templates may share a key
    const [packageId = ""] = node.templateId.split(":");
    const model = getIn(this.#state.participant.packages, packageId)?.model;
    if (model !== undefined && isArchiveModel(model)) return;
    const holder = this.#holders.has(keyId)
      ? this.#holders.get(keyId)
      : getIn(this.#state.keys, keyId);
    if (holder !== undefined) violation(`its key already belongs to the active contract ${holder}`);
    this.#holders.set(keyId, node.contractId);
  }

  #exercise(node: ExerciseNode, nodeId: number): void {
    const violation = (message: string) =>
      this.inactive.push({ offset: this.#offset, node: nodeId, message });
    const { contractId } = node;
    const contract =
      this.#createdBefore(nodeId, contractId) ?? getIn(this.#state.contracts, contractId);
    if (contract === undefined) return void violation(`the contract ${contractId} is not active`);
    if (this.#consumed.has(contractId))
      violation(`the contract ${contractId} was already consumed in this transaction`);
    for (const name of fieldsOfContract) {
      if (node[name] !== contract[name] && !isUpgrade(name, node, contract))
        violation(`its ${name} is ${node[name]}, but that of the contract is ${contract[name]}`);
    }
    for (const name of partiesOfContract) {
      if (!sameTexts(node[name], contract[name])) {
        violation(
          `its ${name} are ${node[name].join(", ")}, but those of the contract are ${contract[name].join(", ")}`,
        );
      }
    }
    if (contract.createdAt > this.#ledgerTime) {
      this.early.push({
        offset: this.#offset,
        node: nodeId,
        message: `the contract has ledger time ${contract.createdAt}, the transaction ${this.#ledgerTime}`,
      });
    }
    if (node.consuming) this.#consume(contract);
  }

  #consume(contract: Contract): void {
    this.#consumed.add(contract.contractId);
    const keyId = keyIdOfContract(contract);
    if (keyId !== undefined) this.#holders.set(keyId, undefined);
  }
}

const fieldsOfContract = ["templateId", "packageName"] as const;
const partiesOfContract = ["signatories", "observers"] as const;

const sameTexts = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): boolean =>
  one === other || (one.length === other.length && one.every((text, at) => text === other[at]));

/** A choice may run by another version of the contract's package. */
const isUpgrade = (
  name: "templateId" | "packageName",
  node: ExerciseNode,
  contract: Contract,
): boolean => {
  const entity = (templateId: string): string => templateId.slice(templateId.indexOf(":"));
  return (
    name === "templateId" &&
    node.packageName === contract.packageName &&
    entity(node.templateId) === entity(contract.templateId)
  );
};
