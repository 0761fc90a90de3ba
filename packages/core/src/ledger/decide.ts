import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { CompiledCatalog } from "../packages/catalog.js";
import type { Sha256 } from "../values/sha256.js";
import type { CompositeCommand } from "../commands/composite-command.js";
import type { Contract } from "../contracts/contract.js";
import { decideParticipant } from "../participant/decide-participant.js";
import { changeIdOf, checkDeduplication } from "./deduplication.js";
import { verifyDisclosed } from "../interpretation/disclosed-contracts.js";
import { interpret, type Interpreted } from "../interpretation/interpretation.js";
import { ledgerError } from "../errors/ledger-error-build.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type {
  CommandRejected,
  LedgerEvent,
  ReportedDeduplicationPeriod,
  TransactionCommitted,
} from "../events/ledger-event.js";
import type { Micros } from "../values/time.js";
import type { LedgerState } from "./ledger-state.js";
import {
  defaultParticipantLimits,
  type ParticipantCommand,
  type ParticipantLimits,
} from "../participant/participant-command.js";
import { getIn, hasIn } from "../collections/persistent-map.js";
import { checkPrefetchKeys } from "../interpretation/prefetch-keys.js";
import { setOfParties, sharedParties } from "../values/shared-text.js";
import { type LedgerView, newTrace } from "../contracts/transaction.js";
import {
  boundedLedgerTime,
  changedKeysError,
  executionError,
  otherTransaction,
  type PreparedSubmission,
} from "./prepared-submission.js";
import { vettedCatalog } from "../packages/vetted-catalog.js";

/** Hands a composite command to the ledger. */
export interface Submit {
  readonly kind: "Submit";
  readonly command: CompositeCommand;
  /** Set when the command was prepared and signed outside of the node. */
  readonly prepared?: PreparedSubmission;
}

/** Everything the ledger can be asked to do. */
export type LedgerCommand = Submit | ParticipantCommand;

/** Time, randomness and configuration of one decision, as data. */
export interface DecisionContext {
  /** The clock when the command is decided. */
  readonly now: Micros;
  /** When the command was received; `minLedgerTimeRel` counts from here. */
  readonly receivedAt: Micros;
  /** 64 hex digits nobody could guess before. */
  readonly seed: string;
  /** Used when the submitter left the submission id empty. */
  readonly submissionId: string;
  /** A fresh text `[a-z0-9-]`. */
  readonly freshName: string;
  readonly catalog: CompiledCatalog;
  readonly sha256: Sha256;
  /** How far the ledger time may run ahead of the record time; microseconds. */
  readonly ledgerTimeSkewMicros: number;
  /** Default: `defaultParticipantLimits`. */
  readonly participantLimits?: ParticipantLimits;
  /** True to write down what the nodes of the transaction do not tell. */
  readonly traced?: boolean;
}

/** How often interpretation is repeated with a later ledger time before giving up. */
const maxLedgerTimePasses = 3;

/**
 * What happens to a command. Right: the events it leaves, which for a submission that reached the
 * ledger may be its
 * rejection. Left: it is refused and leaves nothing.
 *
 * A submission is compared with earlier ones of its change id first, so that repeating a command
 * that has taken effect
 * is answered as a duplicate also when its contracts are gone.
 */
export const decide = (
  state: LedgerState,
  command: LedgerCommand,
  context: DecisionContext,
): Either<LedgerError, ReadonlyArray<LedgerEvent>> => {
  // record times never go back, whatever the clock does
  const recordTime = Math.max(context.now, state.recordTime);
  if (command.kind !== "Submit")
    return decideParticipant(state.participant, command, {
      recordTime,
      freshName: context.freshName,
      limits: context.participantLimits ?? defaultParticipantLimits,
    });
  const submissionId = command.command.submissionId || context.submissionId;
  const inForce = {
    ...context,
    now: recordTime,
    submissionId,
    catalog: vettedCatalog(context.catalog, state.participant.vetting, recordTime),
  };
  const decided =
    command.prepared === undefined
      ? decideSubmission(state, command.command, inForce)
      : decideExecution(state, command.command, inForce, command.prepared);
  return isLeft(decided) ? left({ ...decided.left, correlationId: submissionId }) : decided;
};

const decideSubmission = (
  state: LedgerState,
  command: CompositeCommand,
  context: DecisionContext,
): Either<LedgerError, ReadonlyArray<LedgerEvent>> => {
  const error = submissionError(state, command, context);
  if (error !== undefined) return left(error);
  const verdict = checkDeduplication(
    state.deduplication,
    changeIdOf(command),
    command.deduplicationPeriod,
    context.now,
    state.settings.deduplicationWindowMicros,
  );
  if (verdict.kind === "rejected")
    return right([rejection(command, context, verdict.reported, verdict.error)]);
  const bound = lowerBoundOf(command, context);
  if (bound > BigInt(context.now + context.ledgerTimeSkewMicros))
    return right([rejection(command, context, verdict.reported, outOfBound(bound, context))]);
  // now, or the lower bound the submitter set, whichever is later (ledger-api 7)
  const ledgerTime = Math.max(context.now, Number(bound));
  const interpreted = interpretInTime(state, command, context, ledgerTime);
  return isLeft(interpreted)
    ? interpreted
    : right([transaction(command, context, verdict.reported, interpreted.right)]);
};

/**
 * Decides a command that was prepared before, in the order of the reference (interactive-submission
 * 3.4).
 */
const decideExecution = (
  state: LedgerState,
  command: CompositeCommand,
  context: DecisionContext,
  prepared: PreparedSubmission,
): Either<LedgerError, ReadonlyArray<LedgerEvent>> => {
  const error = actAsError(state, command, true) ?? changedKeysError(state, prepared);
  if (error !== undefined) return left(error);
  const verdict = checkDeduplication(
    state.deduplication,
    changeIdOf(command),
    command.deduplicationPeriod,
    context.now,
    state.settings.deduplicationWindowMicros,
  );
  const rejected = (reason: LedgerError) =>
    right([rejection(command, context, verdict.reported, reason)]);
  if (verdict.kind === "rejected") return rejected(verdict.error);
  const refused = executionError(state, prepared, context.now);
  if (refused !== undefined) return rejected(refused);
  const earliest = Math.max(context.now, Number(lowerBoundOf(command, context)));
  const ledgerTime = boundedLedgerTime(earliest, prepared);
  if (Math.abs(ledgerTime - context.now) > context.ledgerTimeSkewMicros)
    return rejected(outOfBound(BigInt(ledgerTime), context));
  const pinned = { ...context, seed: prepared.seed, traced: true };
  const interpreted = interpretInTime(state, command, pinned, ledgerTime, prepared.inputs);
  if (isLeft(interpreted)) return rejected(otherTransaction(interpreted.left.cause));
  const difference = prepared.differs(interpreted.right);
  if (difference !== undefined) return rejected(otherTransaction(difference));
  const event = transaction(command, pinned, verdict.reported, interpreted.right);
  const { external } = prepared;
  // so that the transaction is found by the hash its parties know
  return right([{ ...event, updateId: `1220${external.hash}`, external }]);
};

/**
 * Why this node cannot submit for the parties of a command: they are not hosted here, or sign
 * outside of the node.
 */
const actAsError = (
  { participant }: LedgerState,
  command: CompositeCommand,
  isSigned: boolean,
): LedgerError | undefined => {
  for (const party of command.actAs) {
    const known = getIn(participant.parties, party);
    if (known === undefined || (known.external !== undefined && !isSigned))
      return ledgerError(
        "NO_SYNCHRONIZER_ON_WHICH_ALL_SUBMITTERS_CAN_SUBMIT",
        `This node cannot submit for all of actAs: ${party} ${
          known === undefined
            ? "is not a party hosted here"
            : "is an external party, whose submissions are prepared and signed"
        }.`,
      );
  }
  return undefined;
};

/**
 * Why a composite command cannot be interpreted; that of an external party only when it is to be
 * signed.
 */
export const submissionError = (
  state: LedgerState,
  command: CompositeCommand,
  { catalog }: DecisionContext,
  isSigned = false,
): LedgerError | undefined => {
  const { participant } = state;
  const error = actAsError(state, command, isSigned);
  if (error !== undefined) return error;
  if (command.synchronizerId !== "" && command.synchronizerId !== participant.synchronizerId)
    return ledgerError(
      "INVALID_PRESCRIBED_SYNCHRONIZER_ID",
      `synchronizerId is ${command.synchronizerId}, but this node is connected to ${participant.synchronizerId}.`,
    );
  const { packageIdSelectionPreference } = command;
  return packageIdSelectionPreference.length === 0
    ? undefined
    : catalog.checkPreference(packageIdSelectionPreference);
};

const rejection = (
  command: CompositeCommand,
  context: DecisionContext,
  deduplicationPeriod: ReportedDeduplicationPeriod,
  error: LedgerError,
): CommandRejected => ({
  type: "CommandRejected",
  userId: command.userId,
  commandId: command.commandId,
  submissionId: context.submissionId,
  workflowId: command.workflowId,
  actAs: sharedParties(command.actAs),
  recordTime: context.now,
  deduplicationPeriod,
  error,
});

const transaction = (
  command: CompositeCommand,
  context: DecisionContext,
  deduplicationPeriod: ReportedDeduplicationPeriod,
  { nodes, effectiveAt }: InterpretedInTime,
): TransactionCommitted => ({
  type: "TransactionCommitted",
  updateId: `1220${context.sha256(`update ${context.seed}`)}`,
  userId: command.userId,
  commandId: command.commandId,
  submissionId: context.submissionId,
  workflowId: command.workflowId,
  actAs: sharedParties(command.actAs),
  recordTime: context.now,
  deduplicationPeriod,
  effectiveAt,
  nodes,
});

/**
 * The earliest ledger time the submitter allows; microseconds since the Unix epoch, 0 when nothing
 * was said.
 */
const lowerBoundOf = (command: CompositeCommand, { receivedAt }: DecisionContext): bigint => {
  if (command.minLedgerTimeAbs !== undefined) return BigInt(command.minLedgerTimeAbs);
  return command.minLedgerTimeRel === undefined
    ? 0n
    : BigInt(receivedAt) + command.minLedgerTimeRel;
};

const outOfBound = (ledgerTime: bigint, context: DecisionContext): LedgerError =>
  ledgerError(
    "LOCAL_VERDICT_LEDGER_TIME_OUT_OF_BOUND",
    `The ledger time lies ${(ledgerTime - BigInt(context.now)) / 1_000_000n} seconds after the record time; ` +
      `at most ${context.ledgerTimeSkewMicros / 1_000_000} are allowed.`,
    { definiteAnswer: true },
  );

/** What a command does, at the ledger time it was interpreted with. */
export interface InterpretedInTime extends Interpreted {
  readonly effectiveAt: Micros;
}

/**
 * Interprets, again with a later ledger time when a contract used was created after it.
 *
 * @param inputs contracts usable though not visible, instead of those the command discloses
 */
export const interpretInTime = (
  state: LedgerState,
  command: CompositeCommand,
  context: DecisionContext,
  start: Micros,
  inputs?: ReadonlySet<string>,
): Either<LedgerError, InterpretedInTime> => {
  const { catalog, sha256, seed } = context;
  const disclosed = verifyDisclosed(
    command.disclosedContracts,
    state.participant.synchronizerId,
    context,
  );
  if (isLeft(disclosed)) return disclosed;
  const prefetch = checkPrefetchKeys(command, catalog);
  if (prefetch !== undefined) return left(prefetch);
  const view = new StateView(state, catalog, sha256);
  const readers = readersOf(command);
  const preference = command.packageIdSelectionPreference;
  let ledgerTime = start;
  for (let pass = 0; pass < maxLedgerTimePasses; pass++) {
    const usable = inputs ?? disclosed.right;
    const plain = { view, readers, disclosed: usable, preference, ledgerTime, seed };
    const input = context.traced === true ? { ...plain, trace: newTrace() } : plain;
    const interpreted = interpret(command.commands, command.actAs, input);
    if (isLeft(interpreted)) return interpreted;
    const { latestInput } = interpreted.right;
    if (latestInput <= ledgerTime) return right({ ...interpreted.right, effectiveAt: ledgerTime });
    ledgerTime = latestInput;
    if (ledgerTime > context.now + context.ledgerTimeSkewMicros) break;
  }
  return left(
    ledgerError(
      "FAILED_TO_DETERMINE_LEDGER_TIME",
      "No ledger time lies after the creation of every contract used and near enough to the record time.",
    ),
  );
};

const readersOf = ({ actAs, readAs }: CompositeCommand): ReadonlySet<string> =>
  readAs.length === 0 ? setOfParties(actAs) : new Set([...actAs, ...readAs]);

/**
 * A state as interpretation sees it; a class, because a closure for each question would be made for
 * every command.
 */
class StateView implements LedgerView {
  constructor(
    private readonly state: LedgerState,
    readonly catalog: CompiledCatalog,
    readonly sha256: Sha256,
  ) {}

  contract(contractId: string): Contract | undefined {
    return getIn(this.state.contracts, contractId);
  }

  contractByKey(keyId: string): string | undefined {
    return getIn(this.state.keys, keyId);
  }

  isKnownParty(party: string): boolean {
    return hasIn(this.state.participant.parties, party);
  }
}
