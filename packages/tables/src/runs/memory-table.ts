import { gone, type Gone } from "@tallystick/core";
import { ByteWriter } from "./byte-writer.js";
import { hashKey, type KeyHash } from "./key-hash.js";
import { entryHeadBytes, goneLength } from "./run-file.js";
import type { TableContext } from "./run-table.js";
import { entryBytes } from "./run-writer.js";
import { keyBytes, type TableForm, writeHashedEntry } from "./table-form.js";

/** A part of the memory of a table ends with the entry that reaches this many bytes. */
const partBytes = 4 * 1024 * 1024;

const firstPartBytes = 64 * 1024;

const firstSlots = 1024;

/** The place of a slot whose entry was removed. */
const removedPlace = 0xffffffff;

/** Bits of a hash in a slot: an entry is looked at where they agree. */
const tagBits = 14;

/** The most bytes of records whose values are cached. */
const maxRecentBytes = 8 * 1024 * 1024;

/** Counted for each in addition to its record; bytes. */
const valueOverheadBytes = 512;

const slotsFor = (entries: number): number =>
  Math.max(firstSlots, 2 ** Math.ceil(Math.log2(entries * 2 + 1)));

/** Places of entries by the hashes of their keys: open addressing, 8 bytes a slot. */
class Slots {
  /** The first byte of an entry in its part, plus one; 0 marks a free slot. */
  readonly places: Uint32Array;
  /** The number of the part, and some bits of the hash. */
  readonly parts: Uint32Array;

  constructor(readonly count: number) {
    this.places = new Uint32Array(count);
    this.parts = new Uint32Array(count);
  }

  /** Adds an entry that is in no slot. */
  add(part: number, at: number, { high, low }: KeyHash): void {
    const mask = this.count - 1;
    let slot = low & mask;
    while (this.places[slot] !== 0) slot = (slot + 1) & mask;
    this.put(slot, part, at, high);
  }

  put(slot: number, part: number, at: number, high: number): void {
    this.places[slot] = at + 1;
    this.parts[slot] = part * 2 ** tagBits + (high & (2 ** tagBits - 1));
  }

  /** Whether a slot has the entry at this place. */
  has(part: number, at: number, { high, low }: KeyHash): boolean {
    const mask = this.count - 1;
    const inPart = part * 2 ** tagBits + (high & (2 ** tagBits - 1));
    for (let slot = low & mask; this.places[slot] !== 0; slot = (slot + 1) & mask)
      if (this.places[slot] === at + 1 && this.parts[slot] === inPart) return true;
    return false;
  }
}

/** Whether an entry may be dropped, by the bytes of its value. */
export type IsForgotten = (bytes: Buffer, valueStart: number) => boolean;

/**
 * A table in memory that is changed in place: entries are bytes in the form of a run, so that the
 * collector has nothing to do with them. One takes its bytes, as in a run, and 12 to 24 for its
 * slots. It can be what a long fold gathers its changes in, see `mapIn`.
 */
export class MemoryTable<V> {
  readonly #form: TableForm<V>;
  readonly #context: TableContext;
  readonly #isForgotten: IsForgotten | undefined;
  #slots = new Slots(firstSlots);
  /** Slots that are not free. */
  #taken = 0;
  #size = 0;
  #parts: Array<ByteWriter> = [new ByteWriter(firstPartBytes)];
  #bytes = 0;
  /** Bytes of entries that were removed or replaced. */
  #deadBytes = 0;
  /** Cache of values by place: what is read repeatedly is the same object. */
  #recent = new Map<number, V | Gone>();
  #recentBytes = 0;
  /** The hash of the key that was looked up last. */
  #key: string | undefined;
  readonly #hash: KeyHash = { high: 0, low: 0 };

  /**
   * @param isForgotten entries that need not be kept; they may be found until they are dropped. The
   * oldest are forgotten first
   */
  constructor(form: TableForm<V>, context: TableContext, isForgotten?: IsForgotten) {
    this.#form = form;
    this.#context = context;
    this.#isForgotten = isForgotten;
  }

  /** Keys. */
  get size(): number {
    return this.#size;
  }

  /** Bytes of memory for entries and slots. */
  get bytes(): number {
    return this.#bytes + 8 * this.#slots.count;
  }

  get(key: string): V | Gone | undefined {
    const slot = this.#find(key);
    return slot < 0 ? undefined : this.#valueAt(key, this.#partAt(slot), this.#placeAt(slot));
  }

  set(key: string, value: V | Gone): void {
    if ((this.#taken + 1) * 3 > this.#slots.count * 2) this.#makeRoom();
    const slot = this.#find(key);
    if (slot >= 0) this.#drop(slot);
    const { high } = this.#hash;
    const part = this.#openPart();
    const out = this.#parts[part] ?? new ByteWriter();
    const at = out.length;
    writeHashedEntry(out, this.#form, this.#context.texts, this.#hash, key, value);
    this.#bytes += out.length - at;
    if (slot >= 0) return this.#slots.put(slot, part, at, high);
    this.#slots.add(part, at, this.#hash);
    this.#taken++;
    this.#size++;
  }

  delete(key: string): boolean {
    const slot = this.#find(key);
    if (slot < 0) return false;
    this.#drop(slot);
    this.#slots.places[slot] = removedPlace;
    this.#size--;
    if (this.#deadBytes > partBytes && this.#deadBytes * 2 > this.#bytes)
      this.#rebuild(slotsFor(this.#size));
    return true;
  }

  /** All entries, in no particular order. */
  *[Symbol.iterator](): Generator<readonly [string, V | Gone]> {
    for (let slot = 0; slot < this.#slots.count; slot++) {
      const place = this.#slots.places[slot] ?? 0;
      if (place === 0 || place === removedPlace) continue;
      const [part, at] = [this.#partAt(slot), place - 1];
      const bytes = this.#bytesOf(part);
      const keyStart = at + entryHeadBytes;
      const keyEnd = keyStart + bytes.readUInt32LE(at + 8);
      const key = this.#form.keyText(bytes.subarray(keyStart, keyEnd));
      yield [key, this.#read(key, bytes, at)];
    }
  }

  #partAt(slot: number): number {
    return (this.#slots.parts[slot] ?? 0) >>> tagBits;
  }

  #placeAt(slot: number): number {
    return (this.#slots.places[slot] ?? 0) - 1;
  }

  #bytesOf(part: number): Buffer {
    return this.#parts[part]?.written() ?? Buffer.alloc(0);
  }

  /** The slot of a key, or -1. */
  #find(key: string): number {
    if (key !== this.#key) {
      hashKey(key, this.#context.seed, this.#hash);
      this.#key = key;
    }
    const { high, low } = this.#hash;
    const { places, parts, count } = this.#slots;
    const tag = high & (2 ** tagBits - 1);
    let bytes: Buffer | undefined;
    for (let slot = low & (count - 1); places[slot] !== 0; slot = (slot + 1) & (count - 1)) {
      const part = parts[slot] ?? 0;
      if ((part & (2 ** tagBits - 1)) !== tag || places[slot] === removedPlace) continue;
      bytes ??= keyBytes(this.#form, key);
      if (this.#isOf(part >>> tagBits, (places[slot] ?? 0) - 1, bytes)) return slot;
    }
    return -1;
  }

  /** Whether the entry at a place has the key that was hashed last. */
  #isOf(part: number, at: number, key: Buffer): boolean {
    const bytes = this.#bytesOf(part);
    const { high, low } = this.#hash;
    if (bytes.readUInt32LE(at) !== high || bytes.readUInt32LE(at + 4) !== low) return false;
    const start = at + entryHeadBytes;
    return bytes.compare(key, 0, key.length, start, start + bytes.readUInt32LE(at + 8)) === 0;
  }

  #valueAt(key: string, part: number, at: number): V | Gone {
    const place = part * partBytes + at;
    const known = this.#recent.get(place);
    if (known !== undefined) return known;
    const bytes = this.#bytesOf(part);
    const value = this.#read(key, bytes, at);
    this.#recentBytes += entryBytes(bytes, at) + valueOverheadBytes;
    if (this.#recentBytes > maxRecentBytes) this.#forgetRecent();
    this.#recent.set(place, value);
    return value;
  }

  #forgetRecent(): void {
    this.#recent = new Map();
    this.#recentBytes = 0;
  }

  #read(key: string, bytes: Buffer, at: number): V | Gone {
    const valueBytes = bytes.readUInt32LE(at + 12);
    if (valueBytes === goneLength) return gone;
    const start = at + entryHeadBytes + bytes.readUInt32LE(at + 8);
    return this.#form.read(key, bytes.subarray(start, start + valueBytes), this.#context.texts);
  }

  /** Counts the entry of a slot as dead. */
  #drop(slot: number): void {
    const [part, at] = [this.#partAt(slot), this.#placeAt(slot)];
    this.#deadBytes += entryBytes(this.#bytesOf(part), at);
    this.#recent.delete(part * partBytes + at);
  }

  /** The number of the part that the next entry is written to. */
  #openPart(): number {
    const last = this.#parts.length - 1;
    return (this.#parts[last]?.length ?? 0) < partBytes
      ? last
      : this.#parts.push(new ByteWriter(partBytes + firstPartBytes)) - 1;
  }

  #makeRoom(): void {
    const mayForget = this.#isDropped(this.#bytesOf(0), 0);
    if (mayForget) this.#rebuild(this.#slots.count);
    if (!mayForget || this.#size * 2 > this.#slots.count) this.#rebuild(slotsFor(this.#size));
  }

  /** New slots for what is not removed or forgotten; if that is less than half, new parts too. */
  #rebuild(slotCount: number): void {
    const before = { slots: this.#slots, parts: this.#parts };
    const isMoved = this.#deadBytes * 2 > this.#bytes;
    this.#slots = new Slots(slotCount);
    this.#size = 0;
    this.#deadBytes = 0;
    if (isMoved) {
      this.#parts = [new ByteWriter(firstPartBytes)];
      this.#bytes = 0;
    }
    this.#forgetRecent();
    for (let part = 0; part < before.parts.length; part++) {
      this.#keep(before.slots, part, before.parts[part]?.written() ?? Buffer.alloc(0), isMoved);
      // its memory is not needed any more
      if (isMoved) before.parts[part] = new ByteWriter(0);
    }
    this.#taken = this.#size;
  }

  #keep(slots: Slots, part: number, bytes: Buffer, isMoved: boolean): void {
    const hash: KeyHash = { high: 0, low: 0 };
    for (let at = 0, length = 0; at < bytes.length; at += length) {
      length = entryBytes(bytes, at);
      hash.high = bytes.readUInt32LE(at);
      hash.low = bytes.readUInt32LE(at + 4);
      if (!slots.has(part, at, hash) || this.#isDropped(bytes, at)) {
        if (!isMoved) this.#deadBytes += length;
        continue;
      }
      this.#size++;
      if (!isMoved) {
        this.#slots.add(part, at, hash);
        continue;
      }
      const to = this.#openPart();
      const out = this.#parts[to] ?? new ByteWriter();
      this.#slots.add(to, out.length, hash);
      out.part(bytes, at, at + length);
      this.#bytes += length;
    }
  }

  #isDropped(bytes: Buffer, at: number): boolean {
    const valueStart = at + entryHeadBytes + bytes.readUInt32LE(at + 8);
    return this.#isForgotten?.(bytes, valueStart) === true;
  }
}
