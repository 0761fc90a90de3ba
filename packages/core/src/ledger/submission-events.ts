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

/** Where and when a submission is decided. */
export interface SubmissionPlace {
  readonly recordTime: Micros;
  readonly receivedAt: Micros;
  readonly submissionId: string;
  /** Of the event it will leave. */
  readonly offset: number;
  readonly seed: string;
}

/** What interpretation made of a composite command. */
export interface TransactionContent {
  readonly nodes: ReadonlyArray<TransactionNode>;
  readonly effectiveAt: Micros;
  /** Digests of the blobs of the disclosed contracts used, by contract id. */
  readonly disclosed: ReadonlyMap<string, string> | undefined;
}

/** The event of a submission that took effect. */
export const committedEvent = (
  command: CompositeCommand,
  place: SubmissionPlace,
  deduplicationPeriod: ReportedDeduplicationPeriod,
  { nodes, effectiveAt, disclosed }: TransactionContent,
): TransactionCommitted => {
  const event: TransactionCommitted = {
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
  const commandForms = formsOf(command.commands);
  if (!asksForMore(command) && disclosed === undefined && commandForms === undefined) return event;
  return {
    ...event,
    ...requestedBy(command, place),
    ...(disclosed === undefined
      ? {}
      : {
          disclosedContracts: Array.from(disclosed, ([contractId, blobDigest]) => ({
            contractId,
            blobDigest,
          })),
        }),
    ...(commandForms === undefined ? {} : { commandForms }),
  };
};

/** The event of a submission that the ledger rejected. */
export const rejectedEvent = (
  command: CompositeCommand,
  place: SubmissionPlace,
  deduplicationPeriod: ReportedDeduplicationPeriod,
  error: LedgerError,
): CommandRejected => ({
  type: "CommandRejected",
  userId: command.userId,
  commandId: command.commandId,
  submissionId: place.submissionId,
  workflowId: command.workflowId,
  actAs: sharedParties(command.actAs),
  recordTime: place.recordTime,
  deduplicationPeriod,
  ...requestedBy(command, place),
  error,
});

// most commands name none of these, and spreads cost as much as the rest of an event
const asksForMore = (command: CompositeCommand): boolean =>
  command.readAs.length > 0 ||
  command.packageIdSelectionPreference.length > 0 ||
  command.deduplicationPeriod.kind !== "empty" ||
  command.traceParent !== undefined ||
  command.minLedgerTimeAbs !== undefined ||
  command.minLedgerTimeRel !== undefined;

type Requested = Pick<
  SubmissionRecord,
  "readAs" | "requestedDeduplicationPeriod" | "minLedgerTime" | "packagePreference" | "traceParent"
>;

const requestedBy = (command: CompositeCommand, place: SubmissionPlace): Requested => {
  const { readAs, packageIdSelectionPreference: packagePreference, traceParent } = command;
  const requestedDeduplicationPeriod = periodOf(command);
  const minLedgerTime = ledgerTimeOf(command, place);
  return {
    ...(requestedDeduplicationPeriod === undefined ? {} : { requestedDeduplicationPeriod }),
    ...(minLedgerTime === undefined ? {} : { minLedgerTime }),
    ...(readAs.length === 0 ? {} : { readAs }),
    ...(packagePreference.length === 0 ? {} : { packagePreference }),
    ...(traceParent === undefined ? {} : { traceParent }),
  };
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
  if (minLedgerTimeAbs !== undefined) return { kind: "absolute", micros: minLedgerTimeAbs };
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
 * The forms of commands, or undefined when the root nodes tell them: each creates, or exercises by
 * contract id.
 */
const formsOf = (commands: ReadonlyArray<Command>): ReadonlyArray<CommandForm> | undefined =>
  commands.every(({ kind }) => kind === "CreateCommand" || kind === "ExerciseCommand")
    ? undefined
    : commands.map(({ kind }) => formOf[kind]);
