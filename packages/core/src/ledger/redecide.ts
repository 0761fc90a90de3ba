import { type ValueError, valueError } from "../values/value-error.js";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { removeIn } from "../collections/persistent-map.js";
import { causeText } from "../errors/error-place.js";
import type { LedgerEvent } from "../events/ledger-event.js";
import type { CompiledCatalog } from "../packages/catalog.js";
import type { Sha256 } from "../values/sha256.js";
import { administrationOfEvent, journalCommandOfEvent } from "./administration-of-event.js";
import { preparedOfEvent, submissionOfEvent } from "./command-of-event.js";
import { decide, type LedgerCommand } from "./decide.js";
import type { LedgerState } from "./ledger-state.js";
import type { PreparedSubmission } from "./prepared-submission.js";

/** The inputs of deciding a command again. */
export interface AgainContext {
  readonly catalog: CompiledCatalog;
  readonly sha256: Sha256;
  /**
   * What external parties signed, read from the event. Without it the transaction is decided again
   * and not compared with what they signed.
   */
  readonly prepared?: PreparedSubmission | undefined;
}

/**
 * Decides the command of an event again, for auditors. On the state before it, with the packages of
 * that time, the result is the same event; otherwise the event was not decided by these rules, or
 * the code of a package has changed (see `ConfigurationApplied`).
 *
 * @param state before the event
 * @returns the event that is decided now, or why there is none
 */
export const redecide = (
  state: LedgerState,
  event: LedgerEvent,
  { catalog, sha256, prepared }: AgainContext,
): Either<ValueError, LedgerEvent> => {
  if ("imported" in event && event.type !== "PartyUpdated")
    return valueError("it was imported from another ledger, no command led to it");
  const command = commandOf(state, event, prepared);
  if (isLeft(command)) return command;
  const decided = decide(stateOfCommand(state, event), command.right, {
    now: event.recordTime,
    receivedAt: receiptOf(event),
    seed: event.type === "TransactionCommitted" ? event.seed : "",
    submissionId: "",
    freshName: "",
    catalog,
    sha256,
  });
  if (isLeft(decided)) return valueError(`${decided.left.code}: ${causeText(decided.left)}`);
  const again = decided.right.find(({ type }) => type === event.type);
  return again === undefined ? valueError(otherEvents(event, decided.right)) : right(again);
};

/** The error if a command now produces a different event. */
const otherEvents = (event: LedgerEvent, decided: ReadonlyArray<LedgerEvent>): string => {
  const [only] = decided;
  return only?.type === "CommandRejected"
    ? `the command is now rejected: ${only.error.code}: ${only.error.cause}`
    : `the command now produces no ${event.type}, but ${decided.length} other events`;
};

/** The first keys of a party come from the same command as the party. */
const stateOfCommand = (state: LedgerState, event: LedgerEvent): LedgerState => {
  if (event.type !== "PartyKeysChanged" || event.serial > 1) return state;
  const { participant } = state;
  const parties = removeIn(participant.parties, event.party);
  return { ...state, participant: { ...participant, parties } };
};

const receiptOf = (event: LedgerEvent): number =>
  "minLedgerTime" in event && event.minLedgerTime?.kind === "relative"
    ? event.minLedgerTime.receivedAt
    : event.recordTime;

const commandOf = (
  state: LedgerState,
  event: LedgerEvent,
  signed: PreparedSubmission | undefined,
): Either<ValueError, LedgerCommand> => {
  switch (event.type) {
    case "TransactionCommitted":
    case "CommandRejected": {
      const command = submissionOfEvent(state, event);
      if (isLeft(command)) return command;
      const submit = { kind: "Submit" as const, command: command.right };
      const prepared = signed ?? preparedOfEvent(state, event);
      return right(prepared === undefined ? submit : { ...submit, prepared });
    }
    case "ConfigurationApplied":
    case "JournalForked":
    case "JournalRestored":
    case "DisclosureKeyDrawn":
    case "SigningKeyPublished":
    case "JournalPruned":
      return right(journalCommandOfEvent(event));
    default:
      return right(administrationOfEvent(state, event));
  }
};
