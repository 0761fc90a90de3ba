import type { BaseMap } from "@tallystick/core";
import { hashOf } from "./key-hash.js";
import { entryHeadBytes } from "./run-file.js";
import { mayBeInFilter } from "./run-filter.js";
import { isGone, mergedEntries, valueStart } from "./run-merge.js";
import { removed, type Run } from "./run.js";
import type { SharedTexts } from "./shared-texts.js";
import { keyBytes, type TableForm } from "./table-form.js";

/** A run of a table, with its level. */
export interface LeveledRun {
  readonly run: Run;
  /** How often its entries were merged. */
  readonly level: number;
  /** Offset of its newest event. */
  readonly upTo: number;
  /** Cache of values read recently, by key: repeated reads return the same object. */
  readonly recent: Map<string, unknown>;
}

/** The most bytes of records whose values are cached, over all runs and layers of the thread. */
const usualRecentBytes = 32 * 1024 * 1024;

/** Counted for each in addition to its record; bytes. */
const valueOverheadBytes = 512;

let latelyBytes = 0;
/** The maps of cached values. */
const remembering = new Set<{ clear(): void }>();

/** Caches a value whose record has so many bytes. */
export const remember = <K>(
  { maxRecentBytes = usualRecentBytes }: Pick<TableContext, "maxRecentBytes">,
  recent: Map<K, unknown>,
  key: K,
  value: unknown,
  bytes: number,
): void => {
  latelyBytes += bytes + valueOverheadBytes;
  if (latelyBytes > maxRecentBytes) {
    for (const each of remembering) each.clear();
    remembering.clear();
    latelyBytes = bytes + valueOverheadBytes;
  }
  remembering.add(recent);
  recent.set(key, value);
};

/** What all tables of a snapshot share. */
export interface TableContext {
  readonly texts: SharedTexts;
  /** Of the hashes of keys. */
  readonly seed: number;
  /** The most bytes of records whose values are cached; default 32 MiB. */
  readonly maxRecentBytes?: number;
}

/** A table of the state, over some runs. Immutable. */
export class RunTable<V> implements BaseMap<V> {
  #missed: string | undefined;

  /**
   * @param runs the newest first
   * @param size keys that are not removed
   */
  constructor(
    readonly runs: ReadonlyArray<LeveledRun>,
    readonly size: number,
    private readonly form: TableForm<V>,
    private readonly context: TableContext,
  ) {}

  /** Throws `TableDamage` when what was read is not what was written. */
  get(key: string): V | undefined {
    // change ids are looked up twice, before and after a command is accepted
    if (this.#missed === key) return undefined;
    const { high, low } = hashOf(key, this.context.seed);
    let bytes: Uint8Array | undefined;
    const bytesOf = (): Uint8Array => (bytes ??= keyBytes(this.form, key));
    for (const { run, recent } of this.runs) {
      if (!mayBeInFilter(run.index.filter, high, low)) continue;
      // border: only values of this table are cached here
      const known = recent.get(key) as V | undefined;
      if (known !== undefined) return known;
      const found = run.find(high, low, bytesOf);
      if (found === removed) break;
      if (found !== undefined) return this.#remember(recent, key, found);
    }
    this.#missed = key;
    return undefined;
  }

  #remember(recent: Map<string, unknown>, key: string, bytes: Buffer): V {
    const value = this.form.read(key, bytes, this.context.texts);
    remember(this.context, recent, key, value, bytes.length);
    return value;
  }

  /** All of them, in no particular order. */
  *entries(): Generator<readonly [string, V]> {
    for (const entry of mergedEntries(this.runs.map(({ run }) => run))) {
      if (isGone(entry)) continue;
      const { bytes, start, end } = entry;
      const value = valueStart(entry);
      const key = this.form.keyText(bytes.subarray(start + entryHeadBytes, value));
      yield [key, this.form.read(key, bytes.subarray(value, end), this.context.texts)];
    }
  }
}
