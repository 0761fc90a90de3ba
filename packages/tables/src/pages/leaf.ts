import type { Database } from "@tallystick/sqlite";
import { type BlockPlace, BlockRows } from "./block-rows.js";

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
export type LeafPlace = BlockPlace<string>;

/** The text of a leaf: `upper`, then a line for each entry with a space behind its key. */
export const leafText = ({ upper, keys, values }: LeafContent): string => {
  let text = upper;
  // an iterator takes a third longer
  for (let at = 0; at < keys.length; at++) text += `\n${keys[at]} ${values[at]}`;
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

/** Where the leaf after one begins, by its text; "" when it is the last of its map. */
const upperOf = (text: unknown): string => /^[^\n]*/.exec(String(text))?.[0] ?? "";

/** The leaves of sorted maps, which are numbered from 1: each says where the next one begins. */
export const leafRows = (db: Database, seed: number): BlockRows<string> =>
  new BlockRows(db, seed, (last, { tree, first }) => {
    const expected = last === undefined ? "" : upperOf(last.data);
    return first === expected && tree === (last?.tree ?? 0) + (expected === "" ? 1 : 0);
  });
