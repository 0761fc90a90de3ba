import type { Command, CompositeCommand } from "../commands/composite-command.js";
import type { LedgerError } from "../errors/ledger-error.js";
import { updateIdOf } from "../events/ledger-ids.js";
import type {
  CommandForm,
  CommandRejected,
  ReportedDeduplicationPeriod,
  RequestedDeduplicationPeriod,
  RequestedLedgerTime,
  SubmissionRecord,
  TransactionCommitted,
} from "../events/submission-event.js";
import type { TransactionNode } from "../events/transaction-node.js";
import { sharedParties } from "../values/shared-text.js";
import type { Micros } from "../values/time.js";

export interface SubmissionPlace {
  readonly recordTime: Micros;
  readonly receivedAt: Micros;
  readonly submissionId: string;
  readonly offset: number;
  readonly seed: string;
}

/** What interpretation made of a composite command. */
interface TransactionContent {
  readonly nodes: ReadonlyArray<TransactionNode>;
  /** See `TransactionCommitted.reads`. */
  readonly reads: ReadonlyArray<number> | undefined;
  readonly effectiveAt: Micros;
  /** Digests of the blobs of the disclosed contracts used, by contract id. */
  readonly disclosed: ReadonlyMap<string, string> | undefined;
}

/** The event of a submission that took effect. */
export const committedEvent = (
  command: CompositeCommand,
  place: SubmissionPlace,
  deduplicationPeriod: ReportedDeduplicationPeriod,
  { nodes, reads, effectiveAt, disclosed }: TransactionContent,
): TransactionCommitted => {
  const event: Unfinished<TransactionCommitted> = {
    type: "TransactionCommitted",
    updateId: updateIdOf(place.seed, place.offset),
    userId: command.userId,
    commandId: command.commandId,
    submissionId: place.submissionId,
    workflowId: command.workflowId,
    actAs: sharedParties(command.actAs),
    recordTime: place.recordTime,
    deduplicationPeriod,
    effectiveAt,
    seed: place.seed,
    nodes,
  };
  addRequested(event, command, place);
  if (reads !== undefined) event.reads = reads;
  if (disclosed !== undefined) {
    event.disclosedContracts = Array.from(disclosed, ([contractId, blobDigest]) => ({
      contractId,
      blobDigest,
    }));
  }
  const commandForms = formsOf(command.commands);
  if (commandForms !== undefined) event.commandForms = commandForms;
  return event;
};

/** The event of a submission that the ledger rejected. */
export const rejectedEvent = (
  command: CompositeCommand,
  place: SubmissionPlace,
  deduplicationPeriod: ReportedDeduplicationPeriod,
  error: LedgerError,
): CommandRejected => {
  const event: CommandRejected = {
    type: "CommandRejected",
    userId: command.userId,
    commandId: command.commandId,
    submissionId: place.submissionId,
    workflowId: command.workflowId,
    actAs: sharedParties(command.actAs),
    recordTime: place.recordTime,
    deduplicationPeriod,
    error,
  };
  addRequested(event, command, place);
  return event;
};

type Unfinished<Event> = { -readonly [Field in keyof Event]: Event[Field] };

type Requested = Pick<
  SubmissionRecord,
  | "readAs"
  | "requestedDeduplicationPeriod"
  | "minLedgerTime"
  | "packagePreference"
  | "traceParent"
  | "traceState"
>;

/** Adds what few commands have, field by field: spreads would double the cost. */
const addRequested = (
  event: Unfinished<Requested>,
  command: CompositeCommand,
  place: SubmissionPlace,
): void => {
  const { readAs, packageIdSelectionPreference, traceParent, traceState } = command;
  const requestedDeduplicationPeriod = periodOf(command);
  if (requestedDeduplicationPeriod !== undefined)
    event.requestedDeduplicationPeriod = requestedDeduplicationPeriod;
  const minLedgerTime = ledgerTimeOf(command, place);
  if (minLedgerTime !== undefined) event.minLedgerTime = minLedgerTime;
  if (readAs.length > 0) event.readAs = readAs;
  if (packageIdSelectionPreference.length > 0)
    event.packagePreference = packageIdSelectionPreference;
  if (traceParent !== undefined) event.traceParent = traceParent;
  if (traceState !== undefined) event.traceState = traceState;
};

const periodOf = ({
  deduplicationPeriod: period,
}: CompositeCommand): RequestedDeduplicationPeriod | undefined => {
  switch (period.kind) {
    case "empty":
      return undefined;
    case "offset":
      return { kind: "offset", offset: String(period.offset) };
    case "duration":
      return { kind: "duration", durationMicros: String(period.durationMicros) };
  }
};

const ledgerTimeOf = (
  { minLedgerTimeAbs, minLedgerTimeRel }: CompositeCommand,
  { receivedAt }: SubmissionPlace,
): RequestedLedgerTime | undefined => {
  if (minLedgerTimeAbs !== undefined) return { kind: "absolute", micros: String(minLedgerTimeAbs) };
  return minLedgerTimeRel === undefined
    ? undefined
    : { kind: "relative", micros: String(minLedgerTimeRel), receivedAt };
};

const formOf = {
  CreateCommand: "create",
  ExerciseCommand: "exercise",
  ExerciseByKeyCommand: "exerciseByKey",
  CreateAndExerciseCommand: "createAndExercise",
} as const satisfies Readonly<Record<Command["kind"], CommandForm>>;

/**
 * The forms of commands, or undefined when they follow from the root nodes: each creates, or
 * exercises by contract id.
 */
const formsOf = (commands: ReadonlyArray<Command>): ReadonlyArray<CommandForm> | undefined =>
  commands.every(({ kind }) => kind === "CreateCommand" || kind === "ExerciseCommand")
    ? undefined
    : commands.map(({ kind }) => formOf[kind]);
