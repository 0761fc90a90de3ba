import type { Timer } from "@tallystick/background";
import type {
  DecisionContext,
  LedgerCommand,
  LedgerError,
  LedgerState,
  Pausing,
} from "@tallystick/core";
import type { RecordedEvent } from "@tallystick/event-store";
import type { JournalEntry } from "@tallystick/views";
import { type Either, flatten, isLeft, left } from "fp-ts/lib/Either.js";
import { type Folded, timersOf } from "../journal/journal.js";
import { gatherCommands } from "./gather-commands.js";
import { BatchAppends } from "./batch-appends.js";
import type { Outcome } from "./command-outcome.js";
import { contextFor } from "./decide-batch.js";
import { DurableState } from "./durable-state.js";
import { JournalFollower } from "./journal-follower.js";
import { backpressure, notRunning, stateFull } from "./pipeline-errors.js";
import type { PipelineParts } from "./pipeline-parts.js";
import { Slices } from "./slices.js";
import { WaitingCommands } from "./waiting-commands.js";

/**
 * The single writer of the journal: takes waiting commands, decides them, appends the events in one
 * write, then answers.
 */
export interface Pipeline {
  /** Resolves when the events are durable. */
  enqueue(command: LedgerCommand): Promise<Outcome>;
  /** The durable state. */
  committed(): Folded;
  /** Time, a new seed and the packages, for a command decided now. */
  contextNow(): DecisionContext;
  /** Reads the durable state; left also while it is being rebuilt. */
  reading<A>(read: (state: LedgerState) => Either<LedgerError, A>): Either<LedgerError, A>;
  /**
   * Does work on the durable state in its turn between batches of commands: it may take long, and
   * everything else of the process has its turns meanwhile. Left also while the state is being
   * rebuilt, and where too much waits.
   */
  working<A>(
    work: (state: LedgerState) => Pausing<Either<LedgerError, A>>,
  ): Promise<Either<LedgerError, A>>;
  /**
   * Does something between batches of commands, which wait: nothing is decided or appended
   * meanwhile. Left also when the ledger is closed.
   */
  alone<A>(
    work: (state: StateAlone) => Promise<Either<LedgerError, A>>,
  ): Promise<Either<LedgerError, A>>;
  /** Commands not answered yet. */
  waiting(): number;
  /** Folds events that the store pushed, of all writers; resolves when done. */
  follow(events: ReadonlyArray<RecordedEvent>): Promise<void>;
  /** Why all commands are rejected permanently, if they are. */
  error(): string | undefined;
  /** The error of a command that would be enqueued now, whatever it is; undefined for none. */
  refusal(): LedgerError | undefined;
  /**
   * Calls `listener` with durable entries from now on, in order, its own and those of other
   * writers.
   */
  onCommitted(listener: (entries: ReadonlyArray<JournalEntry>) => void): () => void;
  /** Finishes accepted commands and rejects new ones. */
  close(): Promise<void>;
}

/** The durable state of a pipeline that does nothing else. */
export interface StateAlone {
  folded(): Folded;
  /** Goes back to a state that it had; of a state in memory. */
  rewind(folded: Folded): void;
}

/** Delay before an unreadable journal is read again; milliseconds. */
const rereadDelayMs = 100;

/** Longest wait for the snapshot; milliseconds. */
const maxRoomWaitMs = 5_000;

/** Starts a pipeline on a journal that was folded up to its end. */
export const startPipeline = (parts: PipelineParts): Pipeline => new CommandPipeline(parts);

class CommandPipeline implements Pipeline {
  readonly #parts: PipelineParts;
  readonly #waiting: WaitingCommands;
  readonly #durable: DurableState;
  readonly #follower: JournalFollower;
  readonly #appends: BatchAppends;
  readonly onCommitted: Pipeline["onCommitted"];
  /** Work that waits for its turn between batches. */
  readonly #works: Array<() => Promise<void>> = [];
  #running: Promise<void> | undefined;
  #rereading: Timer | undefined;

  constructor(parts: PipelineParts) {
    const { journal, health, start, keeper, turns } = parts;
    const timers = timersOf(journal);
    this.#parts = parts;
    const waiting = new WaitingCommands({ ...parts, onDue: () => this.#start(), timers });
    const durable = new DurableState(journal, start, keeper);
    const follower = new JournalFollower(durable, turns, timers);
    this.#waiting = waiting;
    this.#durable = durable;
    this.#follower = follower;
    this.onCommitted = follower.onEntries;
    this.#appends = new BatchAppends({ ...parts, waiting, durable, follower });
    health.onChanged(() => {
      this.#refuseIfUnusable();
      this.#appends.usabilityChanged();
    });
    // a running batch was decided on the current state, and settles the next one
    keeper?.onDue(() => {
      if (this.#running === undefined) durable.settle();
    });
  }

  enqueue(command: LedgerCommand): Promise<Outcome> {
    const outcome = this.#waiting.add(command, this.#unusable());
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

  working<A>(
    work: (state: LedgerState) => Pausing<Either<LedgerError, A>>,
  ): Promise<Either<LedgerError, A>> {
    if (this.#waiting.isClosed) return Promise.resolve(left(notRunning("the ledger is closed")));
    return this.#inTurn(async () => {
      const slices = new Slices(this.#durable, timersOf(this.#parts.journal));
      return flatten(await slices.run(work(this.#durable.folded.state)));
    });
  }

  alone<A>(
    work: (state: StateAlone) => Promise<Either<LedgerError, A>>,
  ): Promise<Either<LedgerError, A>> {
    if (this.#waiting.isClosed) return Promise.resolve(left(notRunning("the ledger is closed")));
    const durable = this.#durable;
    const state = {
      folded: () => durable.folded,
      rewind: (folded: Folded) => durable.rewind(folded),
    };
    return this.#inTurn(() => work(state));
  }

  #inTurn<A>(work: () => Promise<Either<LedgerError, A>>): Promise<Either<LedgerError, A>> {
    const { length } = this.#works;
    if (length >= this.#parts.config.maxWaitingSubmissions)
      return Promise.resolve(left(backpressure(length)));
    return new Promise((resolve, reject) => {
      this.#works.push(async () => {
        try {
          resolve(await work());
        } catch (thrown) {
          reject(thrown instanceof Error ? thrown : new Error(String(thrown)));
        }
      });
      this.#start();
    });
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

  refusal(): LedgerError | undefined {
    return this.#waiting.refusal(this.#unusable());
  }

  async close(): Promise<void> {
    this.#waiting.close();
    this.#rereading?.cancel();
    while (this.#running !== undefined) await this.#running;
  }

  /** Why no command can be appended, permanently or now. */
  #unusable(): string | undefined {
    return this.#durable.broken ?? this.#parts.health.error();
  }

  /** Answers the commands that nothing was written of. */
  #refuseIfUnusable(): boolean {
    const reason = this.#parts.health.error();
    if (reason === undefined) return false;
    this.#waiting.answer(this.#waiting.take(this.#waiting.length), () => left(notRunning(reason)));
    return true;
  }

  #hasWork(): boolean {
    if (this.#works.length > 0) return true;
    return this.#waiting.length > 0 || !this.#follower.pushed.isEmpty || this.#follower.isBehind();
  }

  #start(): void {
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined;
      if (this.#hasWork()) this.#start();
      else if (this.#durable.unreadable !== undefined && !this.#waiting.isClosed)
        this.#rereadLater();
    });
  }

  #rereadLater(): void {
    const again = (): void => {
      this.#rereading = undefined;
      this.#start();
    };
    this.#rereading ??= timersOf(this.#parts.journal).after(rereadDelayMs, again).unref();
  }

  async #work(): Promise<void> {
    const { journal, config } = this.#parts;
    do {
      await gatherCommands(() => this.#waiting.length, config.maxBatchSize, timersOf(journal));
      await this.#settle();
      await this.#works.shift()?.();
      if (!(await this.#isTurn()) || !(await this.#hasRoom()) || this.#refuseIfUnusable()) continue;
      const taken = this.#waiting.take(config.maxBatchSize);
      if (taken.length > 0) await this.#appends.commit(taken);
    } while (this.#hasWork());
  }

  /** Brings the state to the known end of the journal, and into its files. */
  async #settle(): Promise<void> {
    if (this.#durable.isBehind() && this.#durable.broken === undefined)
      await this.#follower.refold();
    await this.#follower.takePushed();
    if (this.#durable.isDue()) this.#durable.settle();
  }

  /** False after a wait for other nodes, which may have appended. */
  async #isTurn(): Promise<boolean> {
    const isIdle = this.#waiting.length === 0 || this.#waiting.isClosed;
    const waitMs = isIdle ? 0 : this.#parts.turns.waitMs();
    if (waitMs <= 0) return true;
    await this.#follower.pushed.pause(waitMs);
    return false;
  }

  /** False after a wait for the snapshot; waiting commands are rejected when that takes long. */
  async #hasRoom(): Promise<boolean> {
    if (this.#waiting.isClosed || !this.#durable.isFull()) return true;
    if (!(await this.#durable.room(maxRoomWaitMs)))
      this.#waiting.answer(this.#waiting.take(this.#waiting.length), () => left(stateFull()));
    return false;
  }
}
