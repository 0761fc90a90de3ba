import {
  alreadyInFlight,
  changeIdOf,
  type DecisionContext,
  type LedgerCommand,
  type LedgerError,
  ledgerError,
  type LedgerState,
} from "@tallystick/core";
import type { RecordedEvent } from "@tallystick/event-store";
import type { JournalEntry } from "@tallystick/views";
import { type Either, flatten, isLeft, left } from "fp-ts/lib/Either.js";
import { type AppendOutcome, appendSafely } from "../journal/append-safely.js";
import { entryOf, type Folded } from "../journal/journal.js";
import { allWaiting } from "./all-waiting.js";
import type { Outcome } from "./command-outcome.js";
import {
  contextFor,
  type Decided,
  decideAll,
  entriesEndingWith,
  outcomesOf,
  outcomesUnlessDurable,
} from "./decide-batch.js";
import { DurableState } from "./durable-state.js";
import {
  backpressure,
  notRunning,
  outcomeUnknown,
  passiveReplica,
  tooLarge,
  unseenWinner,
} from "./pipeline-errors.js";
import type { PipelineParts, Waiting } from "./pipeline-parts.js";
import { PushedEvents } from "./pushed-events.js";

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
  onCommitted(listener: (entries: ReadonlyArray<JournalEntry>) => void): void;
  /** Finishes what was accepted and takes nothing more. */
  close(): Promise<void>;
}

/** Wait before a journal that could not be read is looked at again; milliseconds. */
const rereadDelayMs = 100;

/** Starts a pipeline on a journal that was folded up to its end. */
export const startPipeline = (parts: PipelineParts): Pipeline => new CommandPipeline(parts);

class CommandPipeline implements Pipeline {
  readonly #parts: PipelineParts;
  #listener: (entries: ReadonlyArray<JournalEntry>) => void = () => undefined;
  #queue: Array<Waiting> = [];
  /** Change ids that wait or are being decided, with their submission ids. */
  readonly #inFlight = new Map<string, string>();
  readonly #durable: DurableState;
  readonly #pushed = new PushedEvents();
  #waiting = 0;
  #closing = false;
  #running: Promise<void> | undefined;
  #rereading: NodeJS.Timeout | undefined;

  constructor(parts: PipelineParts) {
    this.#parts = parts;
    this.#durable = new DurableState(parts.journal, parts.start, parts.keeper);
    // a batch under way was decided on the state as it is, and settles what it leaves
    parts.keeper?.onDue(() => {
      if (this.#running === undefined) this.#durable.settle();
    });
  }

  enqueue(command: LedgerCommand): Promise<Outcome> {
    const { clock, ids } = this.#parts;
    const changeId = command.kind === "Submit" ? changeIdOf(command.command) : undefined;
    const refused = this.#admissionError(changeId);
    if (refused !== undefined) return Promise.resolve(left(refused));
    const submissionId =
      command.kind === "Submit" ? command.command.submissionId || ids.submissionId() : "";
    if (changeId !== undefined) this.#inFlight.set(changeId, submissionId);
    this.#waiting++;
    return new Promise((answer) => {
      this.#queue.push({ command, receivedAt: clock(), submissionId, changeId, answer });
      this.#start();
    });
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
    return this.#waiting;
  }

  error(): string | undefined {
    return this.#durable.broken;
  }

  follow(events: ReadonlyArray<RecordedEvent>): Promise<void> {
    const last = events.at(-1);
    if (last === undefined || last.revision < this.#durable.folded.state.offset)
      return Promise.resolve();
    const taken = this.#pushed.offer(events);
    this.#start();
    return taken;
  }

  onCommitted(listener: (entries: ReadonlyArray<JournalEntry>) => void): void {
    this.#listener = listener;
  }

  async close(): Promise<void> {
    this.#closing = true;
    clearTimeout(this.#rereading);
    while (this.#running !== undefined) await this.#running;
  }

  #admissionError(changeId: string | undefined): LedgerError | undefined {
    if (this.#closing) {
      return ledgerError("SUBMISSION_DURING_SHUTDOWN", "The ledger is shutting down.", {
        definiteAnswer: true,
      });
    }
    if (this.#parts.config.follow) return passiveReplica();
    const { broken } = this.#durable;
    if (broken !== undefined) return notRunning(broken);
    const earlier = changeId === undefined ? undefined : this.#inFlight.get(changeId);
    if (changeId !== undefined && earlier !== undefined) return alreadyInFlight(changeId, earlier);
    return this.#waiting < this.#parts.config.maxWaitingSubmissions
      ? undefined
      : backpressure(this.#waiting);
  }

  #answerAll(batch: ReadonlyArray<Waiting>, outcomeOf: (at: number) => Outcome): void {
    this.#waiting -= batch.length;
    for (const [at, { changeId, answer }] of batch.entries()) {
      if (changeId !== undefined) this.#inFlight.delete(changeId);
      answer(outcomeOf(at));
    }
  }

  #hasWork(): boolean {
    const { error } = this.#durable;
    const isBehind = this.#durable.isBehind() && error === undefined;
    return this.#queue.length > 0 || !this.#pushed.isEmpty || isBehind;
  }

  #start(): void {
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined;
      if (this.#hasWork()) this.#start();
      else if (this.#durable.unreadable !== undefined && !this.#closing) this.#rereadLater();
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
      await allWaiting(() => this.#queue.length, this.#parts.config.maxBatchSize);
      if (this.#durable.isBehind() && this.#durable.broken === undefined) await this.#refold();
      await this.#takePushed();
      if (!(await this.#isTurn())) continue;
      const batch = this.#queue.splice(0, this.#parts.config.maxBatchSize);
      if (batch.length > 0) await this.#commit(batch);
    } while (this.#hasWork());
  }

  /** False after a wait for other nodes, which may have appended meanwhile. */
  async #isTurn(): Promise<boolean> {
    const waitMs = this.#queue.length === 0 || this.#closing ? 0 : this.#parts.turns.waitMs();
    if (waitMs <= 0) return true;
    await this.#pushed.pause(waitMs);
    return false;
  }

  async #refold(): Promise<void> {
    // whoever needs the pages before the last notices the gap and reads them
    this.#followed((await this.#durable.refold()) ?? []);
  }

  async #takePushed(): Promise<void> {
    const page = this.#pushed.take();
    if (page.length > 0) this.#followed(await this.#durable.take(page));
  }

  #followed(events: ReadonlyArray<RecordedEvent>): void {
    if (events.length === 0) return;
    this.#parts.turns.followed();
    this.#listener(events.map(entryOf));
  }

  async #commit(batch: ReadonlyArray<Waiting>): Promise<void> {
    const { journal, config, observer, turns } = this.#parts;
    const reason = this.#durable.error;
    if (reason !== undefined) return this.#answerAll(batch, () => left(notRunning(reason)));
    const begunMs = performance.now();
    const done = this.#durable.reading((state) => decideAll(this.#parts, state, batch));
    if (isLeft(done)) {
      await this.#refold();
      return this.#commit(batch);
    }
    const decided = done.right;
    if (decided.events.length === 0) return this.#answerAll(batch, outcomesOf(decided));
    const { offset } = this.#durable.folded.state;
    const startedMs = performance.now();
    const appended = await appendSafely(journal, offset, decided.events, config);
    if (appended.kind === "done") {
      const durationMs = performance.now() - startedMs;
      turns.appended(performance.now() - begunMs);
      const events = decided.events.length;
      observer?.appended({ commands: batch.length, events, durationMs });
    }
    return this.#settle(batch, decided, appended);
  }

  async #settle(
    batch: ReadonlyArray<Waiting>,
    decided: Decided,
    appended: AppendOutcome,
  ): Promise<void> {
    const answerWith = (error: LedgerError): void =>
      this.#answerAll(batch, outcomesUnlessDurable(decided, error));
    switch (appended.kind) {
      case "done":
        this.#durable.advance({ state: decided.state, hash: appended.hash });
        this.#answerAll(batch, outcomesOf(decided));
        return this.#listener(entriesEndingWith(decided, appended.hash));
      case "lost-race":
        return this.#commitAfterLostRace(batch, appended.end);
      case "too-large":
        if (batch.length === 1) return answerWith(tooLarge(appended));
        await this.#commit(batch.slice(0, batch.length >> 1));
        return this.#commit(batch.slice(batch.length >> 1));
      case "unknown":
        this.#durable.fallBehind();
        return answerWith(outcomeUnknown(appended.reason));
      case "refused":
        return answerWith(notRunning(appended.reason));
      case "fatal":
        this.#durable.break(appended.reason);
        return answerWith(notRunning(appended.reason));
    }
  }

  async #commitAfterLostRace(batch: ReadonlyArray<Waiting>, end: number): Promise<void> {
    const offsetNow = (): number => this.#durable.folded.state.offset;
    const offset = offsetNow();
    this.#parts.turns.lostRace();
    if (this.#parts.config.sharedJournal)
      await this.#pushed.upTo(end, offsetNow, () => this.#takePushed());
    if (offsetNow() < Math.max(end, offset + 1)) await this.#refold();
    if (this.#durable.error !== undefined || offsetNow() > offset) {
      // decided again when it is this node's turn, before what came later
      this.#queue.unshift(...batch);
      return;
    }
    this.#durable.fallBehind();
    return this.#answerAll(batch, () => left(unseenWinner(offset)));
  }
}
