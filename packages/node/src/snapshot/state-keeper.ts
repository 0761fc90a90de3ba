import { Listeners, pause, systemTimers, type Timers } from "@tallystick/background";
import type { LedgerSettings, LedgerState } from "@tallystick/core";
import { SharedTexts } from "@tallystick/tables";
import { isLeft, right } from "fp-ts/lib/Either.js";
import type { Folded, FoldKeeper, Journal, LongFold } from "../journal/journal.js";
import { StateLayer } from "./state-layer.js";
import {
  makeSnapshotFolder,
  type ReadSnapshot,
  removeOthers,
  tablesOver,
  type TableRuns,
} from "./snapshot-file.js";
import { headOf, type SnapshotHead } from "./snapshot-head.js";
import type { KeeperParts } from "./keeper-parts.js";
import { type FoundRuns, SnapshotRuns } from "./snapshot-runs.js";

/** Events whose changes are moved into the layer at once: few survive a collection as objects. */
const eventsPerMove = 128;

/** Delay before a failed write is retried; milliseconds. */
const retryMs = 1_000;

const noRuns: TableRuns = { contracts: [], keys: [], changes: [] };

/** The layer being written into runs. */
interface Flush {
  readonly layer: StateLayer;
  readonly head: SnapshotHead;
  readonly done: Promise<void>;
}

/**
 * Keeps the state in files, apart from the latest changes: regularly it adds a new top layer,
 * writes the one below into runs, and puts the state over these. The files are also the snapshot.
 * The value of the state does not change.
 */
export class StateKeeper implements FoldKeeper {
  readonly #parts: KeeperParts;
  #runs: SnapshotRuns;
  #journalId: string | undefined;
  /** Offset up to which the runs are complete. */
  #kept: number;
  /** Offset of the last state changed here. */
  #settledAt = 0;
  /** What changed since then, or since the layer that is being written. */
  #layer: StateLayer;
  /** Units of the events whose changes are in the top layer of the state. */
  #units = 0;
  /** Offset of the last snapshot. */
  #sizes = { contracts: 0, keys: 0 };
  #flush: Flush | undefined;
  /** True when the runs changed since the state was put over them. */
  #isChanged = false;
  #damage: string | undefined;
  /** True when the last write failed. */
  #isInterrupted = false;
  #isClosing = false;
  #closed: Promise<void> | undefined;
  /** Ends the delay before a retry. */
  #retrying = new AbortController();
  readonly #dues = new Listeners();
  readonly onDue = this.#dues.add;

  constructor(parts: KeeperParts, found: ReadSnapshot | undefined) {
    this.#parts = parts;
    this.#kept = found?.state.offset ?? 0;
    if (found !== undefined)
      this.#sizes = { contracts: found.state.contracts.size, keys: found.state.keys.size };
    this.#runs = this.#runsOf(found);
    this.#layer = new StateLayer(this.#runs.context);
  }

  #runsOf(found: FoundRuns | undefined): SnapshotRuns {
    const { folder, seed } = this.#parts;
    const nothing = { context: { texts: new SharedTexts(), seed }, runs: noRuns };
    const runs = new SnapshotRuns(folder, found ?? nothing, this.#parts, {
      merged: () => {
        if (runs !== this.#runs) return;
        this.#isChanged = true;
        this.#dues.tell();
      },
      damaged: (message) => {
        if (runs === this.#runs) this.#damage ??= message;
      },
      threadEnded: (reason) => this.#parts.threadEnded?.(reason),
      error: (message) => this.#interrupted(message),
    });
    return runs;
  }

  /**
   * Removes leftovers of earlier processes. Nothing is written before the hash of the journal's
   * first event is known.
   */
  async start(journalId: string | undefined): Promise<void> {
    this.#journalId = journalId;
    await this.#runs.removeOthers();
  }

  /** Sets the hash of the journal's first event. */
  identify(journalId: string): void {
    this.#journalId = journalId;
  }

  damage(): string | undefined {
    return this.#damage;
  }

  isDue(offset: number): boolean {
    if (this.#isClosing || this.#flush !== undefined) return false;
    return this.#isChanged || this.#isLayerFull(offset);
  }

  #isLayerFull(offset: number): boolean {
    if (this.#journalId === undefined) return false;
    const { everyEvents, everyUnits } = this.#parts;
    return offset - this.#kept >= everyEvents || this.#units >= everyUnits;
  }

  grew(units: number): void {
    this.#units += units;
  }

  /** True while a layer is being written and the top one has grown as large. */
  isFull(): boolean {
    return this.#flush !== undefined && this.#units >= this.#parts.everyUnits;
  }

  isAhead(offset: number): boolean {
    return this.#settledAt > offset;
  }

  settled(folded: Folded): Folded {
    const { offset } = folded.state;
    if (!this.isDue(offset) && offset - this.#settledAt < eventsPerMove) return folded;
    let state = this.#taken(folded.state);
    if (this.#isClosing || this.#flush !== undefined) return { ...folded, state };
    if (this.#isChanged) {
      state = this.#layer.over(state, tablesOver(this.#runs.all, this.#sizes, this.#runs.context));
      this.#isChanged = false;
    }
    if (this.#isLayerFull(state.offset)) this.#begin({ state, hash: folded.hash });
    return { state, hash: folded.hash };
  }

  /** The state with its latest changes in the layer. */
  #taken(state: LedgerState): LedgerState {
    this.#settledAt = state.offset;
    return this.#layer.taken(state);
  }

  /** Begins to write the layer, which has all changes of this state, and makes a new one. */
  #begin(folded: Folded): void {
    const journal = { stream: this.#parts.stream, journalId: this.#journalId ?? "" };
    const head = headOf(journal, folded.state, folded.hash);
    const layer = this.#layer;
    this.#units = 0;
    this.#layer = new StateLayer(this.#runs.context, layer);
    this.#flush = { layer, head, done: this.#write(layer, head, this.#runs) };
  }

  async room(): Promise<void> {
    await this.#flush?.done;
  }

  async #write(layer: StateLayer, head: SnapshotHead, runs: SnapshotRuns): Promise<void> {
    while (runs === this.#runs) {
      if (await this.#added(layer, head, runs)) break;
      if (this.#isClosing) return;
      await pause(retryMs, this.#retrying.signal, this.#timers);
    }
    if (runs !== this.#runs) return;
    this.#kept = head.offset;
    this.#sizes = head;
    if (this.#isInterrupted) {
      this.#isInterrupted = false;
      this.#parts.notice({
        kind: "snapshot-resumed",
        message: "the snapshot can be written again",
      });
    }
    this.#flush = undefined;
    this.#isChanged = true;
    this.#dues.tell();
  }

  async #added(layer: StateLayer, head: SnapshotHead, runs: SnapshotRuns): Promise<boolean> {
    try {
      await makeSnapshotFolder(this.#parts.folder);
      return await runs.add(layer.entries, head, this.#isClosing);
    } catch (thrown) {
      this.#interrupted(thrown instanceof Error ? thrown.message : String(thrown));
      return false;
    }
  }

  get #timers(): Timers {
    return this.#parts.timers ?? systemTimers;
  }

  #interrupted(message: string): void {
    if (this.#isInterrupted) return;
    this.#isInterrupted = true;
    const said = `the snapshot cannot be written: ${message}`;
    this.#parts.notice({ kind: "snapshot-interrupted", message: said });
  }

  async foldLong(journal: Journal, settings: LedgerSettings): Promise<LongFold> {
    const { folder, seed, foldIntoRuns, stream } = this.#parts;
    if (this.#journalId === undefined || this.#kept > 0 || this.#flush !== undefined)
      return undefined;
    const read = await foldIntoRuns?.(journal, { folder, settings, seed });
    if (read === undefined || isLeft(read)) return read;
    const { state, hash } = read.right;
    this.#runs = this.#runsOf(read.right);
    this.#layer = new StateLayer(this.#runs.context);
    this.#kept = state.offset;
    this.#settledAt = state.offset;
    this.#sizes = { contracts: state.contracts.size, keys: state.keys.size };
    const head = headOf({ stream, journalId: this.#journalId }, state, hash);
    await this.#runs.add(new Map(), head, false);
    return right({ state, hash });
  }

  async reset(): Promise<void> {
    const damaged = this.#runs;
    this.#runs = this.#runsOf(undefined);
    this.#layer = new StateLayer(this.#runs.context);
    this.#kept = 0;
    this.#settledAt = 0;
    this.#units = 0;
    this.#flush = undefined;
    this.#isChanged = false;
    this.#damage = undefined;
    this.#retrying.abort();
    this.#retrying = new AbortController();
    await damaged.close();
    await removeOthers(this.#parts.folder, undefined);
  }

  /**
   * Ends, once; before that it writes the rest of the given state into runs. Without a state
   * nothing is lost, but the next start reads more of the journal.
   */
  close(folded?: Folded): Promise<void> {
    return (this.#closed ??= this.#end(folded));
  }

  async #end(folded: Folded | undefined): Promise<void> {
    this.#isClosing = true;
    this.#retrying.abort();
    await this.#flush?.done;
    await this.#runs.endMerges();
    if (folded !== undefined && this.#mayWrite(folded.state.offset)) {
      this.#begin({ ...folded, state: this.#taken(folded.state) });
      await this.room();
    }
    await this.#runs.close();
  }

  /** Whether to write a snapshot of a state at this offset. */
  #mayWrite(offset: number): boolean {
    const isBehind = this.#flush === undefined && offset > this.#kept && !this.isAhead(offset);
    return isBehind && this.#damage === undefined && this.#journalId !== undefined;
  }
}
