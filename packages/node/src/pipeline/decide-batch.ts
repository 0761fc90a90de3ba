import {
  type DecisionContext,
  decidePausing,
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
  type Pausing,
} from "@tallystick/core";
import type { NewEvent } from "@tallystick/event-store";
import type { JournalEntry } from "@tallystick/views";
import { type Either, isLeft, isRight, left, right } from "fp-ts/lib/Either.js";
import { TableDamage } from "@tallystick/tables";
import type { Ids } from "../ledger/ledger.js";
import type { LedgerNotice } from "../ledger/ledger-observer.js";
import { thrownText } from "../ledger/thrown-text.js";
import { sha256 } from "../ledger/sha256.js";
import type { Outcome } from "./command-outcome.js";
import { notRunning } from "./pipeline-errors.js";

/** The context of decisions, apart from the state. */
export interface DecisionParts {
  readonly catalog: LedgerCatalog;
  /** Microseconds since the Unix epoch. */
  readonly clock: () => number;
  readonly ids: Ids;
  /** Called with the stack of an exception while a command was decided. */
  readonly notice: (notice: LedgerNotice) => void;
}

export interface ReceivedCommand {
  readonly command: LedgerCommand;
  /** Microseconds since the Unix epoch. */
  readonly receivedAt: number;
  readonly submissionId: string;
}

/** A decided batch of commands: the state, the events to append, and the answers. */
export interface Decided {
  readonly state: LedgerState;
  readonly events: ReadonlyArray<NewEvent>;
  readonly entries: ReadonlyArray<JournalEntry>;
  /** Of the decided commands; later ones are decided in another batch. */
  readonly outcomes: ReadonlyArray<Outcome>;
  /** Estimated memory of the events; see `eventUnits`. */
  readonly units: number;
}

/**
 * Memory of an append's events (see `eventUnits`) beyond which no further command is decided for
 * it. One transaction alone may take more.
 */
const maxBatchUnits = 4 * 1024 * 1024;

/** The outcome of each command of a batch. */
export const outcomesOf =
  ({ outcomes }: Decided): ((at: number) => Outcome) =>
  (at) =>
    outcomes[at] ?? left(notRunning("the command was skipped"));

/** The appended entries, the last with its chain hash. */
export const entriesEndingWith = (
  { entries }: Decided,
  hash: string,
): ReadonlyArray<JournalEntry> => {
  const last = entries.at(-1);
  return last === undefined ? entries : [...entries.slice(0, -1), { ...last, hash }];
};

/**
 * Decides commands in sequence, each on the state after the ones before it, as many as one append
 * may have. May be interrupted after each of them, and within one.
 *
 * @param isTimeUp true when others should have their turn before a further command is decided
 */
export function* decideAll(
  parts: DecisionParts,
  start: LedgerState,
  batch: ReadonlyArray<ReceivedCommand>,
  isTimeUp: () => boolean,
): Pausing<Decided> {
  const edit = newEdit();
  let state = start;
  const events: Array<NewEvent> = [];
  const entries: Array<JournalEntry> = [];
  const outcomes: Array<Outcome> = [];
  let units = 0;
  for (const item of batch) {
    if (units >= maxBatchUnits || (outcomes.length > 0 && isTimeUp())) break;
    if (outcomes.length > 0) yield;
    const decided = yield* decideOne(parts, state, item);
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
      entries.push({ offset: state.offset, type, data, event });
    }
    outcomes.push(right({ offset, events: decided.right }));
  }
  return { state, events, entries, outcomes, units };
}

/**
 * Decides a command. An event that could not be read back from the journal is an error of the
 * caller's argument. An exception is a bug of ours, or of a value that throws when it is read: only
 * this command fails, and the stack is a notice.
 */
function* decideOne(
  parts: DecisionParts,
  state: LedgerState,
  item: ReceivedCommand,
): Pausing<Either<LedgerError, ReadonlyArray<LedgerEvent>>> {
  try {
    const decided = yield* decidePausing(state, item.command, contextFor(parts, state, item));
    if (isLeft(decided)) return decided;
    for (const event of decided.right) {
      const error = eventError(event);
      if (error !== undefined) return left(misformed(item, `${error}`));
    }
    return decided;
  } catch (thrown) {
    // damage of the state, which its owner repairs
    if (thrown instanceof TableDamage) throw thrown;
    const { kind } = item.command;
    parts.notice({
      kind: "command-failed",
      message: `${kind} could not be decided: ${thrownText(thrown)}`,
    });
    return left(
      ledgerError(
        "SERVICE_INTERNAL_ERROR",
        `The command ${kind} failed unexpectedly before anything was written; the notices of the ledger give the reason`,
        { definiteAnswer: true },
      ),
    );
  }
}

const misformed = ({ command }: ReceivedCommand, reason: string): LedgerError =>
  ledgerError("INVALID_ARGUMENT", `${command.kind} is malformed: ${reason}`, {
    definiteAnswer: true,
  });

/** A name in the form of a UUID: parties without a hint are named so on a public node. */
const freshNameOf = (seed: string): string =>
  seed.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

/** Time, a new seed and the packages, for the decision of a command. */
export const contextFor = (
  { ids, clock, catalog, notice }: DecisionParts,
  { participant }: LedgerState,
  { receivedAt, submissionId }: Omit<ReceivedCommand, "command">,
): DecisionContext => {
  const seed = ids.transactionSeed();
  return {
    now: clock(),
    receivedAt,
    seed,
    submissionId,
    freshName: freshNameOf(seed),
    catalog: catalog(participant.packages),
    sha256,
    onThrown: (place, thrown) =>
      notice({ kind: "choice-threw", message: `${place} threw: ${thrownText(thrown)}` }),
  };
};

/**
 * Commands decided on the durable state alone get their decision. Those with events that may not be
 * durable, or decided on such events, get the error of the append.
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
