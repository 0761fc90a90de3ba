import {
  BackOff,
  type Delays,
  nextTurn,
  pause,
  type Timer,
  type Timers,
} from "@tallystick/background";
import type { StoreError } from "@tallystick/event-store";
import type { JournalEntry } from "@tallystick/views";
import { isLeft } from "fp-ts/lib/Either.js";
import { entryOf, type Journal, timersOf } from "../journal/journal.js";
import { storeMessage } from "../journal/store-message.js";
import type { LedgerNotice } from "../ledger/ledger-observer.js";
import { FoldProgress } from "./fold-progress.js";
import type { FoldingViews, ProjectorPace, ProjectorParts } from "./projector-parts.js";
import { foldedAtOnce, PendingEntries } from "./pending-entries.js";

/** Passes the journal's entries to the views. */
export interface Projector {
  /**
   * Adds durable entries, in order. While no request waits for the views, they are gathered for up
   * to `gatherMs` before the views are woken.
   */
  offer(entries: ReadonlyArray<JournalEntry>): void;
  /** The name of the views among the parts of the ledger. */
  readonly name: string;
  /** Why the views are not ready: folding is stopped, does not move, or is far behind. */
  unready(): string | undefined;
  /**
   * Ends when all is folded that was durable before; views that are far behind, or do not move, end
   * where they are.
   */
  stop(): Promise<void>;
}

/** For views in a background thread: waking it costs more than folding an entry. */
const defaultPace: ProjectorPace = { gatherMs: 100, maxFoldEntries: 2_000 };

/** Entries folded in one step while views catch up in a background thread. */
const entriesPerFold = 2_000;

/**
 * While views are this near to an entry, reading the journal, what comes is queued: it is not read
 * again.
 */
const nearEntries = 5_000;

/** Batches passed to the views ahead: the next waits while they fold one. */
const maxFoldsUnderWay = 2;

/** Entries that a stop still waits for; a start folds more than those faster in a thread. */
const mostAtStop = 5_000;

/** Delay before the journal is read again, when the views have not moved. */
const rereadDelays: Delays = { firstMs: 100, mostMs: 1_000 };

/** Delay before views that could not fold try again. */
const retryDelays: Delays = { firstMs: 100, mostMs: 5_000 };

/** Starts to pass entries to the views, beginning with those not folded yet. */
export const startProjector = (parts: ProjectorParts): Projector => new RunningProjector(parts);

// field by field: leaving one out of the others takes four times as long
const withoutEvent = ({ offset, type, data, hash }: JournalEntry): JournalEntry =>
  hash === undefined ? { offset, type, data } : { offset, type, data, hash };

class RunningProjector implements Projector {
  readonly name: string;
  readonly #journal: Journal;
  readonly #views: FoldingViews;
  readonly #ledgerEnd: () => number;
  readonly #notice: (notice: LedgerNotice) => void;
  readonly #pace: ProjectorPace;
  readonly #pending = new PendingEntries();
  /** The journal has entries that were not offered, or too many were. */
  #behind: boolean;
  #next: number;
  /** Queued entries were gathered long enough, or a request waits for them. */
  #isDue = false;
  /** Until it is told to stop. */
  #takesMore = true;
  readonly #stopping = new AbortController();
  #broken: string | undefined;
  #interrupted: string | undefined;
  readonly #backOff = new BackOff(retryDelays);
  readonly #unmoved = new BackOff(rereadDelays);
  #gathering: Timer | undefined;
  #reading: Promise<void> | undefined;
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #progress: FoldProgress;

  constructor({ name, journal, views, ledgerEnd, notice, pace }: ProjectorParts) {
    this.name = name;
    this.#notice = notice ?? (() => undefined);
    this.#pace = pace ?? defaultPace;
    this.#journal = journal;
    this.#views = views;
    this.#ledgerEnd = ledgerEnd;
    this.#next = views.checkpoint() + 1;
    this.#behind = views.checkpoint() < ledgerEnd();
    this.#progress = new FoldProgress({
      name,
      checkpoint: () => views.checkpoint(),
      ledgerEnd,
      isHeldUp: () => this.#error() !== undefined,
      timers: this.#timers,
      notice: this.#notice,
    });
    views.onWait(() => this.#flush());
    views.onRewind(() => {
      this.#progress.rewound();
      this.#pending.clear();
      this.#behind = true;
      this.#proceed();
    });
    this.#proceed();
  }

  offer(entries: ReadonlyArray<JournalEntry>): void {
    const [first, last] = [entries[0], entries.at(-1)];
    if (!this.#takesMore || this.#isOver() || first === undefined || last === undefined) return;
    if (!this.#behind && last.offset < this.#next) return;
    // a thread is sent texts alone, so that events need not be held for it
    const given = this.#views.foldsInThread?.() === true ? entries.map(withoutEvent) : entries;
    if (this.#behind) this.#queueAhead(given, first.offset);
    else if (first.offset === this.#next && this.#pending.add(given)) this.#next += entries.length;
    else this.#behind = true;
    this.#progress.woken();
    this.#proceed();
  }

  /**
   * Queues entries that come while the journal is read. Without them, a reader would never come to
   * the end of a journal that is written all the time.
   */
  #queueAhead(entries: ReadonlyArray<JournalEntry>, first: number): void {
    const isNext = !this.#pending.isEmpty && first === this.#next;
    if (!isNext) this.#pending.clear();
    const isNear = first - this.#views.checkpoint() <= nearEntries;
    if (isNear && this.#pending.add(entries)) this.#next = first + entries.length;
    else this.#pending.clear();
  }

  /** True when the views have come to what is queued. */
  #hasMet(): boolean {
    return (this.#pending.first ?? Number.POSITIVE_INFINITY) <= this.#views.checkpoint() + 1;
  }

  /** A request waits for the views: gathered entries are folded immediately. */
  #flush(): void {
    if (this.#pending.isEmpty) return;
    this.#isDue = true;
    this.#proceed();
  }

  unready(): string | undefined {
    return this.#error() ?? this.#progress.unready();
  }

  #error(): string | undefined {
    return this.#broken ?? this.#interrupted;
  }

  async stop(): Promise<void> {
    this.#takesMore = false;
    await this.#foldUpTo(this.#ledgerEnd());
    this.#stopping.abort();
    this.#progress.end();
    this.#endGathering();
    await Promise.all([this.#reading, ...this.#underWay]);
  }

  async #foldUpTo(end: number): Promise<void> {
    if (end - this.#views.checkpoint() > mostAtStop) return;
    for (let before = -1; before < this.#views.checkpoint() && !this.#isOver(); ) {
      before = this.#views.checkpoint();
      if (before >= end || this.#error() !== undefined) return;
      this.#flush();
      this.#proceed();
      await Promise.all([this.#reading, ...this.#underWay]);
    }
  }

  #isOver(): boolean {
    return this.#stopping.signal.aborted || this.#broken !== undefined;
  }

  /** Takes the next step, if it is due; called after every change. */
  #proceed(): void {
    if (this.#isOver() || this.#reading !== undefined) return;
    if (this.#behind) {
      this.#readWhenIdle();
    } else if (!this.#pending.isEmpty && this.#underWay.size < maxFoldsUnderWay) {
      const isDue = this.#isDue || this.#views.isAwaited?.() === true;
      if (isDue || this.#pending.isMuch()) this.#foldPending();
      else this.#gathering ??= this.#timers.after(this.#pace.gatherMs, () => this.#flush());
    }
  }

  #foldPending(): void {
    this.#endGathering();
    const entries = this.#pending.take(this.#pace.maxFoldEntries);
    const fold = this.#fold(entries).finally(() => {
      this.#underWay.delete(fold);
      this.#proceed();
    });
    this.#underWay.add(fold);
    this.#proceed();
  }

  /** Reading begins at the checkpoint, so all passed entries have to be folded before. */
  #readWhenIdle(): void {
    this.#endGathering();
    this.#pending.clear();
    if (this.#underWay.size > 0) return;
    this.#reading = this.#readOnward().finally(() => {
      this.#reading = undefined;
      this.#proceed();
    });
  }

  #endGathering(): void {
    this.#gathering?.cancel();
    this.#gathering = undefined;
    this.#isDue = false;
  }

  /** False when the entries were not folded. */
  async #fold(entries: ReadonlyArray<JournalEntry>): Promise<boolean> {
    const folded = await this.#views.fold(entries);
    this.#progress.moved();
    if (!isLeft(folded)) {
      this.#resumed();
      // views may fold in this thread: yields to other work
      await nextTurn(this.#timers);
      return true;
    }
    const { kind, message } = folded.left;
    switch (kind) {
      // they are being rebuilt: their next entries are in the journal
      case "behind":
      case "gap":
      case "damaged":
        this.#behind = true;
        return false;
      case "file":
      case "worker":
      case "in-use":
      case "timeout":
        this.#behind = true;
        await this.#retryAfter(`the views cannot apply further events: ${message}`);
        return false;
      case "journal":
      case "closed":
        this.#broken ??= `the views cannot apply further events: ${message}`;
        return false;
    }
  }

  /** Reads the journal; views that have not moved by that are left alone for a while. */
  async #readOnward(): Promise<void> {
    const from = this.#views.checkpoint();
    await this.#readJournal();
    if (this.#views.checkpoint() > from) this.#unmoved.reset();
    else if (this.#behind) await this.#wait(this.#unmoved.next());
  }

  /** Reads the next page while views fold in a background thread. */
  async #readJournal(): Promise<void> {
    const { store, stream } = this.#journal;
    let inThread: Promise<boolean> | undefined;
    for await (const page of store.readStream(stream, { from: this.#views.checkpoint() })) {
      if (isLeft(page)) {
        await inThread;
        return this.#notRead(page.left);
      }
      // unacknowledged events are not visible
      const end = this.#ledgerEnd();
      const entries = page.right.map(entryOf).filter(({ offset }) => offset <= end);
      for (let at = 0; at < entries.length; ) {
        if (inThread !== undefined && !(await inThread)) return;
        if (this.#hasMet()) return this.#atEnd();
        const foldsInThread = this.#views.foldsInThread?.() === true;
        const most = foldsInThread ? entriesPerFold : this.#pace.maxFoldEntries;
        const count = foldedAtOnce(entries, at, most);
        const folded = this.#fold(entries.slice(at, at + count));
        at += count;
        inThread = foldsInThread ? folded : undefined;
        const isFolded = foldsInThread || (await folded);
        if (isFolded && !this.#isOver()) continue;
        await inThread;
        return;
      }
    }
    if (inThread === undefined || (await inThread)) this.#atEnd();
  }

  #atEnd(): void {
    this.#behind = !this.#hasMet() && this.#views.checkpoint() < this.#ledgerEnd();
    if (this.#pending.isEmpty) this.#next = this.#views.checkpoint() + 1;
  }

  #notRead(error: StoreError): void {
    if (error.kind !== "unavailable")
      this.#broken = `the views cannot read the journal: ${storeMessage(error)}`;
  }

  /** Waits longer each time, and reports it once. */
  async #retryAfter(message: string): Promise<void> {
    if (this.#interrupted === undefined) this.#notice({ kind: "views-interrupted", message });
    this.#interrupted = message;
    await this.#wait(this.#backOff.next());
  }

  #wait(ms: number): Promise<void> {
    return pause(ms, this.#stopping.signal, this.#timers);
  }

  get #timers(): Timers {
    return timersOf(this.#journal);
  }

  #resumed(): void {
    if (this.#interrupted === undefined) return;
    this.#interrupted = undefined;
    this.#backOff.reset();
    this.#notice({ kind: "views-resumed", message: "the views apply events again" });
  }
}
