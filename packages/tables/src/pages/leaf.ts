import { crc32 } from "node:zlib";
import { TableDamage } from "../table-damage.js";

/** A part of a sorted map: all its entries from one key up to another. */
interface LeafContent {
  /** Where the next leaf begins; "" for the last one. */
  readonly upper: string;
  /** Ascending, each from the first key of the leaf up to `upper`; ASCII without spaces. */
  readonly keys: Array<string>;
  /** In the order of the keys; each is one line. */
  readonly values: Array<string>;
}

/** Where a leaf is: its map, and where it begins; "" for the first of a map. */
export interface LeafPlace {
  readonly tree: number;
  readonly first: string;
}

/** Totals of all leaves, which show a leaf of an older version. */
export interface LeafTotals {
  readonly leaves: number;
  /** Sum of all checksums, modulo 2^32. */
  readonly sum: number;
}

/** The text of a leaf: `upper`, then a line for each entry with a space behind its key. */
export const leafText = ({ upper, keys, values }: LeafContent): string => {
  let text = upper;
  for (const [at, key] of keys.entries()) text += `\n${key} ${values[at] ?? ""}`;
  return text;
};

/** Length from which on a text is not kept in memory for a part of it. */
const largeChars = 16 * 1024;

/**
 * A part of a text. A short part of a long text is copied, as a slice keeps the whole text in
 * memory.
 */
export const partOf = (text: string, from: number, to?: number): string => {
  const part = text.slice(from, to);
  // a slice keeps its source in memory: here a short copy
  return text.length > largeChars && part.length < largeChars ? ` ${part}`.slice(1) : part;
};

/** Parses a text of `leafText`. */
export const leafContent = (text: string): LeafContent => {
  const keys: Array<string> = [];
  const values: Array<string> = [];
  let end = text.indexOf("\n");
  const upper = end < 0 ? text : partOf(text, 0, end);
  while (end >= 0) {
    const start = end + 1;
    end = text.indexOf("\n", start);
    const space = text.indexOf(" ", start);
    keys.push(partOf(text, start, space));
    values.push(partOf(text, space + 1, end < 0 ? undefined : end));
  }
  return { upper, keys, values };
};

/**
 * CRC-32 over the journal, the leaf's place and its text.
 * @param seed see `checkSeed`
 */
export const leafCheck = (seed: number, { tree, first }: LeafPlace, text: string): number =>
  crc32(text, crc32(`${tree} ${first}\n`, seed));

/** A leaf from the database, not checked yet. */
export interface StoredLeaf {
  readonly text: unknown;
  readonly check: unknown;
}

/** The content of a stored leaf. Throws `TableDamage` when it is not what was written. */
export const checkedLeaf = (
  seed: number,
  place: LeafPlace,
  { text, check }: StoredLeaf,
): LeafContent => {
  if (typeof text !== "string" || check !== leafCheck(seed, place, text))
    throw new TableDamage(`leaf ${place.tree}/${place.first} does not fit its checksum`);
  return leafContent(text);
};
