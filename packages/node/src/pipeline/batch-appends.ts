import type { LedgerError } from "@tallystick/core";
import { appendBytes, type EventStore, type NewEvent } from "@tallystick/event-store";
import { isLeft, left } from "fp-ts/lib/Either.js";
import { type AppendOutcome, appendSafely } from "../journal/append-safely.js";
import {
  type Decided,
  decideAll,
  entriesEndingWith,
  outcomesOf,
  outcomesUnlessDurable,
} from "./decide-batch.js";
import type { DecidedBatch } from "./decided-batch.js";
import type { DurableState } from "./durable-state.js";
import type { JournalFollower } from "./journal-follower.js";
import { notRunning, outcomeUnknown, tooLarge, unseenWinner } from "./pipeline-errors.js";
import type { PipelineParts } from "./pipeline-parts.js";
import { UnseenWinner } from "./unseen-winner.js";
import type { Waiting, WaitingCommands } from "./waiting-commands.js";

/** An append that did not work. */
export type NotAppended = Exclude<AppendOutcome, { readonly kind: "done" }>;

/** What batches are appended with. */
export interface BatchAppendsParts extends PipelineParts {
  readonly waiting: WaitingCommands;
  readonly durable: DurableState;
  readonly follower: JournalFollower;
}

/** No UTF-16 code unit takes more bytes than this in UTF-8. */
const maxBytesPerUnit = 3;

/** The first event that is too large by itself: the store would take it, another one would not. */
const tooLargeOf = (events: ReadonlyArray<NewEvent>, maxBytes: number): NotAppended | undefined => {
  for (const event of events) {
    if (event.data.length * maxBytesPerUnit < maxBytes / 2) continue;
    const actualBytes = appendBytes([event]);
    if (actualBytes > maxBytes) return { kind: "too-large", maxBytes, actualBytes };
  }
  return undefined;
};

/** Appends what was decided on the durable state, and answers it by what became of it. */
export class BatchAppends {
  readonly #parts: BatchAppendsParts;
  readonly #unseen = new UnseenWinner();

  constructor(parts: BatchAppendsParts) {
    this.#parts = parts;
  }

  /**
   * Tries to append; answers nothing.
   *
   * @param append how, where it is not the way of the store
   */
  async append(
    { batch, decided, begunMs }: DecidedBatch,
    append: EventStore["append"] = this.#parts.journal.store.append,
  ): Promise<AppendOutcome> {
    const { journal, config, observer, turns, durable } = this.#parts;
    const large = tooLargeOf(decided.events, config.maxEventBytes);
    if (large !== undefined) return large;
    const startedMs = performance.now();
    const { offset } = durable.folded.state;
    const appended = await appendSafely(
      { append, stream: journal.stream },
      offset,
      decided.events,
      config,
    );
    if (appended.kind !== "done") return appended;
    this.#unseen.over();
    const durationMs = performance.now() - startedMs;
    turns.appended(performance.now() - begunMs);
    const events = decided.events.length;
    observer?.appended({ commands: batch.length, events, durationMs });
    return appended;
  }

  /** Answers a batch that is durable. */
  answer({ batch, decided }: DecidedBatch, hash: string): void {
    const { waiting, follower } = this.#parts;
    waiting.answer(batch, outcomesOf(decided));
    follower.entries(entriesEndingWith(decided, hash));
  }

  /** Answers a batch that could not be appended so, or lets it wait again. */
  async settle({ batch, decided }: DecidedBatch, appended: NotAppended): Promise<void> {
    const { waiting, durable } = this.#parts;
    const answerWith = (error: LedgerError): void =>
      waiting.answer(batch, outcomesUnlessDurable(decided, error));
    switch (appended.kind) {
      case "lost-race":
        return this.#afterLostRace(batch, appended.end);
      case "too-large":
        if (batch.length === 1) return answerWith(tooLarge(appended));
        await this.#commit(batch.slice(0, batch.length >> 1));
        return this.#commit(batch.slice(batch.length >> 1));
      case "unknown":
        durable.fallBehind();
        return answerWith(outcomeUnknown(appended.reason));
      case "refused":
        return answerWith(notRunning(appended.reason));
      case "fatal":
        durable.break(appended.reason);
        return answerWith(notRunning(appended.reason));
    }
  }

  /** Decides and appends a part of a batch. */
  async #commit(batch: ReadonlyArray<Waiting>): Promise<void> {
    const { waiting, durable } = this.#parts;
    const reason = durable.error;
    if (reason !== undefined) return waiting.answer(batch, () => left(notRunning(reason)));
    const begunMs = performance.now();
    const done = durable.reading((state): Decided => decideAll(this.#parts, state, batch));
    if (isLeft(done)) return waiting.putBack(batch);
    const { outcomes, units } = done.right;
    const decided = { batch: waiting.keep(batch, outcomes.length), decided: done.right, begunMs };
    if (done.right.events.length === 0)
      return waiting.answer(decided.batch, outcomesOf(done.right));
    const appended = await this.append(decided);
    if (appended.kind !== "done") return this.settle(decided, appended);
    durable.advance({ state: done.right.state, hash: appended.hash }, units);
    return this.answer(decided, appended.hash);
  }

  async #afterLostRace(batch: ReadonlyArray<Waiting>, end: number): Promise<void> {
    const { waiting, durable, follower, turns, config } = this.#parts;
    const offsetNow = (): number => durable.folded.state.offset;
    const offset = offsetNow();
    turns.lostRace();
    if (config.sharedJournal)
      await follower.pushed.upTo(end, offsetNow, () => follower.takePushed());
    if (offsetNow() < Math.max(end, offset + 1)) await follower.refold();
    // decided again when it is this node's turn, before what came later
    if (durable.error !== undefined || offsetNow() > offset) {
      this.#unseen.over();
      return waiting.putBack(batch);
    }
    durable.fallBehind();
    const waitMs = config.sharedJournal ? this.#unseen.waitMs(performance.now()) : undefined;
    if (waitMs !== undefined) {
      await follower.pushed.pause(waitMs);
      return waiting.putBack(batch);
    }
    return waiting.answer(batch, () => left(unseenWinner(offset)));
  }
}
