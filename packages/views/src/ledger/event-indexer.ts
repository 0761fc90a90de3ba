import {
  type ArchivedContract,
  type Changes,
  changesOf,
  contractIdParts,
  type CreateNode,
  offsetOfUpdateId,
  type PastEvent,
  stakeholdersOf,
  type TransactionCommitted,
  transientContracts,
  witnessesOf,
  type ContractId,
} from "@tallystick/core";
import type { BlockWriter, Names } from "@tallystick/tables";
import {
  blocksOfGroup,
  bucketOfContractId,
  bucketOfUpdateId,
  contracts,
  everyParty,
  groupBlocks,
  groupContracts,
  groups,
  longBytes,
  nodeBases,
  parties,
  partyGroups,
  postings,
  role,
  shortBytes,
  TableReader,
  tailOfId,
  unplacedBuckets,
  unplacedCounts,
  unplacedIds,
} from "../blocks/tables.js";
import { UnreadableEvent } from "../fold/fold.js";

/** Larger than the number of any template. */
const groupKeyStep = 2 ** 26;

/** Groups cached by party and template. */
const maxKnownGroups = 500_000;

/** Places of an event among the nodes of all. */
const nodesOf = (event: PastEvent): number => {
  if (event.type === "TransactionCommitted") return event.nodes.length;
  return event.type === "SubmissionPruned" ? 1 : 0;
};

/**
 * Writes the content of events into the lists of the views. The caller has the transaction and the
 * checkpoint.
 */
export class EventIndexer {
  readonly #writer: BlockWriter;
  readonly #tables: TableReader;
  readonly #names: Names;
  #roles = new Map<number, number>();
  readonly #groupsKnown = new Map<number, number>();
  /** Number of the next node: 1 and the nodes of all transactions so far. */
  nodes = 1;
  groups = 0;

  constructor(writer: BlockWriter, names: Names) {
    this.#writer = writer;
    this.#tables = new TableReader(writer);
    this.#names = names;
  }

  /** Creates empty lists. */
  begin(): void {
    this.#writer.extend(nodeBases, 0, 0);
    this.#writer.extend(contracts, 0, 0);
    this.#writer.extend(parties, 0, everyParty);
    for (let bucket = 0; bucket < unplacedBuckets; bucket++)
      this.#writer.extend(unplacedCounts, 0, bucket);
  }

  /** Drops what was read in an uncommitted fold. */
  forget(): void {
    this.#groupsKnown.clear();
    this.#writer.forget();
  }

  /**
   * Adds the event at the offset after the last. Throws `UnreadableEvent` when it contradicts
   * earlier ones; the fold must then be undone.
   */
  add(event: PastEvent, offset: number): void {
    this.#writer.extend(nodeBases, 0, offset);
    this.#writer.set(nodeBases, 0, offset, 0, longBytes, this.nodes);
    this.#roles = new Map();
    this.#giveReaders(event);
    if (event.type === "TransactionCommitted") this.#beginTransaction(event, offset);
    if (event.type === "SubmissionPruned") this.#beginPruned(offset);
    this.#apply(changesOf(event), offset);
    if (event.type === "TransactionCommitted" && event.imported !== undefined)
      this.#placeImported(event);
    this.nodes += nodesOf(event);
    this.#post(offset);
  }

  /** Further parties that find an event, apart from its contracts' stakeholders. */
  #giveReaders(event: PastEvent): void {
    switch (event.type) {
      case "TransactionCommitted":
        this.#give(event.actAs, role.submitter);
        for (const witnesses of witnessesOf(event.nodes)) this.#give(witnesses, role.witness);
        break;
      case "CommandRejected":
        this.#give(event.actAs, role.submitter);
        break;
      case "PartyAllocated":
        this.#give([event.party], role.allocated);
        break;
      default:
    }
  }

  #beginTransaction({ updateId, nodes }: TransactionCommitted, offset: number): void {
    if (offsetOfUpdateId(updateId) !== offset)
      this.#addUnplaced(bucketOfUpdateId(updateId), updateId, offset);
    for (let at = 0; at < nodes.length; at++) this.#writer.extend(contracts, 0, this.nodes + at);
  }

  // one place for all its nodes, for errors about pruned data
  #beginPruned(offset: number): void {
    this.#writer.extend(contracts, 0, this.nodes);
    this.#writer.set(contracts, 0, this.nodes, longBytes, longBytes, offset);
  }

  #apply(changes: Changes, offset: number): void {
    const transient = transientContracts(changes);
    for (const node of changes.created)
      this.#addContract(node, offset, transient.has(node.contractId));
    for (const contract of changes.archived)
      if (!transient.has(contract.contractId)) this.#archiveContract(contract, offset);
  }

  #isPruned(offset: number): boolean {
    const seq = this.#tables.nodeBase(offset);
    const contract = this.#tables.contract(seq);
    return contract.createdAt === 0 && contract.archivedAt === offset;
  }

  #placeImported({ nodes }: TransactionCommitted): void {
    for (const { contractId, nodeId } of nodes)
      this.#addUnplaced(bucketOfContractId(contractId), contractId, this.nodes + nodeId);
  }

  #addUnplaced(bucket: number, id: string, place: number): void {
    const count = this.#tables.unplacedCount(bucket);
    this.#writer.extend(unplacedIds, bucket, count);
    this.#writer.set(unplacedIds, bucket, count, 0, longBytes, tailOfId(id));
    this.#writer.set(unplacedIds, bucket, count, longBytes, longBytes, place);
    this.#writer.set(unplacedCounts, 0, bucket, 0, longBytes, count + 1);
  }

  #addContract(node: CreateNode, offset: number, isTransient: boolean): void {
    const seq = this.nodes + node.nodeId;
    const template = this.#intern(node.templateId);
    const set = (at: number, bytes: number, value: number): void =>
      this.#writer.set(contracts, 0, seq, at, bytes, value);
    set(0, longBytes, offset);
    set(longBytes, longBytes, isTransient ? offset : 0);
    set(2 * longBytes, shortBytes, template);
    set(2 * longBytes + shortBytes, shortBytes, node.nodeId);
    if (isTransient) return;
    const stakeholders = stakeholdersOf(node);
    this.#give(stakeholders, role.stakeholder);
    this.#addToGroup(everyParty, template, seq);
    for (const party of stakeholders) this.#addToGroup(this.#intern(party), template, seq);
  }

  #addToGroup(party: number, template: number, seq: number): void {
    const group = this.#groupOf(party, template) ?? this.#beginGroup(party, template);
    const size = this.#tables.groupSize(group);
    const no = blocksOfGroup(size + 1) - 1;
    this.#writer.extend(groupContracts, group, size);
    this.#writer.set(groupContracts, group, size, 0, longBytes, seq);
    if (size % groupContracts.recordsPerBlock === 0) {
      this.#writer.extend(groupBlocks, group, no);
      this.#writer.set(groupBlocks, group, no, 0, longBytes, seq);
    }
    this.#changeActive(group, no, 1);
    this.#writer.set(groups, 0, group, 0, longBytes, size + 1);
  }

  #changeActive(group: number, no: number, by: 1 | -1): void {
    const active = this.#tables.groupBlockActive(group, no) + by;
    this.#writer.set(groupBlocks, group, no, longBytes, 2, active);
  }

  #archiveContract(archived: ArchivedContract, offset: number): void {
    const { contractId } = archived;
    const [imported] = this.#tables.importedContracts(contractId);
    const created = imported === undefined ? (contractIdParts(contractId)?.offset ?? 0) : 0;
    if (created > 0 && created < offset && this.#isPruned(created)) return;
    const seq = imported ?? this.#numberOf(contractId, offset);
    const contract = seq === undefined ? undefined : this.#tables.contract(seq);
    if (seq === undefined || contract?.archivedAt !== 0 || contract.createdAt === 0) {
      const message = `event ${offset} archives contract ${contractId}, which is not active there`;
      throw new UnreadableEvent(offset, message);
    }
    this.#writer.set(contracts, 0, seq, longBytes, longBytes, offset);
    const stakeholders = stakeholdersOf(archived);
    this.#give(stakeholders, role.stakeholder);
    for (const party of [everyParty, ...stakeholders.map((name) => this.#intern(name))]) {
      const group = this.#groupOf(party, contract.template);
      if (group === undefined) {
        const message = `event ${offset} archives contract ${contractId} with different stakeholders`;
        throw new UnreadableEvent(offset, message);
      }
      const blocks = blocksOfGroup(this.#tables.groupSize(group));
      const no = this.#tables.groupBlockOf(group, blocks, seq);
      this.#changeActive(group, no, -1);
      this.#writer.set(groupBlocks, group, no, longBytes + 2, longBytes, offset);
    }
  }

  #numberOf(contractId: ContractId, before: number): number | undefined {
    const place = contractIdParts(contractId);
    if (place === undefined || place.offset < 1 || place.offset >= before) return undefined;
    const seq = this.#tables.nodeBase(place.offset) + place.nodeId;
    return seq < this.#tables.nodeBase(place.offset + 1) ? seq : undefined;
  }

  #groupOf(party: number, template: number): number | undefined {
    const key = party * groupKeyStep + template;
    const known = this.#groupsKnown.get(key);
    if (known !== undefined) return known;
    for (const each of this.#tables.groupsOf(party)) {
      if (each.template === template) {
        this.#remember(key, each.group);
        return each.group;
      }
    }
    return undefined;
  }

  #beginGroup(party: number, template: number): number {
    const group = this.groups++;
    const count = this.#tables.groupCount(party);
    this.#writer.extend(groups, 0, group);
    this.#writer.extend(partyGroups, party, count);
    this.#writer.set(partyGroups, party, count, 0, shortBytes, template);
    this.#writer.set(partyGroups, party, count, shortBytes, shortBytes, group);
    this.#writer.set(parties, 0, party, longBytes, longBytes, count + 1);
    this.#remember(party * groupKeyStep + template, group);
    return group;
  }

  #remember(key: number, group: number): void {
    if (this.#groupsKnown.size >= maxKnownGroups) this.#groupsKnown.clear();
    this.#groupsKnown.set(key, group);
  }

  #intern(text: string): number {
    const known = this.#names.idOf(text);
    if (known !== undefined) return known;
    const id = this.#names.add(text);
    this.#writer.extend(parties, 0, id);
    return id;
  }

  #give(names: ReadonlyArray<string>, roles: number): void {
    for (const name of names) {
      const party = this.#intern(name);
      this.#roles.set(party, (this.#roles.get(party) ?? 0) | roles);
    }
  }

  #post(offset: number): void {
    for (const [party, roles] of this.#roles) {
      const count = this.#tables.postingCount(party);
      this.#writer.extend(postings, party, count);
      this.#writer.set(postings, party, count, 0, longBytes, offset);
      this.#writer.set(postings, party, count, longBytes, 1, roles);
      this.#writer.set(parties, 0, party, 0, longBytes, count + 1);
    }
  }
}
