import { crc32 } from "node:zlib";
import { firstWhere, ListReader, type ListShape } from "@tallystick/tables";

/** Bytes of an offset, a count, or the number of a contract. */
export const longBytes = 6;
/** Bytes of the number of a name or a group. */
export const shortBytes = 4;

/**
 * By offset: 1 and the nodes of all transactions before it. The number of a contract is this and
 * the number of its create node.
 */
export const nodeBases: ListShape = { kind: 1, recordBytes: longBytes, recordsPerBlock: 256 };

/**
 * By number: created at and archived at (0: active), both offsets; template; number of the create
 * node. All 0 for other nodes.
 */
export const contracts: ListShape = { kind: 2, recordBytes: 20, recordsPerBlock: 96 };

/** By party: the number of its postings and groups. */
export const parties: ListShape = { kind: 3, recordBytes: 12, recordsPerBlock: 128 };

/** Of a party, ascending: an offset, and the party's roles in the event, as bits (`role`). */
export const postings: ListShape = { kind: 4, recordBytes: 7, recordsPerBlock: 256 };

/** Of a party: a template, and the group of the party's contracts of it. */
export const partyGroups: ListShape = { kind: 5, recordBytes: 8, recordsPerBlock: 128 };

/** By group: the number of its contracts so far. */
export const groups: ListShape = { kind: 6, recordBytes: longBytes, recordsPerBlock: 256 };

/** Of a group, ascending: the number of a contract. */
export const groupContracts: ListShape = { kind: 7, recordBytes: longBytes, recordsPerBlock: 256 };

/**
 * Of a group, for each block of its contracts: the first number, the count of active ones, the last
 * offset at which one was archived.
 */
export const groupBlocks: ListShape = { kind: 8, recordBytes: 14, recordsPerBlock: 128 };

/** By bucket (see `bucketOfUpdateId`, `bucketOfContractId`): the number of its unplaced ids. */
export const unplacedCounts: ListShape = { kind: 9, recordBytes: longBytes, recordsPerBlock: 256 };

/**
 * Of a bucket: the last 48 bits of an id that does not contain its place, and the place: the offset
 * of an update, the number of a contract.
 */
export const unplacedIds: ListShape = { kind: 10, recordBytes: 12, recordsPerBlock: 128 };

const bucketsOfUpdates = 4_096;
const bucketsOfContracts = 4_096;

/** Buckets for ids that do not contain their place: first those of updates. */
export const unplacedBuckets = bucketsOfUpdates + bucketsOfContracts;

export const bucketOfUpdateId = (updateId: string): number => crc32(updateId) % bucketsOfUpdates;

export const bucketOfContractId = (contractId: string): number =>
  bucketsOfUpdates + (crc32(contractId) % bucketsOfContracts);

/** The last 48 bits of an id. */
export const tailOfId = (id: string): number => Number.parseInt(id.slice(-2 * longBytes), 16);

/** The roles of a party in an event; bits of a posting. */
export const role = { witness: 1, stakeholder: 2, submitter: 4, allocated: 8 } as const;

export const everyParty = 0;

export interface ContractRecord {
  readonly createdAt: number;
  /** Offset of the transaction that archived it; 0 while it is active. */
  readonly archivedAt: number;
  readonly template: number;
  readonly nodeId: number;
}

const contractIn = (block: Buffer, start: number): ContractRecord => ({
  createdAt: block.readUIntLE(start, longBytes),
  archivedAt: block.readUIntLE(start + longBytes, longBytes),
  template: block.readUInt32LE(start + 2 * longBytes),
  nodeId: block.readUInt32LE(start + 2 * longBytes + shortBytes),
});

const noPlaces: ReadonlyArray<number> = [];

/** Reads records from blocks. */
export class TableReader extends ListReader {
  nodeBase(offset: number): number {
    return this.number(nodeBases, 0, offset, 0, longBytes);
  }

  contract(seq: number): ContractRecord {
    return this.record(contracts, 0, seq, contractIn);
  }

  postingCount(party: number): number {
    return this.number(parties, 0, party, 0, longBytes);
  }

  groupCount(party: number): number {
    return this.number(parties, 0, party, longBytes, longBytes);
  }

  postingOffset(party: number, index: number): number {
    return this.number(postings, party, index, 0, longBytes);
  }

  postingRoles(party: number, index: number): number {
    return this.number(postings, party, index, longBytes, 1);
  }

  /** The groups of a party in the order in which they began. */
  groupsOf(party: number): ReadonlyArray<{ readonly template: number; readonly group: number }> {
    return Array.from({ length: this.groupCount(party) }, (_, index) => ({
      template: this.number(partyGroups, party, index, 0, shortBytes),
      group: this.number(partyGroups, party, index, shortBytes, shortBytes),
    }));
  }

  groupSize(group: number): number {
    return this.number(groups, 0, group, 0, longBytes);
  }

  groupContract(group: number, index: number): number {
    return this.number(groupContracts, group, index, 0, longBytes);
  }

  groupBlockFirst(group: number, no: number): number {
    return this.number(groupBlocks, group, no, 0, longBytes);
  }

  groupBlockActive(group: number, no: number): number {
    return this.number(groupBlocks, group, no, longBytes, 2);
  }

  groupBlockArchivedAt(group: number, no: number): number {
    return this.number(groupBlocks, group, no, longBytes + 2, longBytes);
  }

  unplacedCount(bucket: number): number {
    return this.number(unplacedCounts, 0, bucket, 0, longBytes);
  }

  /** Offsets of updates whose id may be this one: the hash of what its parties signed. */
  offsetsOfUpdate(updateId: string): ReadonlyArray<number> {
    return this.#placesOf(bucketOfUpdateId(updateId), updateId);
  }

  /** Numbers of imported contracts whose id may be this one. */
  importedContracts(contractId: string): ReadonlyArray<number> {
    return this.#placesOf(bucketOfContractId(contractId), contractId);
  }

  #placesOf(bucket: number, id: string): ReadonlyArray<number> {
    const count = this.unplacedCount(bucket);
    if (count === 0) return noPlaces;
    const tail = tailOfId(id);
    const found: Array<number> = [];
    for (let index = 0; index < count; index++) {
      if (this.number(unplacedIds, bucket, index, 0, longBytes) === tail)
        found.push(this.number(unplacedIds, bucket, index, longBytes, longBytes));
    }
    return found;
  }

  /**
   * Number of the block of a group's contracts that can contain a contract; -1 if it is before all
   * blocks.
   */
  groupBlockOf(group: number, blocks: number, seq: number): number {
    return firstWhere(blocks, (no) => this.groupBlockFirst(group, no) > seq) - 1;
  }
}

export const blocksOfGroup = (size: number): number =>
  Math.ceil(size / groupContracts.recordsPerBlock);
