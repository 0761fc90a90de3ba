import { boundedMemo } from "../collections/bounded-memo.js";
import { isJsonArray, isJsonObject, type Json } from "../values/json.js";

// A Daml value as JSON has texts, booleans, null, arrays and objects, but no numbers: Int64,
// Numeric and times are texts (ledger-api 2.1). In the journal a number in it therefore stands for
// a text: n for the text n of the event's table, -1 - n for the id of the contract that node n
// creates.

/** How deep the values of an event may be nested. */
export const maxStoredDepth = 1_000;

// field names repeat from event to event
const quotedNames = boundedMemo<string>(4096, (name) => JSON.stringify(name));
const longestQuotedName = 100;

const quoted = (name: string): string =>
  name.length <= longestQuotedName ? quotedNames.of(name) : JSON.stringify(name);

/** The texts of one event, each once, in order of first occurrence, while it is written. */
export class StringTableWriter {
  readonly texts: Array<string> = [];
  readonly #numbers = new Map<string, number>();

  /** The id of the contract that a node creates needs no place in the table. */
  addCreated(contractId: string, nodeId: number): void {
    this.#numbers.set(contractId, -1 - nodeId);
  }

  /** The number that stands for a text. */
  numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const added = this.texts.length;
    this.#numbers.set(text, added);
    this.texts.push(text);
    return added;
  }

  /** The numbers that stand for some texts, as JSON. */
  listOf(texts: ReadonlyArray<string>): string {
    if (texts.length === 1) return `[${this.numberOf(texts[0] ?? "")}]`;
    return `[${texts.map((text) => this.numberOf(text)).join(",")}]`;
  }

  /**
   * A Daml value as JSON with numbers for its texts. Throws a TypeError for a number and a
   * RangeError for a value nested deeper than {@link maxStoredDepth}: no type of Daml writes the
   * one, nor reads the other.
   */
  valueOf(value: Json, depth = 0): string {
    if (typeof value === "string") return String(this.numberOf(value));
    if (value === null || typeof value === "boolean") return String(value);
    if (depth === maxStoredDepth)
      throw new RangeError(`found a value deeper than ${maxStoredDepth} levels`);
    if (isJsonArray(value)) return this.#arrayOf(value, depth + 1);
    if (isJsonObject(value)) return this.#objectOf(value, depth + 1);
    throw new TypeError(`found the number ${String(value)} in a Daml value, expected it as text`);
  }

  #arrayOf(items: ReadonlyArray<Json>, depth: number): string {
    let text = "";
    for (let index = 0; index < items.length; index++)
      text += (index === 0 ? "" : ",") + this.valueOf(items[index] ?? null, depth);
    return `[${text}]`;
  }

  #objectOf(object: { readonly [name: string]: Json }, depth: number): string {
    let text = "";
    for (const name of Object.keys(object)) {
      const value = this.valueOf(object[name] ?? null, depth);
      text += `${text === "" ? "" : ","}${quoted(name)}:${value}`;
    }
    return `{${text}}`;
  }
}

/**
 * Thrown inside of this room when an event refers to a text it does not have; `decodeLedgerEvent`
 * returns it as its error.
 */
export class StoredValueError extends Error {}

/** The texts of one event while it is read. */
export interface StringTableReader {
  /** The text a number stands for. Throws a `StoredValueError` for any other value. */
  textOf(reference: unknown): string;
}

/** @param contractIds of the contracts created, by the number of their node */
export const stringTableReader = (
  texts: ReadonlyArray<string>,
  contractIds: ReadonlyArray<string | undefined>,
): StringTableReader => ({
  textOf: (reference) => {
    const text =
      typeof reference !== "number"
        ? undefined
        : reference < 0
          ? contractIds[-1 - reference]
          : texts[reference];
    if (text === undefined)
      throw new StoredValueError(`refers to ${String(reference)}, which no text has`);
    return text;
  },
});

/**
 * A stored Daml value with its texts in the place of numbers.
 *
 * @param value just parsed and seen by nobody else: it is changed in place
 */
export const restoredValue = (value: unknown, table: StringTableReader, depth = 0): Json => {
  if (typeof value === "number") return table.textOf(value);
  if (value === null || typeof value === "boolean") return value;
  if (typeof value !== "object")
    throw new StoredValueError("has a text in place of a reference to one");
  if (depth === maxStoredDepth)
    throw new StoredValueError(`has a value deeper than ${maxStoredDepth} levels`);
  // border: an object or array just made by JSON.parse
  const holder = value as Record<string, unknown>;
  for (const name of Object.keys(holder))
    holder[name] = restoredValue(holder[name], table, depth + 1);
  // border: every text of it is JSON, and so was the rest
  return holder as unknown as Json;
};
