import {
  blocksOfGroup,
  type TableReader,
  unplacedBuckets,
  unplacedUpdates,
  longBytes,
  partyGroups,
  shortBytes,
} from "./tables.js";

/** The counts in the checkpoint of the views. */
interface ListEnds {
  /** Offset of the last folded event. */
  readonly offset: number;
  /** Nodes of all transactions, and 1. */
  readonly nodes: number;
  /** Parties and templates. */
  readonly names: number;
  readonly groups: number;
}

/**
 * Reads the last record of every list: missing blocks at the end of one leave no gap. Throws
 * `TableDamage` for the first list that ends too early.
 */
export const checkEnds = (
  tables: TableReader,
  { offset, nodes, names, groups }: ListEnds,
): void => {
  // a file without folded events need not have lists
  if (offset === 0) return;
  tables.nodeBase(offset);
  tables.contract(nodes - 1);
  for (let party = 0; party <= names; party++) {
    const [postings, ofParty] = [tables.postingCount(party), tables.groupCount(party)];
    if (postings > 0) tables.postingOffset(party, postings - 1);
    if (ofParty > 0) tables.number(partyGroups, party, ofParty - 1, 0, shortBytes);
  }
  for (let group = 0; group < groups; group++) {
    const size = tables.groupSize(group);
    if (size === 0) continue;
    tables.groupContract(group, size - 1);
    tables.groupBlockFirst(group, blocksOfGroup(size) - 1);
  }
  for (let bucket = 0; bucket < unplacedBuckets; bucket++) {
    const count = tables.unplacedCount(bucket);
    if (count > 0) tables.number(unplacedUpdates, bucket, count - 1, 0, longBytes);
  }
};
