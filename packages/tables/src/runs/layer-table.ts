import { type BaseMap, gone, type Gone } from "@tallystick/core";
import { ByteWriter } from "./byte-writer.js";
import { hashOf, type KeyHash } from "./key-hash.js";
import { entryHeadBytes, goneLength } from "./run-file.js";
import { remember, type TableContext } from "./run-table.js";
import { entryBytes } from "./run-writer.js";
import { keyBytes, type TableForm, writeHashedEntry } from "./table-form.js";

/** What memory is reserved for. */
export interface LayerSize {
  readonly entries: number;
  /** Of the entries. */
  readonly bytes: number;
}

const smallest: LayerSize = { entries: 512, bytes: 64 * 1024 };

/** Longer than before by half, and at least as long as needed. */
const longer = (numbers: Uint32Array, least: number): Uint32Array => {
  const copy = new Uint32Array(Math.max(least, Math.ceil(numbers.length * 1.5)));
  copy.set(numbers);
  return copy;
};

const slotsFor = (entries: number): number => 2 ** Math.ceil(Math.log2(entries * 2 + 1));

/**
 * Changes of a table in memory that are only added to: entries are bytes in the form of a run, so
 * that the collector has nothing to do with them, and a thread writes them into a run as they are.
 * What a key had before stays readable by the number of entries there were, see `LayerView`.
 */
export class LayerTable<V> {
  readonly #form: TableForm<V>;
  readonly #context: TableContext;
  readonly #out: ByteWriter;
  /** First byte of each entry. */
  #starts: Uint32Array;
  /** For each entry the number of the former entry of its key, plus one; 0 for none. */
  #formers: Uint32Array;
  /** The number of the latest entry of a key, plus one, by the hash: open addressing. */
  #slots: Uint32Array;
  /** Keys. */
  #taken = 0;
  #count = 0;
  /** Cache of values by entry: what is read repeatedly is the same object. */
  readonly #recent = new Map<number, unknown>();

  /** @param size the size that it will most likely have */
  constructor(form: TableForm<V>, context: TableContext, size: LayerSize = smallest) {
    this.#form = form;
    this.#context = context;
    const entries = Math.max(size.entries, smallest.entries);
    this.#out = new ByteWriter(Math.max(size.bytes, smallest.bytes), true);
    this.#starts = new Uint32Array(entries);
    this.#formers = new Uint32Array(entries);
    this.#slots = new Uint32Array(slotsFor(entries));
  }

  /** Entries so far. */
  get count(): number {
    return this.#count;
  }

  /** All entries, in shared memory: unsorted, of several with the same key the last counts. */
  get entries(): Buffer {
    return this.#out.written();
  }

  /** Bytes of the entries. */
  get bytes(): number {
    return this.#out.length;
  }

  /** Drops all entries, but not the memory. There must be no view of them. */
  clear(): void {
    this.#out.clear();
    this.#slots.fill(0);
    this.#recent.clear();
    this.#taken = 0;
    this.#count = 0;
  }

  /** Adds the value of a key, or its removal. */
  add(key: string, value: V | Gone): void {
    if ((this.#taken + 1) * 2 > this.#slots.length) this.#spread();
    if (this.#count === this.#starts.length) {
      this.#starts = longer(this.#starts, smallest.entries);
      this.#formers = longer(this.#formers, smallest.entries);
    }
    const hash = hashOf(key, this.#context.seed);
    const slot = this.#slotOf(key, hash);
    const former = this.#slots[slot] ?? 0;
    if (former === 0) this.#taken++;
    this.#starts[this.#count] = this.#out.length;
    this.#formers[this.#count] = former;
    writeHashedEntry(this.#out, this.#form, this.#context.texts, hash, key, value);
    this.#slots[slot] = ++this.#count;
  }

  /**
   * The value of a key, or that it was removed; undefined when nothing is known of it.
   *
   * @param count only the first entries are read, so many
   */
  get(key: string, count: number): V | Gone | undefined {
    const slot = this.#slotOf(key, hashOf(key, this.#context.seed));
    let entry = this.#slots[slot] ?? 0;
    while (entry > count) entry = this.#formers[entry - 1] ?? 0;
    return entry === 0 ? undefined : this.#valueOf(key, entry - 1);
  }

  /** What the keys of the first entries have, the latest first. */
  *latest(count: number): Generator<readonly [string, V | Gone]> {
    const isReplaced = new Uint8Array(count);
    const bytes = this.#out.written();
    for (let entry = count - 1; entry >= 0; entry--) {
      const former = this.#formers[entry] ?? 0;
      if (former > 0) isReplaced[former - 1] = 1;
      if (isReplaced[entry] === 1) continue;
      const start = this.#starts[entry] ?? 0;
      const keyStart = start + entryHeadBytes;
      const key = this.#form.keyText(
        bytes.subarray(keyStart, keyStart + bytes.readUInt32LE(start + 8)),
      );
      yield [key, this.#read(key, bytes, start)];
    }
  }

  /** The slot of a key, or the free one that it would get. */
  #slotOf(key: string, { high, low }: KeyHash): number {
    const slots = this.#slots;
    const bytes = this.#out.written();
    let keyOf: Buffer | undefined;
    for (let slot = low & (slots.length - 1); ; slot = (slot + 1) & (slots.length - 1)) {
      const entry = slots[slot] ?? 0;
      if (entry === 0) return slot;
      const start = this.#starts[entry - 1] ?? 0;
      if (bytes.readUInt32LE(start) !== high || bytes.readUInt32LE(start + 4) !== low) continue;
      keyOf ??= keyBytes(this.#form, key);
      const keyStart = start + entryHeadBytes;
      const keyEnd = keyStart + bytes.readUInt32LE(start + 8);
      if (bytes.compare(keyOf, 0, keyOf.length, keyStart, keyEnd) === 0) return slot;
    }
  }

  /** Twice as many slots. */
  #spread(): void {
    const before = this.#slots;
    const slots = new Uint32Array(before.length * 2);
    const bytes = this.#out.written();
    for (const entry of before) {
      if (entry === 0) continue;
      let slot = bytes.readUInt32LE((this.#starts[entry - 1] ?? 0) + 4) & (slots.length - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = entry;
    }
    this.#slots = slots;
  }

  #valueOf(key: string, entry: number): V | Gone {
    // border: only values of this table are cached here
    const known = this.#recent.get(entry) as V | undefined;
    if (known !== undefined) return known;
    const bytes = this.#out.written();
    const start = this.#starts[entry] ?? 0;
    const value = this.#read(key, bytes, start);
    if (value !== gone)
      remember(this.#context, this.#recent, entry, value, entryBytes(bytes, start));
    return value;
  }

  #read(key: string, bytes: Buffer, start: number): V | Gone {
    const valueBytes = bytes.readUInt32LE(start + 12);
    if (valueBytes === goneLength) return gone;
    const from = start + entryHeadBytes + bytes.readUInt32LE(start + 8);
    return this.#form.read(key, bytes.subarray(from, from + valueBytes), this.#context.texts);
  }
}

/** The first entries of a layer over another map. Immutable. */
export class LayerView<V> implements BaseMap<V> {
  readonly #count: number;

  /**
   * All entries that the layer has now.
   *
   * @param size keys, of both together
   */
  constructor(
    readonly layer: LayerTable<V>,
    readonly beneath: BaseMap<V> | undefined,
    readonly size: number,
  ) {
    this.#count = layer.count;
  }

  get(key: string): V | undefined {
    const known = this.layer.get(key, this.#count);
    if (known === undefined) return this.beneath?.get(key);
    return known === gone ? undefined : known;
  }

  *entries(): Generator<readonly [string, V]> {
    for (const [key, value] of this.layer.latest(this.#count))
      if (value !== gone) yield [key, value];
    for (const entry of this.beneath?.entries() ?? [])
      if (this.layer.get(entry[0], this.#count) === undefined) yield entry;
  }
}
