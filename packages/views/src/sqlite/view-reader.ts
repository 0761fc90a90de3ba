import type { ContractId } from "@tallystick/core";
import type { Database } from "@tallystick/sqlite";
import { BlockReader, checkpointReader, firstWhere, Names } from "@tallystick/tables";
import {
  blocksOfGroup,
  type ContractRecord,
  groupContracts,
  TableReader,
} from "../blocks/tables.js";
import type { OffsetsRead, PageRange } from "./gather.js";
import { emptyViewsCheckpoint, type ViewsCheckpoint } from "./views-kind.js";

export interface ContractPlace extends ContractRecord {
  /** The order of contracts: by offset, then by node. */
  readonly seq: number;
}

/** Contracts of one party and template. */
export interface ContractGroup {
  readonly group: number;
  readonly template: number;
}

/** Reads of the views; all throw `TableDamage`, or what SQLite throws. */
export interface ViewReader {
  /** The number of a party or template, or undefined when no event named it. */
  readonly nameId: (text: string) => number | undefined;
  readonly nameText: (id: number) => string;
  readonly partyOffsets: (party: number, roles: number) => OffsetsRead;
  /** Number of the last node of transactions up to an offset. */
  readonly lastSeqAt: (offset: number) => number;
  /** The contract of a create node; undefined when there is no such node up to the checkpoint. */
  readonly contractAt: (offset: number, nodeId: number) => ContractPlace | undefined;
  /** Imported contracts that may have this id. */
  readonly importedContracts: (contractId: ContractId) => ReadonlyArray<ContractPlace>;
  /** Offsets of updates that may have this id, if the id does not contain its place. */
  readonly offsetsOfUpdate: (updateId: string) => ReadonlyArray<number>;
  readonly contractGroups: (party: number) => ReadonlyArray<ContractGroup>;
  /** Contracts of a group active at an offset, by number, ascending. */
  readonly contractsOf: (
    group: ContractGroup,
    activeAt: number,
    range: PageRange,
  ) => ReadonlyArray<ContractPlace>;
  /** Runs several reads against one state of the database. */
  readonly consistently: <A>(read: () => A) => A;
  /** Reads every block and every name; throws at the first that is damaged or missing. */
  readonly check: () => void;
  /** `check` in parts, between which events may be folded. */
  readonly checkParts: () => Iterator<void>;
}

class DatabaseReader implements ViewReader {
  readonly #blocks: BlockReader;
  readonly #tables: TableReader;
  readonly #names: Names;
  readonly #checkpoint: () => ViewsCheckpoint;
  readonly #transaction: (body: () => unknown) => unknown;

  constructor(db: Database, seed: number) {
    this.#blocks = new BlockReader(db, seed);
    this.#tables = new TableReader(this.#blocks);
    this.#names = new Names(db, seed);
    this.#checkpoint = checkpointReader(db, emptyViewsCheckpoint(""));
    // a check reads in a transaction of its own
    this.#transaction = (body) => (db.isTransaction ? body() : db.transaction(body));
  }

  nameId = (text: string): number | undefined => {
    const known = this.#names.idOf(text);
    if (known !== undefined) return known;
    const { names, namesCheck } = this.#checkpoint();
    this.#names.catchUp(names, namesCheck);
    return this.#names.idOf(text);
  };

  nameText = (id: number): string => {
    const { names, namesCheck } = this.#checkpoint();
    if (id > this.#names.count()) this.#names.catchUp(names, namesCheck);
    return this.#names.textOf(id);
  };

  partyOffsets =
    (party: number, roles: number): OffsetsRead =>
    (range) =>
      this.consistently(() => this.#partyOffsets(party, roles, range));

  #partyOffsets(
    party: number,
    roles: number,
    { after, upTo, limit, descending }: PageRange,
  ): ReadonlyArray<number> {
    const tables = this.#tables;
    const count = tables.postingCount(party);
    const first = firstWhere(count, (index) => tables.postingOffset(party, index) > after);
    const end = firstWhere(count, (index) => tables.postingOffset(party, index) > upTo);
    const found: Array<number> = [];
    for (let at = 0; at < end - first && found.length < limit; at++) {
      const index = descending ? end - 1 - at : first + at;
      if ((tables.postingRoles(party, index) & roles) !== 0)
        found.push(tables.postingOffset(party, index));
    }
    return found;
  }

  lastSeqAt = (offset: number): number => {
    const { offset: end, nodes } = this.#checkpoint();
    return (offset < end ? this.#tables.nodeBase(offset + 1) : nodes) - 1;
  };

  importedContracts = (contractId: ContractId): ReadonlyArray<ContractPlace> =>
    this.#tables
      .importedContracts(contractId)
      .map((seq) => ({ seq, ...this.#tables.contract(seq) }));

  contractAt = (offset: number, nodeId: number): ContractPlace | undefined => {
    if (offset < 1 || offset > this.#checkpoint().offset) return undefined;
    const seq = this.#tables.nodeBase(offset) + nodeId;
    if (seq > this.lastSeqAt(offset)) return undefined;
    const contract = this.#tables.contract(seq);
    return contract.createdAt === offset ? { seq, ...contract } : undefined;
  };

  offsetsOfUpdate = (updateId: string): ReadonlyArray<number> =>
    this.#tables.offsetsOfUpdate(updateId);

  contractGroups = (party: number): ReadonlyArray<ContractGroup> => this.#tables.groupsOf(party);

  contractsOf = (
    { group }: ContractGroup,
    activeAt: number,
    { after, upTo, limit }: PageRange,
  ): ReadonlyArray<ContractPlace> => {
    const tables = this.#tables;
    const size = tables.groupSize(group);
    const blocks = blocksOfGroup(size);
    const found: Array<ContractPlace> = [];
    for (let no = Math.max(0, tables.groupBlockOf(group, blocks, after)); no < blocks; no++) {
      if (found.length >= limit || tables.groupBlockFirst(group, no) > upTo) break;
      const isOver = tables.groupBlockActive(group, no) === 0;
      if (!isOver || tables.groupBlockArchivedAt(group, no) > activeAt)
        this.#addActive(found, { group, no, size }, activeAt, { after, upTo, limit });
    }
    return found;
  };

  #addActive(
    found: Array<ContractPlace>,
    { group, no, size }: { readonly group: number; readonly no: number; readonly size: number },
    activeAt: number,
    { after, upTo, limit }: Pick<PageRange, "after" | "upTo" | "limit">,
  ): void {
    const perBlock = groupContracts.recordsPerBlock;
    const end = Math.min(size, (no + 1) * perBlock);
    for (let index = no * perBlock; index < end && found.length < limit; index++) {
      const seq = this.#tables.groupContract(group, index);
      if (seq <= after || seq > upTo) continue;
      const contract = this.#tables.contract(seq);
      const isActive = contract.archivedAt === 0 || contract.archivedAt > activeAt;
      if (isActive && contract.createdAt <= activeAt) found.push({ seq, ...contract });
    }
  }

  consistently = <A>(body: () => A): A => {
    if (this.#blocks.isKeeping()) return body();
    let result: { readonly value: A } | undefined;
    this.#transaction(() => {
      this.#blocks.keep(true);
      try {
        result = { value: body() };
      } finally {
        this.#blocks.keep(false);
      }
    });
    if (result === undefined) throw new Error("a read transaction ended without running");
    return result.value;
  };

  check = (): void => {
    this.consistently(() => {
      this.#checkNames();
      this.#blocks.checkAll(this.#checkpoint().totals);
    });
  };

  checkParts = (): Iterator<void> => this.#checkParts();

  *#checkParts(): Generator<void, void, undefined> {
    this.consistently(() => this.#checkNames());
    yield;
    yield* this.#blocks.checkParts();
  }

  #checkNames(): void {
    const { names, namesCheck } = this.#checkpoint();
    this.#names.forget();
    this.#names.catchUp(names, namesCheck);
  }
}

/**
 * The reads of an open database, which may be folded into elsewhere.
 * @param seed see `checkSeed`
 */
export const viewReader = (db: Database, seed: number): ViewReader => new DatabaseReader(db, seed);
