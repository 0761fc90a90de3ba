import type { ContractId } from "../values/ids.js";
import { boundedMemo } from "../collections/bounded-memo.js";
import { isJsonArray, isJsonObject, type Json } from "../values/json.js";

// The JSON of a Daml value has texts, booleans, null, arrays and objects, but no numbers: Int64,
// Numeric and times are texts (ledger-api 2.1). In the journal a number in it therefore means a
// text: n for the text n of the event's table, -1 - n for the id of the contract that node n
// creates.

/** How deep the values of an event may be nested. */
export const maxStoredDepth = 1_000;

/** The name of a field as JSON, with what comes before and after it. */
interface QuotedName {
  /** In the first field of an object. */
  readonly first: string;
  readonly next: string;
}

const quotedName = (name: string): QuotedName => {
  const quoted = `${JSON.stringify(name)}:`;
  return { first: `{${quoted}`, next: `,${quoted}` };
};

// field names repeat from event to event
const quotedNames = boundedMemo<QuotedName>(4096, quotedName);
const longestQuotedName = 100;

/**
 * Writes the fields of an event and collects its table of texts: each text once, in order of first
 * occurrence. Everything is appended to one string, because a string concatenated from concatenated
 * strings is several times slower to read.
 */
export class StringTableWriter {
  readonly texts: Array<string> = [];
  readonly #numbers = new Map<string, number>();
  // most transactions refer to none of them, and a map would have to hash each
  readonly #created: Array<readonly [contractId: ContractId, number: number]> = [];
  #createdNumbers: ReadonlyMap<string, number> | undefined;
  #shortestCreated = Number.POSITIVE_INFINITY;
  #written = "";

  /** The text written so far. */
  get written(): string {
    return this.#written;
  }

  /** Gives away the text written so far: what is written from now on is a text of its own. */
  taken(): string {
    const written = this.#written;
    this.#written = "";
    return written;
  }

  /** The id of the contract that a node creates is not in the table. Before any text. */
  addCreated(contractId: ContractId, nodeId: number): void {
    this.#created.push([contractId, -1 - nodeId]);
    this.#shortestCreated = Math.min(this.#shortestCreated, contractId.length);
  }

  raw(json: string): void {
    this.#written += json;
  }

  /** Writes JSON as it is, and the number of a text. */
  text(before: string, text: string): void {
    this.#written += `${before}${this.#numberOf(text)}`;
  }

  /** Writes JSON as it is, and the numbers of some texts. */
  list(before: string, texts: ReadonlyArray<string>): void {
    this.#written += `${before}[`;
    for (let index = 0; index < texts.length; index++)
      this.text(index === 0 ? "" : ",", texts[index] ?? "");
    this.#written += "]";
  }

  /**
   * Writes a Daml value with numbers for its texts. Throws a TypeError for a number and a
   * RangeError for a value nested deeper than {@link maxStoredDepth}: no Daml type has either.
   */
  value(value: Json, depth = 0): void {
    if (typeof value === "string") this.#written += this.#numberOf(value);
    else if (value === null || typeof value === "boolean") this.#written += String(value);
    else if (depth === maxStoredDepth)
      throw new RangeError(`found a value deeper than ${maxStoredDepth} levels`);
    else if (isJsonArray(value)) this.#array(value, depth + 1);
    else if (isJsonObject(value)) this.#object(value, depth + 1);
    else
      throw new TypeError(`found the number ${String(value)} in a Daml value, expected it as text`);
  }

  #numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const added = this.#createdNumber(text) ?? this.texts.push(text) - 1;
    this.#numbers.set(text, added);
    return added;
  }

  #createdNumber(text: string): number | undefined {
    if (text.length < this.#shortestCreated) return undefined;
    this.#createdNumbers ??= new Map(this.#created);
    return this.#createdNumbers.get(text);
  }

  #array(items: ReadonlyArray<Json>, depth: number): void {
    this.#written += "[";
    for (let index = 0; index < items.length; index++) {
      if (index > 0) this.#written += ",";
      this.value(items[index] ?? null, depth);
    }
    this.#written += "]";
  }

  #object(object: { readonly [name: string]: Json }, depth: number): void {
    const names = Object.keys(object);
    for (let index = 0; index < names.length; index++) {
      const name = names[index] ?? "";
      const quoted = name.length <= longestQuotedName ? quotedNames.of(name) : quotedName(name);
      this.#written += index === 0 ? quoted.first : quoted.next;
      this.value(object[name] ?? null, depth);
    }
    this.#written += names.length === 0 ? "{}" : "}";
  }
}

/**
 * Thrown in this folder when an event refers to a missing text; `decodeLedgerEvent` returns it as
 * its error.
 */
export class StoredValueError extends Error {
  /** Fields and list indices, from the outside in. */
  readonly place: Array<string | number> = [];
}

/** What a reader threw at one of its parts, with that part in its place. */
export const thrownAt = (part: string | number, thrown: unknown): unknown => {
  if (thrown instanceof StoredValueError) thrown.place.unshift(part);
  return thrown;
};

/** The texts of one event while it is read. */
export class StringTableReader {
  readonly #texts: ReadonlyArray<string>;
  readonly #contractIds: ReadonlyArray<string | undefined>;

  /** @param contractIds of the contracts created, by the number of their node */
  constructor(texts: ReadonlyArray<string>, contractIds: ReadonlyArray<string | undefined>) {
    this.#texts = texts;
    this.#contractIds = contractIds;
  }

  /** The text with a number. Throws a `StoredValueError` when there is none. */
  textOf(reference: number): string {
    const text = reference < 0 ? this.#contractIds[-1 - reference] : this.#texts[reference];
    if (text === undefined)
      throw new StoredValueError(`refers to text ${String(reference)}, which is missing`);
    return text;
  }

  /**
   * A stored Daml value with its numbers replaced by texts. Throws a `StoredValueError` for
   * anything else.
   *
   * @param value just parsed and not shared: it is changed in place
   */
  valueOf(value: unknown, depth = 0): Json {
    if (typeof value === "number") return this.textOf(value);
    if (value === null || typeof value === "boolean") return value;
    if (typeof value !== "object") throw new StoredValueError("has a text instead of a reference");
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
