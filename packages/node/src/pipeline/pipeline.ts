import type { DecisionContext, LedgerCommand, LedgerError, LedgerState } from "@tallystick/core";
import type { AsideStore, EventStore, RecordedEvent } from "@tallystick/event-store";
import { type Either, flatten, isLeft, left } from "fp-ts/lib/Either.js";
import { charactersOf, type Folded } from "../journal/journal.js";
import type { AppendOutcome } from "../journal/append-safely.js";
import { allWaiting } from "./all-waiting.js";
import { AsideChoice } from "./aside-choice.js";
import { BatchAppends } from "./batch-appends.js";
import type { Outcome } from "./command-outcome.js";
import { contextFor, decideAll, maxBatchUnits, outcomesOf } from "./decide-batch.js";
import { type DecidedBatch, joinedBatch, type UnderWay } from "./decided-batch.js";
import { DurableState } from "./durable-state.js";
import { type EntryListener, JournalFollower } from "./journal-follower.js";
import { notRunning, stateFull } from "./pipeline-errors.js";
import type { PipelineParts } from "./pipeline-parts.js";
import { WaitingCommands } from "./waiting-commands.js";

/**
 * The one way into the journal: takes what waits, decides it, appends it in one go, then answers.
 */
export interface Pipeline {
  /** Resolves after durability. */
  enqueue(command: LedgerCommand): Promise<Outcome>;
  /** The state as far as it is durable. */
  committed(): Folded;
  /** Time, a fresh seed and the packages, as a command that came now would be decided with. */
  contextNow(): DecisionContext;
  /** Reads the durable state; left also when it cannot be read and is being made anew. */
  reading<A>(read: (state: LedgerState) => Either<LedgerError, A>): Either<LedgerError, A>;
  /** Commands that are not answered yet. */
  waiting(): number;
  /** Takes in events that the store pushed, others' and its own; resolves when it has. */
  follow(events: ReadonlyArray<RecordedEvent>): Promise<void>;
  /** Why nothing is taken any more, if so. */
  error(): string | undefined;
  /**
   * Calls `listener` with durable entries from now on, in order, its own and those of other
   * writers.
   */
  onCommitted(listener: EntryListener): void;
  /** Finishes what was accepted and takes nothing more. */
  close(): Promise<void>;
}

/** Wait before a journal that could not be read is looked at again; milliseconds. */
const rereadDelayMs = 100;

/** Longest wait for the snapshot; milliseconds. */
const maxRoomWaitMs = 5_000;

/** Starts a pipeline on a journal that was folded up to its end. */
export const startPipeline = (parts: PipelineParts): Pipeline => new CommandPipeline(parts);

const isAside = (store: EventStore): store is EventStore & AsideStore => "asideFrom" in store;

/**
 * While one batch is appended on a thread, the next is decided on the state that it will leave. It
 * is appended, and answered, only once the one before it is durable; else it is decided again.
 */
class CommandPipeline implements Pipeline {
  readonly #parts: PipelineParts;
  /** Undefined where the store has no other thread. */
  readonly #aside: AsideStore | undefined;
  readonly #choice = new AsideChoice();
  readonly #waiting: WaitingCommands;
  readonly #durable: DurableState;
  readonly #follower: JournalFollower;
  readonly #appends: BatchAppends;
  #underWay: UnderWay | undefined;
  /** Decided on the state that the append under way will leave. */
  #ahead: DecidedBatch | undefined;
  #running: Promise<void> | undefined;
  #wake: () => void = () => undefined;
  #rereading: NodeJS.Timeout | undefined;

  constructor(parts: PipelineParts) {
    const { journal, start, keeper, turns } = parts;
    this.#parts = parts;
    this.#aside = isAside(journal.store) ? journal.store : undefined;
    const waiting = new WaitingCommands(parts);
    const durable = new DurableState(journal, start, keeper);
    const follower = new JournalFollower(durable, turns);
    this.#waiting = waiting;
    this.#durable = durable;
    this.#follower = follower;
    this.#appends = new BatchAppends({ ...parts, waiting, durable, follower });
    // a batch under way was decided on the state as it is, and settles what it leaves
    keeper?.onDue(() => {
      if (this.#running === undefined) durable.settle();
    });
  }

  enqueue(command: LedgerCommand): Promise<Outcome> {
    const outcome = this.#waiting.add(command, this.#durable.broken);
    if (this.#waiting.length > 0) this.#start();
    return outcome;
  }

  committed(): Folded {
    return this.#durable.folded;
  }

  contextNow(): DecisionContext {
    const { clock, ids } = this.#parts;
    const now = { receivedAt: clock(), submissionId: ids.submissionId() };
    return contextFor(this.#parts, this.#durable.folded.state, now);
  }

  reading<A>(read: (state: LedgerState) => Either<LedgerError, A>): Either<LedgerError, A> {
    const done = this.#durable.reading(read);
    if (isLeft(done)) this.#start();
    return flatten(done);
  }

  waiting(): number {
    return this.#waiting.unanswered;
  }

  error(): string | undefined {
    return this.#durable.broken;
  }

  follow(events: ReadonlyArray<RecordedEvent>): Promise<void> {
    const last = events.at(-1);
    if (last === undefined || last.revision < this.#durable.folded.state.offset)
      return Promise.resolve();
    const taken = this.#follower.pushed.offer(events);
    this.#start();
    return taken;
  }

  onCommitted(listener: EntryListener): void {
    this.#follower.onEntries(listener);
  }

  async close(): Promise<void> {
    this.#waiting.close();
    clearTimeout(this.#rereading);
    while (this.#running !== undefined) await this.#running;
  }

  #hasWork(): boolean {
    if (this.#underWay !== undefined || this.#waiting.length > 0) return true;
    return !this.#follower.pushed.isEmpty || this.#follower.isBehind();
  }

  #start(): void {
    this.#wake();
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined;
      if (this.#hasWork()) this.#start();
      else if (this.#durable.unreadable !== undefined && !this.#waiting.isClosed)
        this.#rereadLater();
    });
  }

  #rereadLater(): void {
    this.#rereading ??= setTimeout(() => {
      this.#rereading = undefined;
      this.#start();
    }, rereadDelayMs).unref();
  }

  async #work(): Promise<void> {
    do {
      await allWaiting(() => this.#waiting.length, this.#parts.config.maxBatchSize);
      if (this.#mustSettle()) await this.#settleAll();
      if (!(await this.#isTurn()) || !(await this.#hasRoom())) continue;
      this.#decideMore();
      await this.#moreOrSettled();
    } while (this.#hasWork());
  }

  /** Something has to be done with the state as it is durable, and with no other. */
  #mustSettle(): boolean {
    const { broken } = this.#durable;
    if (this.#durable.isBehind() && broken === undefined) return true;
    return !this.#follower.pushed.isEmpty || this.#durable.isDue();
  }

  async #settleAll(): Promise<void> {
    while (this.#underWay !== undefined) await this.#underWay.settled;
    if (this.#durable.isBehind() && this.#durable.broken === undefined)
      await this.#follower.refold();
    await this.#follower.takePushed();
    if (this.#durable.isDue()) this.#durable.settle();
  }

  /** False after a wait for other nodes, which may have appended meanwhile. */
  async #isTurn(): Promise<boolean> {
    const isIdle = this.#waiting.length === 0 || this.#waiting.isClosed;
    const waitMs = isIdle ? 0 : this.#parts.turns.waitMs();
    if (waitMs <= 0) return true;
    await this.#follower.pushed.pause(waitMs);
    return false;
  }

  /** False after a wait for the snapshot; who waits is refused when that takes long. */
  async #hasRoom(): Promise<boolean> {
    if (this.#waiting.isClosed || !this.#durable.isFull()) return true;
    if (!(await this.#durable.room(maxRoomWaitMs)))
      this.#waiting.answer(this.#waiting.take(this.#waiting.length), () => left(stateFull()));
    return false;
  }

  /** How many commands to decide now. */
  #room(): number {
    const { maxBatchSize } = this.#parts.config;
    const underWay = this.#underWay;
    if (underWay === undefined) return maxBatchSize;
    if (!underWay.isAside || underWay.isLost || this.#mustSettle()) return 0;
    const { batch = [], decided } = this.#ahead ?? {};
    return (decided?.units ?? 0) < maxBatchUnits ? maxBatchSize - batch.length : 0;
  }

  #decideMore(): void {
    const taken = this.#waiting.take(this.#room());
    if (taken.length === 0) return;
    const reason = this.#durable.error;
    if (reason !== undefined) return this.#waiting.answer(taken, () => left(notRunning(reason)));
    const before = this.#ahead ?? this.#underWay;
    const begunMs = performance.now();
    const decided = this.#durable.reading((state) =>
      decideAll(this.#parts, before?.decided.state ?? state, taken),
    );
    // it is behind now, and reads the journal before they are decided
    if (isLeft(decided)) return this.#waiting.putBack(taken);
    const batch = this.#waiting.keep(taken, decided.right.outcomes.length);
    this.#ahead = joinedBatch(this.#ahead, { batch, decided: decided.right, begunMs });
    if (this.#underWay === undefined) this.#send();
  }

  /** Appends what was decided ahead. */
  #send(): void {
    const next = this.#ahead;
    this.#ahead = undefined;
    if (next === undefined) return;
    const { batch, decided } = next;
    if (decided.events.length === 0) return this.#waiting.answer(batch, outcomesOf(decided));
    const isAside = this.#isAside(next);
    const underWay: UnderWay = { ...next, isAside, isLost: false, settled: Promise.resolve() };
    this.#underWay = underWay;
    underWay.settled = this.#append(underWay);
  }

  async #append(underWay: UnderWay): Promise<void> {
    const appended = await this.#appendWhere(underWay);
    if (appended.kind === "done") {
      const { state, units } = underWay.decided;
      const folded = { state, hash: appended.hash };
      this.#durable.advance(folded, units, this.#ahead !== undefined);
      this.#underWay = undefined;
      // flushed while these are answered
      this.#send();
      return this.#appends.answer(underWay, appended.hash);
    }
    underWay.isLost = true;
    this.#waiting.putBack(this.#ahead?.batch ?? []);
    this.#ahead = undefined;
    await this.#appends.settle(underWay, appended);
    this.#underWay = undefined;
  }

  /** Whether a batch goes to the thread of the store. */
  #isAside({ decided }: DecidedBatch): boolean {
    const { asideFrom = Number.POSITIVE_INFINITY, appendHere } = this.#aside ?? {};
    const isLong = decided.events.length >= asideFrom;
    return isLong && (appendHere === undefined || this.#choice.isAside);
  }

  /** Appends on the thread or here, and learns from it where to append the next. */
  async #appendWhere(underWay: UnderWay): Promise<AppendOutcome> {
    const { asideFrom = Number.POSITIVE_INFINITY, appendHere } = this.#aside ?? {};
    const begunMs = performance.now();
    const how = underWay.isAside ? undefined : appendHere;
    const appended = await this.#appends.append(underWay, how);
    const { events } = underWay.decided;
    if (events.length >= asideFrom)
      this.#choice.appended(performance.now() - begunMs, charactersOf(events));
    return appended;
  }

  /** Resolves when there is something to decide, or the append under way is settled. */
  async #moreOrSettled(): Promise<void> {
    const underWay = this.#underWay;
    if (underWay === undefined || (this.#waiting.length > 0 && this.#room() > 0)) return;
    if (this.#room() === 0) return underWay.settled;
    await new Promise<void>((resume) => {
      this.#wake = resume;
      void underWay.settled.then(resume);
    });
  }
}
