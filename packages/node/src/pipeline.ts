import {
  alreadyInFlight,
  changeIdOf,
  type CompiledCatalog,
  type DecisionContext,
  decide,
  encodeLedgerEvent,
  evolve,
  type LedgerCommand,
  type LedgerError,
  type LedgerEvent,
  type LedgerState,
  ledgerError,
  newEdit,
} from "@tallystick/core";
import type { NewEvent } from "@tallystick/event-store";
import type { JournalEntry } from "@tallystick/views";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type AppendOutcome, appendSafely } from "./append-safely.js";
import { entryOf, type Folded, foldJournal, type Journal, type JournalFailure } from "./journal.js";
import type { Ids } from "./ledger.js";
import type { LedgerConfig } from "./ledger-config.js";
import { sha256 } from "./sha256.js";
import { storeMessage } from "./store-message.js";

/** An event with the offset it stands at. */
export interface EventAt {
  readonly offset: number;
  readonly event: LedgerEvent;
}

/** What became of a command: the events it left, once they are durable, or why it left none. */
export type Outcome = Either<LedgerError, ReadonlyArray<EventAt>>;

/** What the pipeline works with. */
export interface PipelineParts {
  readonly journal: Journal;
  readonly start: Folded;
  readonly catalog: CompiledCatalog;
  readonly config: LedgerConfig;
  readonly clock: () => number;
  readonly ids: Ids;
  /** Told of durable entries, in order, its own and those of other writers. */
  readonly onCommitted: (entries: ReadonlyArray<JournalEntry>) => void;
}

/** The one way into the journal: takes what waits, decides it, appends it in one go, then answers. */
export interface Pipeline {
  /** Resolves after durability. */
  hand(command: LedgerCommand): Promise<Outcome>;
  /** The state as far as it is durable. */
  committed(): Folded;
  /** Takes in what other writers appended. */
  catchUp(): Promise<void>;
  /** Why nothing is taken any more, if so. */
  failure(): string | undefined;
  /** Finishes what was accepted and takes nothing more. */
  close(): Promise<void>;
}

interface Waiting {
  readonly command: LedgerCommand;
  readonly receivedAt: number;
  readonly submissionId: string;
  readonly changeId: string | undefined;
  readonly answer: (outcome: Outcome) => void;
}

interface Decided {
  readonly state: LedgerState;
  readonly events: ReadonlyArray<NewEvent>;
  readonly entries: ReadonlyArray<JournalEntry>;
  readonly outcomes: ReadonlyArray<Outcome>;
}

/** Starts a pipeline on a journal that was folded up to its end. */
export const startPipeline = (parts: PipelineParts): Pipeline => {
  const { journal, config, clock, ids } = parts;
  const queue: Array<Waiting> = [];
  const inFlight = new Map<string, string>();
  let folded = parts.start;
  let waiting = 0;
  let broken: string | undefined;
  let closing = false;
  let behind = false;
  let running: Promise<void> | undefined;

  const refusal = (changeId: string | undefined): LedgerError | undefined => {
    if (closing) return ledgerError("SUBMISSION_DURING_SHUTDOWN", "The ledger is shutting down.");
    if (broken !== undefined) return notRunning(broken);
    const earlier = changeId === undefined ? undefined : inFlight.get(changeId);
    if (changeId !== undefined && earlier !== undefined) return alreadyInFlight(changeId, earlier);
    return waiting < config.maxWaitingSubmissions ? undefined : backpressure(waiting);
  };

  const hand = (command: LedgerCommand): Promise<Outcome> => {
    const changeId = command.kind === "Submit" ? changeIdOf(command.command) : undefined;
    const refused = refusal(changeId);
    if (refused !== undefined) return Promise.resolve(left(refused));
    const submissionId =
      command.kind === "Submit" ? command.command.submissionId || ids.submissionId() : "";
    if (changeId !== undefined) inFlight.set(changeId, submissionId);
    waiting++;
    return new Promise((answer) => {
      queue.push({ command, receivedAt: clock(), submissionId, changeId, answer });
      start();
    });
  };

  const answerAll = (batch: ReadonlyArray<Waiting>, outcomeOf: (at: number) => Outcome): void => {
    waiting -= batch.length;
    for (const [at, { changeId, answer }] of batch.entries()) {
      if (changeId !== undefined) inFlight.delete(changeId);
      answer(outcomeOf(at));
    }
  };

  const start = (): void => {
    running ??= work().finally(() => {
      running = undefined;
      if (queue.length > 0) start();
    });
  };

  const work = async (): Promise<void> => {
    do {
      // one turn of the event loop, so that all who are about to submit are in the same append
      await new Promise<void>((resume) => setImmediate(resume));
      if (behind && broken === undefined) await refold();
      const batch = queue.splice(0, config.maxBatchSize);
      if (batch.length > 0) await commit(batch);
    } while (queue.length > 0);
  };

  const refold = async (): Promise<void> => {
    behind = false;
    const read = await foldJournal(journal, folded, (events) =>
      parts.onCommitted(events.map(entryOf)),
    );
    if (isLeft(read)) notRead(read.left);
    else folded = read.right;
  };

  const notRead = (failure: JournalFailure): void => {
    if (failure.kind === "event")
      broken = `offset ${failure.offset} of the journal cannot be read: ${failure.reason}`;
    else if (failure.failure.kind === "unavailable") behind = true;
    else broken = storeMessage(failure.failure);
  };

  const contextFor = ({ receivedAt, submissionId }: Waiting): DecisionContext => {
    const seed = ids.transactionSeed();
    return {
      now: clock(),
      receivedAt,
      seed,
      submissionId,
      freshName: seed.slice(0, 32),
      catalog: parts.catalog,
      sha256,
      ledgerTimeSkewMicros: config.ledgerTimeSkewMicros,
    };
  };

  const decideAll = (batch: ReadonlyArray<Waiting>): Decided => {
    const edit = newEdit();
    let { state } = folded;
    const events: Array<NewEvent> = [];
    const entries: Array<JournalEntry> = [];
    const outcomes: Array<Outcome> = [];
    for (const item of batch) {
      const decided = decide(state, item.command, contextFor(item));
      if (isLeft(decided)) {
        outcomes.push(decided);
        continue;
      }
      const placed: Array<EventAt> = [];
      for (const event of decided.right) {
        state = evolve(state, event, edit);
        const { type, data } = encodeLedgerEvent(event);
        events.push({ id: ids.eventId(), type, data, metadata: "" });
        entries.push({ offset: state.offset, type, data });
        placed.push({ offset: state.offset, event });
      }
      outcomes.push(right(placed));
    }
    return { state, events, entries, outcomes };
  };

  const commit = async (batch: ReadonlyArray<Waiting>): Promise<void> => {
    const hindrance = broken ?? (behind ? "the journal cannot be read" : undefined);
    if (hindrance !== undefined) return answerAll(batch, () => left(notRunning(hindrance)));
    const decided = decideAll(batch);
    if (decided.events.length === 0)
      return answerAll(batch, (at) => decided.outcomes[at] ?? left(notRunning("no outcome")));
    const appended = await appendSafely(journal, folded.state.offset, decided.events, config);
    return settle(batch, decided, appended);
  };

  const settle = async (
    batch: ReadonlyArray<Waiting>,
    decided: Decided,
    appended: AppendOutcome,
  ): Promise<void> => {
    switch (appended.kind) {
      case "done":
        folded = { state: decided.state, hash: appended.hash };
        answerAll(batch, (at) => decided.outcomes[at] ?? left(notRunning("no outcome")));
        parts.onCommitted(decided.entries);
        return;
      case "lost-race":
        await refold();
        return commit(batch);
      case "too-large":
        if (batch.length === 1) return answerAll(batch, () => left(tooLarge(appended)));
        await commit(batch.slice(0, batch.length >> 1));
        return commit(batch.slice(batch.length >> 1));
      case "unknown":
        behind = true;
        return answerAll(batch, (at) => orUndecided(decided.outcomes[at], outcomeUnknown(appended.reason)));
      case "refused":
        return answerAll(batch, (at) => orUndecided(decided.outcomes[at], notRunning(appended.reason)));
      case "fatal":
        broken = appended.reason;
        return answerAll(batch, (at) => orUndecided(decided.outcomes[at], notRunning(appended.reason)));
    }
  };

  return {
    hand,
    committed: () => folded,
    catchUp: async () => {
      behind = true;
      start();
      await running;
    },
    failure: () => broken,
    close: async () => {
      closing = true;
      while (running !== undefined) await running;
    },
  };
};

/** Who was refused anyway hears why; the others hear what became of the append. */
const orUndecided = (outcome: Outcome | undefined, error: LedgerError): Outcome =>
  outcome !== undefined && (isLeft(outcome) || outcome.right.length === 0) ? outcome : left(error);

const backpressure = (waiting: number): LedgerError =>
  ledgerError(
    "PARTICIPANT_BACKPRESSURE",
    `The participant is overloaded: ${waiting} submissions are waiting. Try again later.`,
    { context: { reason: `${waiting} submissions are waiting` }, definiteAnswer: true },
  );

const notRunning = (reason: string): LedgerError =>
  ledgerError("SERVICE_NOT_RUNNING", `The ledger takes no commands: ${reason}.`, {
    context: { service_name: "journal" },
    definiteAnswer: true,
  });

const outcomeUnknown = (reason: string): LedgerError =>
  ledgerError(
    "REQUEST_TIME_OUT",
    `It is not known whether the command took effect: ${reason}. Submit it again with the same change id.`,
    { definiteAnswer: false },
  );

const tooLarge = ({ actualBytes, maxBytes }: { actualBytes: number; maxBytes: number }): LedgerError =>
  ledgerError(
    "INVALID_ARGUMENT",
    `The transaction takes ${actualBytes} bytes in the journal; expected at most ${maxBytes}.`,
    { definiteAnswer: true },
  );
