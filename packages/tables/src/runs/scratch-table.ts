import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gone, type Gone } from "@tallystick/core";
import { LayerTable } from "./layer-table.js";
import { makeMerge } from "./run-job.js";
import { type LeveledRun, RunTable, type TableContext } from "./run-table.js";
import { Run } from "./run.js";
import { writeRun } from "./run-writer.js";
import type { RunIndex } from "./run-file.js";
import type { TableForm } from "./table-form.js";

/** Runs of a level that are merged into one of the next. */
const runsPerLevel = 16;

/** How a table is kept that is only needed while a process runs. */
export interface ScratchOptions {
  /** Bytes of entries after which they are written into a run. */
  readonly maxBytes?: number;
  /** The folder of the runs, which have no names there while they are used. */
  readonly folder?: string;
  /** True where a key that was removed is never set again. */
  readonly isSetOnce?: boolean;
  /** For values that begin with an offset, and are forgotten by it. */
  readonly offsets?: ScratchOffsets;
}

interface ScratchOffsets {
  /** At least the offset of each value so far. */
  readonly upTo: () => number;
  /** Values up to this offset need not be kept; they may be found until they are dropped. */
  readonly forgottenUpTo: () => number;
}

const usualMaxBytes = 8 * 1024 * 1024;

/** Bytes that the last entry of a layer most likely needs. */
const lastEntryBytes = 64 * 1024;

/** Keys whose values are kept as they are; a power of two. */
const latestKeys = 64;

/** Digits and letters at the end of a key, where the keys of a table differ. */
const placeOf = (key: string): number => {
  const last = key.length - 1;
  return (key.charCodeAt(last) + 7 * key.charCodeAt(last - 1)) & (latestKeys - 1);
};

/**
 * A table that is changed in place: its latest changes are a layer in memory, older ones are in
 * runs on the disk, whose files nobody else sees and which are gone with the process. It can be
 * what a long fold gathers its changes in, see `mapIn`. Where the disk has no room, the layer
 * grows.
 */
export class ScratchTable<V> {
  readonly #form: TableForm<V>;
  readonly #context: TableContext;
  readonly #folder: string;
  readonly #isSetOnce: boolean;
  readonly #offsets: ScratchOffsets | undefined;
  readonly #layer: LayerTable<V>;
  #maxBytes: number;
  /** The newest first. */
  #runs: ReadonlyArray<LeveledRun> = [];
  #beneath: RunTable<V>;
  /** Cache: one event reads and changes the same few keys again and again. */
  readonly #latest = new Array<string | undefined>(latestKeys).fill(undefined);
  readonly #latestValues = new Array<V | Gone | undefined>(latestKeys).fill(undefined);

  constructor(form: TableForm<V>, context: TableContext, options: ScratchOptions = {}) {
    const { maxBytes = usualMaxBytes, folder = tmpdir(), isSetOnce = false, offsets } = options;
    this.#form = form;
    this.#context = context;
    this.#folder = folder;
    this.#isSetOnce = isSetOnce;
    this.#offsets = offsets;
    this.#maxBytes = maxBytes;
    // memory that is not written to takes none
    this.#layer = new LayerTable(form, context, { entries: 0, bytes: maxBytes + lastEntryBytes });
    this.#beneath = this.#over([]);
  }

  #over(runs: ReadonlyArray<LeveledRun>): RunTable<V> {
    this.#runs = runs;
    return new RunTable(runs, 0, this.#form, this.#context);
  }

  /** At least the number of keys: entries that were replaced or removed may count. */
  get size(): number {
    return this.#runs.reduce((sum, { run }) => sum + run.index.entries, this.#layer.count);
  }

  /** Runs on the disk. */
  get runs(): number {
    return this.#runs.length;
  }

  /** Throws `TableDamage` when what was read is not what was written. */
  get(key: string): V | Gone | undefined {
    const place = placeOf(key);
    if (this.#latest[place] === key) return this.#latestValues[place];
    const value = this.#inLayer(key) ?? this.#beneath.get(key);
    this.#keep(place, key, value);
    return value;
  }

  #keep(place: number, key: string, value: V | Gone | undefined): void {
    this.#latest[place] = key;
    this.#latestValues[place] = value;
  }

  #inLayer(key: string): V | Gone | undefined {
    return this.#layer.get(key, this.#layer.count);
  }

  set(key: string, value: V | Gone): void {
    this.#layer.add(key, value);
    this.#keep(placeOf(key), key, value);
    if (this.#layer.bytes >= this.#maxBytes) this.#spill();
  }

  delete(key: string): boolean {
    const found = this.get(key);
    if (found === undefined || found === gone) return false;
    this.#layer.add(key, gone);
    this.#keep(placeOf(key), key, gone);
    return true;
  }

  /** All entries, in no particular order. */
  *[Symbol.iterator](): Generator<readonly [string, V | Gone]> {
    yield* this.#layer.latest(this.#layer.count);
    for (const entry of this.#beneath.entries())
      if (this.#inLayer(entry[0]) === undefined) yield entry;
  }

  #spill(): void {
    try {
      const keepsRemovals = !this.#isSetOnce && this.#runs.length > 0;
      const options = { flushes: false, keepsRemovals };
      const run = this.#made((path, id) => writeRun(path, id, this.#layer.entries, options));
      this.#add(run);
      this.#layer.clear();
      this.#forget();
      this.#merge();
    } catch {
      // no room: from now on it stays in memory
      this.#maxBytes = Number.POSITIVE_INFINITY;
    }
  }

  #add(run: Run): void {
    const upTo = this.#offsets?.upTo() ?? 0;
    this.#beneath = this.#over([{ run, level: 0, upTo, recent: new Map() }, ...this.#runs]);
  }

  /** A run in a file without a name. */
  #made(write: (path: string, id: string) => RunIndex): Run {
    const id = randomBytes(8).toString("hex");
    const path = join(this.#folder, `tallystick-${id}.run`);
    try {
      return new Run(path, id, write(path, id));
    } finally {
      rmSync(path, { force: true });
    }
  }

  /** Drops whole runs of forgotten values. */
  #forget(): void {
    const forgottenUpTo = this.#offsets?.forgottenUpTo() ?? 0;
    const kept = this.#runs.filter(({ upTo }) => upTo === 0 || upTo > forgottenUpTo);
    for (const each of this.#runs) if (!kept.includes(each)) each.run.close();
    if (kept.length < this.#runs.length) this.#beneath = this.#over(kept);
  }

  #merge(): void {
    for (let level = 0; ; level++) {
      const ofLevel = this.#runs.filter((each) => each.level === level);
      if (ofLevel.length < runsPerLevel) return;
      // runs of lower levels were merged just before
      const [upTo, runs] = [ofLevel[0]?.upTo ?? 0, ofLevel.map(({ run }) => run)];
      const rest = this.#runs.slice(ofLevel.length);
      const forgottenUpTo = this.#offsets?.forgottenUpTo() ?? 0;
      const options = { isOldest: rest.length === 0, forgottenUpTo, flushes: false };
      const run = this.#made((path, id) => makeMerge(runs, { path, id }, options));
      this.#beneath = this.#over([{ run, level: level + 1, upTo, recent: new Map() }, ...rest]);
      for (const each of runs) each.close();
    }
  }
}
