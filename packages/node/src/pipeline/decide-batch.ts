import {
  type DecisionContext,
  decide,
  encodeLedgerEvent,
  eventError,
  eventUnits,
  evolve,
  type LedgerCatalog,
  type LedgerCommand,
  type LedgerError,
  ledgerError,
  type LedgerEvent,
  type LedgerState,
  newEdit,
} from "@tallystick/core";
import type { NewEvent } from "@tallystick/event-store";
import type { JournalEntry } from "@tallystick/views";
import { type Either, isLeft, isRight, left, right } from "fp-ts/lib/Either.js";
import { TableDamage } from "@tallystick/tables";
import type { Ids } from "../ledger/ledger.js";
import type { LedgerNotice } from "../ledger/ledger-observer.js";
import { sha256 } from "../ledger/sha256.js";
import type { Outcome } from "./command-outcome.js";
import { notRunning } from "./pipeline-errors.js";

/** What decisions are made with, apart from the state. */
export interface DecisionParts {
  readonly catalog: LedgerCatalog;
  /** Microseconds since the Unix epoch. */
  readonly clock: () => number;
  readonly ids: Ids;
  /** Called with the stack of what was thrown while a command was decided. */
  readonly notice: (notice: LedgerNotice) => void;
}

/** A command as it came in. */
export interface ReceivedCommand {
  readonly command: LedgerCommand;
  /** Microseconds since the Unix epoch. */
  readonly receivedAt: number;
  readonly submissionId: string;
}

/** What a batch of commands leaves: the state, what is to be appended, and the answers. */
export interface Decided {
  readonly state: LedgerState;
  readonly events: ReadonlyArray<NewEvent>;
  readonly entries: ReadonlyArray<JournalEntry>;
  /** Of the commands that were decided; those after them have to be decided later. */
  readonly outcomes: ReadonlyArray<Outcome>;
  /** What the events take in memory; see `eventUnits`. */
  readonly units: number;
}

/**
 * No further command is decided for an append whose events take so much in memory (see
 * `eventUnits`). One transaction alone may take more.
 */
const maxBatchUnits = 4 * 1024 * 1024;

/** What to answer to each command of a batch. */
export const outcomesOf =
  ({ outcomes }: Decided): ((at: number) => Outcome) =>
  (at) =>
    outcomes[at] ?? left(notRunning("the command was passed over"));

/** The entries of what was appended, the last of which has its chain hash. */
export const entriesEndingWith = (
  { entries }: Decided,
  hash: string,
): ReadonlyArray<JournalEntry> => {
  const last = entries.at(-1);
  return last === undefined ? entries : [...entries.slice(0, -1), { ...last, hash }];
};

/**
 * Decides each command on the state the ones before it leave, as many as one append should take.
 */
export const decideAll = (
  parts: DecisionParts,
  start: LedgerState,
  batch: ReadonlyArray<ReceivedCommand>,
): Decided => {
  const edit = newEdit();
  let state = start;
  const events: Array<NewEvent> = [];
  const entries: Array<JournalEntry> = [];
  const outcomes: Array<Outcome> = [];
  let units = 0;
  for (const item of batch) {
    if (units >= maxBatchUnits) break;
    const decided = decideOne(parts, state, item);
    if (isLeft(decided)) {
      outcomes.push(decided);
      continue;
    }
    const offset = state.offset + Math.min(1, decided.right.length);
    for (const event of decided.right) {
      state = evolve(state, event, edit);
      const { type, data } = encodeLedgerEvent(event, state.offset);
      units += eventUnits(event, data);
      events.push({ id: parts.ids.eventId(), type, data, metadata: "" });
      entries.push({ offset: state.offset, type, data });
    }
    outcomes.push(right({ offset, events: decided.right }));
  }
  return { state, events, entries, outcomes, units };
};

/**
 * Decides a command. An event that the journal could not give back is an error of the caller's
 * argument. What is thrown is a fault of ours, or of a value that throws when it is read: the
 * command fails alone, and its stack is a notice.
 */
const decideOne = (
  parts: DecisionParts,
  state: LedgerState,
  item: ReceivedCommand,
): Either<LedgerError, ReadonlyArray<LedgerEvent>> => {
  try {
    const decided = decide(state, item.command, contextFor(parts, state, item));
    if (isLeft(decided)) return decided;
    for (const event of decided.right) {
      const error = eventError(event);
      if (error !== undefined) return left(misformed(item, `it would make a ${error}`));
    }
    return decided;
  } catch (thrown) {
    // this is of the state, whose owner repairs it
    if (thrown instanceof TableDamage) throw thrown;
    const { kind } = item.command;
    const reason = thrown instanceof Error ? (thrown.stack ?? thrown.message) : typeof thrown;
    parts.notice({ kind: "command-failed", message: `${kind} could not be decided: ${reason}` });
    return left(
      ledgerError(
        "SERVICE_INTERNAL_ERROR",
        `The command ${kind} could not be decided and nothing of it was written; the notices of the ledger have the reason`,
        { definiteAnswer: true },
      ),
    );
  }
};

const misformed = ({ command }: ReceivedCommand, reason: string): LedgerError =>
  ledgerError(
    "INVALID_ARGUMENT",
    `The request ${command.kind} has another form than its type: ${reason}`,
    { definiteAnswer: true },
  );

/** Time, a fresh seed and the packages, as a command is decided with. */
export const contextFor = (
  { ids, clock, catalog }: DecisionParts,
  { participant }: LedgerState,
  { receivedAt, submissionId }: Omit<ReceivedCommand, "command">,
): DecisionContext => {
  const seed = ids.transactionSeed();
  return {
    now: clock(),
    receivedAt,
    seed,
    submissionId,
    freshName: seed.slice(0, 32),
    catalog: catalog(participant.packages),
    sha256,
  };
};

/**
 * Those decided on the durable state alone hear what was decided. The others, whose own events are
 * not known to be durable or who were decided on top of such, hear what became of the append.
 */
export const outcomesUnlessDurable = (
  decided: Decided,
  error: LedgerError,
): ((at: number) => Outcome) => {
  const firstWithEvents = decided.outcomes.findIndex(
    (outcome) => isRight(outcome) && outcome.right.events.length > 0,
  );
  const decidedAt = outcomesOf(decided);
  return (at) => (at < firstWithEvents ? decidedAt(at) : left(error));
};
