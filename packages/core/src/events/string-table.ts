import { boundedMemo } from "../collections/bounded-memo.js";
import { isJsonArray, isJsonObject, type Json } from "../values/json.js";

// A Daml value as JSON has texts, booleans, null, arrays and objects, but no numbers: Int64,
// Numeric and times are texts (ledger-api 2.1). In the journal a number in it therefore means
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

  /** The number of a text. */
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
export class StringTableReader {
  readonly #texts: ReadonlyArray<string>;
  readonly #contractIds: ReadonlyArray<string | undefined>;

  /** @param contractIds of the contracts created, by the number of their node */
  constructor(texts: ReadonlyArray<string>, contractIds: ReadonlyArray<string | undefined>) {
    this.#texts = texts;
    this.#contractIds = contractIds;
  }

  /** The text of a number. Throws a `StoredValueError` when it has none. */
  textOf(reference: number): string {
    const text = reference < 0 ? this.#contractIds[-1 - reference] : this.#texts[reference];
    if (text === undefined)
      throw new StoredValueError(`refers to ${String(reference)}, which no text has`);
    return text;
  }

  /** The texts some numbers stand for. */
  textsOf(references: ReadonlyArray<number>): ReadonlyArray<string> {
    const texts: Array<string> = [];
    for (let index = 0; index < references.length; index++)
      texts.push(this.textOf(references[index] ?? Number.NaN));
    return texts;
  }

  /**
   * A stored Daml value with its texts in the place of numbers. Throws a `StoredValueError` for
   * what is none.
   *
   * @param value just parsed and seen by nobody else: it is changed in place
   */
  valueOf(value: unknown, depth = 0): Json {
    if (typeof value === "number") return this.textOf(value);
    if (value === null || typeof value === "boolean") return value;
    if (typeof value !== "object")
      throw new StoredValueError("has a text in place of a reference to one");
    if (depth === maxStoredDepth)
      throw new StoredValueError(`has a value deeper than ${maxStoredDepth} levels`);
    if (Array.isArray(value)) {
      const items: Array<unknown> = value;
      for (let index = 0; index < items.length; index++)
        items[index] = this.valueOf(items[index], depth + 1);
    } else {
      // border: an object just made by JSON.parse, whose fields are all its own
      const fields = value as Record<string, unknown>;
      for (const name in fields) fields[name] = this.valueOf(fields[name], depth + 1);
    }
    // border: every text of it is JSON, and so was the rest
    return value as unknown as Json;
  }
}
