import {
  changesOf,
  contractIdParts,
  type CreateNode,
  offsetOfUpdateId,
  type PastEvent,
  stakeholdersOf,
  type TransactionCommitted,
} from "@tallystick/core";
import {
  BlockReader,
  checkpointReader,
  checkSeed,
  firstWhere,
  Names,
  textOfThrown,
} from "@tallystick/tables";
import { Database } from "@tallystick/sqlite";
import { everyParty, groupContracts, role, TableReader } from "../blocks/tables.js";
import { emptyViewsCheckpoint, viewsKind } from "./views-kind.js";

/** What is in the views and does not follow from the journal. */
export interface ContentFinding {
  /** Offset of the event it should follow from; undefined of what follows from many. */
  readonly offset: number | undefined;
  readonly message: string;
}

/** Findings that are kept: more say nothing new. */
const maxFindings = 100;

/** A block of a group's contracts, as it should be. */
interface GroupBlock {
  readonly first: number;
  active: number;
  archivedAt: number;
}

/** Contracts of a party and a template, as they should be. */
interface Group {
  readonly name: string;
  /** Its number in the views; undefined when they have none. */
  readonly group: number | undefined;
  size: number;
  readonly blocks: Array<GroupBlock>;
}

/**
 * Compares the content of the ledger's views with the events they were made of, found by no code
 * that makes them. Intact blocks with other content are found too. Events are taken from the first
 * on; the file may be folded into meanwhile.
 */
export class ViewsContent {
  readonly #db: Database;
  readonly #tables: TableReader;
  readonly #names: Names;
  readonly #findings: Array<ContentFinding> = [];
  readonly #postings = new Map<string, number>();
  readonly #groups = new Map<string, Group>();
  readonly #active = new Map<string, { readonly seq: number; readonly node: CreateNode }>();
  /** The offset up to which the views go. */
  readonly offset: number;
  #nodes = 1;
  #isPruned = false;

  private constructor(db: Database, journalId: string) {
    const seed = checkSeed(journalId);
    this.#db = db;
    const blocks = new BlockReader(db, seed);
    blocks.keep(true);
    this.#tables = new TableReader(blocks);
    this.#names = new Names(db, seed);
    const { offset, names, namesCheck } = checkpointReader(db, emptyViewsCheckpoint(""))();
    this.offset = offset;
    this.#names.catchUp(names, namesCheck);
  }

  /**
   * Opens a file of views that was checked.
   *
   * @returns undefined when it cannot be read
   */
  static open(file: string, journalId: string): ViewsContent | undefined {
    let db: Database | undefined;
    try {
      db = new Database(file, { readOnly: true, fileMustExist: true });
      db.exec("BEGIN");
      if (db.pragma("user_version") !== viewsKind.version) throw new Error("other");
      return new ViewsContent(db, journalId);
    } catch {
      db?.close();
      return undefined;
    }
  }

  /** Takes the next event; those behind the end of the views are passed over. */
  take(event: PastEvent, offset: number): void {
    if (offset > this.offset || this.#isPruned) return;
    if (event.type === "SubmissionPruned") {
      // what the erased events made is no longer known
      this.#isPruned = true;
      return;
    }
    this.#reading(offset, () => {
      this.#same(offset, "the nodes before it", this.#tables.nodeBase(offset), this.#nodes);
      const roles = new Map<string, number>();
      if (event.type === "TransactionCommitted") this.#transaction(event, offset, roles);
      if (event.type === "CommandRejected") give(roles, event.actAs, role.submitter);
      if (event.type === "PartyAllocated") give(roles, [event.party], role.allocated);
      for (const [party, bits] of roles) this.#posting(party, bits, offset);
    });
  }

  /** What was found, after all events were taken; undefined when a pruning erased some of them. */
  end(): ReadonlyArray<ContentFinding> | undefined {
    if (this.#isPruned) return undefined;
    this.#reading(undefined, () => {
      for (const { seq, node } of this.#active.values()) {
        const at = contractIdParts(node.contractId)?.offset;
        this.#same(
          at,
          `archivedAt of node ${node.nodeId}`,
          this.#tables.contract(seq).archivedAt,
          0,
        );
      }
      for (const [party, count] of this.#postings)
        this.#same(undefined, `the events of ${party}`, this.#countOf(party), count);
      for (const group of this.#groups.values()) this.#endOfGroup(group);
    });
    return this.#findings;
  }

  close(): void {
    this.#db.close();
  }

  #transaction(event: TransactionCommitted, offset: number, roles: Map<string, number>): void {
    give(roles, event.actAs, role.submitter);
    if (offsetOfUpdateId(event.updateId) !== offset) {
      const places = this.#tables.offsetsOfUpdate(event.updateId);
      this.#same(offset, "the place of its update id", places.includes(offset), true);
    }
    giveWitnesses(event, roles);
    const { created, archived } = changesOf(event);
    for (const node of created) {
      const seq = this.#nodes + node.nodeId;
      this.#contract(node, seq, offset);
      this.#active.set(node.contractId, { seq, node });
    }
    const gone = archived.flatMap(({ contractId }) => this.#active.get(contractId) ?? []);
    for (const each of gone) this.#active.delete(each.node.contractId);
    for (const node of created) {
      const held = this.#active.get(node.contractId);
      if (held === undefined) continue;
      give(roles, stakeholdersOf(node), role.stakeholder);
      this.#enterGroups(node, held.seq, offset);
    }
    for (const { node, seq } of gone) {
      const { archivedAt } = this.#tables.contract(seq);
      this.#same(offset, `the archival of ${node.contractId}`, archivedAt, offset);
      // what came and went in one transaction has no place
      if (created.includes(node)) continue;
      give(roles, stakeholdersOf(node), role.stakeholder);
      this.#leaveGroups(node, seq, offset);
    }
    this.#nodes += event.nodes.length;
  }

  #contract(node: CreateNode, seq: number, offset: number): void {
    const { createdAt, template, nodeId } = this.#tables.contract(seq);
    const what = `node ${node.nodeId}`;
    this.#same(offset, `the place of ${what}`, createdAt, offset);
    this.#same(offset, `the number of ${what}`, nodeId, node.nodeId);
    this.#same(offset, `the template of ${what}`, this.#names.textOf(template), node.templateId);
  }

  #posting(party: string, bits: number, offset: number): void {
    const index = this.#postings.get(party) ?? 0;
    this.#postings.set(party, index + 1);
    const id = this.#names.idOf(party);
    if (id === undefined) return this.#differs(offset, `they lack ${party}`);
    this.#same(offset, `an event of ${party}`, this.#tables.postingOffset(id, index), offset);
    this.#same(offset, `the part of ${party} in it`, this.#tables.postingRoles(id, index), bits);
  }

  #countOf(party: string): number {
    const id = this.#names.idOf(party);
    return id === undefined ? 0 : this.#tables.postingCount(id);
  }

  /** The groups of a contract: that of everyone, and those of its stakeholders. */
  #groupsOf(node: CreateNode): ReadonlyArray<Group> {
    const template = this.#names.idOf(node.templateId);
    return ["", ...stakeholdersOf(node)].map((party) => {
      const name = `${party} ${node.templateId}`;
      const known = this.#groups.get(name);
      if (known !== undefined) return known;
      const id = party === "" ? everyParty : this.#names.idOf(party);
      const found =
        id === undefined
          ? undefined
          : this.#tables.groupsOf(id).find((each) => each.template === template);
      const group: Group = { name, group: found?.group, size: 0, blocks: [] };
      this.#groups.set(name, group);
      return group;
    });
  }

  #enterGroups(node: CreateNode, seq: number, offset: number): void {
    for (const each of this.#groupsOf(node)) {
      const { group, name, size, blocks } = each;
      if (size % groupContracts.recordsPerBlock === 0)
        blocks.push({ first: seq, active: 0, archivedAt: 0 });
      const block = blocks.at(-1);
      if (block !== undefined) block.active += 1;
      each.size += 1;
      if (group === undefined) this.#differs(offset, `they have no contracts of ${name}`);
      else
        this.#same(offset, `a contract of ${name}`, this.#tables.groupContract(group, size), seq);
    }
  }

  #leaveGroups(node: CreateNode, seq: number, offset: number): void {
    for (const { blocks } of this.#groupsOf(node)) {
      const block = blocks[firstWhere(blocks.length, (at) => (blocks[at]?.first ?? 0) > seq) - 1];
      if (block === undefined) continue;
      block.active -= 1;
      block.archivedAt = offset;
    }
  }

  #endOfGroup({ group, name, size, blocks }: Group): void {
    if (group === undefined) return;
    this.#same(undefined, `the contracts of ${name}`, this.#tables.groupSize(group), size);
    blocks.forEach(({ first, active, archivedAt }, no) => {
      const what = `block ${no} of the contracts of ${name}`;
      this.#same(undefined, `the first of ${what}`, this.#tables.groupBlockFirst(group, no), first);
      const found = this.#tables.groupBlockActive(group, no);
      this.#same(undefined, `the active ones of ${what}`, found, active);
      const last = this.#tables.groupBlockArchivedAt(group, no);
      this.#same(undefined, `the last archival of ${what}`, last, archivedAt);
    });
  }

  /** A record that is missing, or whose block is damaged, is a finding too. */
  #reading(offset: number | undefined, read: () => void): void {
    try {
      read();
    } catch (thrown) {
      this.#differs(offset, textOfThrown(thrown));
    }
  }

  #same<A>(offset: number | undefined, what: string, found: A, expected: A): void {
    if (found !== expected)
      this.#differs(offset, `${what}: found ${String(found)}, expected ${String(expected)}`);
  }

  #differs(offset: number | undefined, message: string): void {
    if (this.#findings.length < maxFindings) this.#findings.push({ offset, message });
  }
}

const give = (roles: Map<string, number>, names: ReadonlyArray<string>, bits: number): void => {
  for (const name of names) roles.set(name, (roles.get(name) ?? 0) | bits);
};

/** Gives each party its part as a witness: whoever is informed of a node sees all below it. */
const giveWitnesses = ({ nodes }: TransactionCommitted, roles: Map<string, number>): void => {
  for (const node of nodes) {
    if (node.kind === "create") {
      give(roles, [...node.signatories, ...node.observers], role.witness);
      continue;
    }
    give(roles, node.signatories, role.witness);
    give(roles, node.actingParties, role.witness);
    give(roles, node.choiceObservers ?? [], role.witness);
    if (node.consuming) give(roles, node.observers, role.witness);
  }
};
