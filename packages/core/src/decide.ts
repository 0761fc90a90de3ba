import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { CompiledCatalog } from "./catalog.js";
import type { Sha256 } from "./compile-packages.js";
import type { CompositeCommand } from "./composite-command.js";
import { decideParticipant, type ParticipantCommand } from "./decide-participant.js";
import { changeIdOf, checkDeduplication } from "./deduplication.js";
import { verifyDisclosed } from "./disclosed-contracts.js";
import { interpret, type Interpreted } from "./interpretation.js";
import { ledgerError } from "./ledger-error-build.js";
import type { LedgerError } from "./ledger-error.js";
import type { LedgerEvent, Micros, SubmissionRecord } from "./ledger-event.js";
import type { LedgerState } from "./ledger-state.js";
import { getIn, hasIn } from "./persistent-map.js";
import { checkPrefetchKeys } from "./prefetch-keys.js";
import type { InterpretationInput } from "./transaction.js";

/** Hands a composite command to the ledger. */
export interface Submit {
  readonly kind: "Submit";
  readonly command: CompositeCommand;
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
}

/** How often interpretation is repeated with a later ledger time before giving up. */
const maxLedgerTimePasses = 3;

/**
 * What happens to a command. Right: the events it leaves, which for a submission that reached the ledger may be its
 * rejection. Left: it is refused and leaves nothing.
 *
 * A submission is compared with earlier ones of its change id first, so that repeating a command that has taken effect
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
    });
  const submissionId = command.command.submissionId || context.submissionId;
  const decided = decideSubmission(state, command.command, {
    ...context,
    now: recordTime,
    submissionId,
  });
  return isLeft(decided) ? left({ ...decided.left, correlationId: submissionId }) : decided;
};

const decideSubmission = (
  state: LedgerState,
  command: CompositeCommand,
  context: DecisionContext,
): Either<LedgerError, ReadonlyArray<LedgerEvent>> => {
  const refused = refusedSubmission(state, command, context);
  if (refused !== undefined) return left(refused);
  const verdict = checkDeduplication(
    state.deduplication,
    changeIdOf(command),
    command.deduplicationPeriod,
    context.now,
    state.settings.deduplicationWindowMicros,
  );
  const record = recordOf(command, context, verdict.reported);
  if (verdict.kind === "rejected")
    return right([{ type: "CommandRejected", ...record, error: verdict.error }]);
  const ledgerTime = ledgerTimeOf(command, context);
  if (ledgerTime > BigInt(context.now + context.ledgerTimeSkewMicros))
    return right([{ type: "CommandRejected", ...record, error: outOfBound(ledgerTime, context) }]);
  const interpreted = interpretInTime(state, command, context, Number(ledgerTime));
  if (isLeft(interpreted)) return interpreted;
  const { nodes, effectiveAt } = interpreted.right;
  return right([
    {
      type: "TransactionCommitted",
      updateId: `1220${context.sha256(`update ${context.seed}`)}`,
      ...record,
      effectiveAt,
      nodes,
    },
  ]);
};

const refusedSubmission = (
  { participant }: LedgerState,
  command: CompositeCommand,
  { catalog }: DecisionContext,
): LedgerError | undefined => {
  const stranger = command.actAs.find((party) => !hasIn(participant.parties, party));
  if (stranger !== undefined)
    return ledgerError(
      "NO_SYNCHRONIZER_ON_WHICH_ALL_SUBMITTERS_CAN_SUBMIT",
      `This node cannot submit for all of actAs: ${stranger} is not a party hosted here.`,
    );
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

const recordOf = (
  command: CompositeCommand,
  context: DecisionContext,
  deduplicationPeriod: SubmissionRecord["deduplicationPeriod"],
): SubmissionRecord => ({
  userId: command.userId,
  commandId: command.commandId,
  submissionId: context.submissionId,
  workflowId: command.workflowId,
  actAs: command.actAs,
  recordTime: context.now,
  deduplicationPeriod,
});

/** Now, or the lower bound the submitter set, whichever is later (ledger-api 7). */
const ledgerTimeOf = (command: CompositeCommand, { now, receivedAt }: DecisionContext): bigint => {
  const bound =
    command.minLedgerTimeAbs !== undefined
      ? BigInt(command.minLedgerTimeAbs)
      : command.minLedgerTimeRel !== undefined
        ? BigInt(receivedAt) + command.minLedgerTimeRel
        : 0n;
  return bound > BigInt(now) ? bound : BigInt(now);
};

const outOfBound = (ledgerTime: bigint, context: DecisionContext): LedgerError =>
  ledgerError(
    "LOCAL_VERDICT_LEDGER_TIME_OUT_OF_BOUND",
    `The ledger time lies ${(ledgerTime - BigInt(context.now)) / 1_000_000n} seconds after the record time; ` +
      `at most ${context.ledgerTimeSkewMicros / 1_000_000} are allowed.`,
    { definiteAnswer: true },
  );

/** Interprets, again with a later ledger time when a contract used was created after it. */
const interpretInTime = (
  state: LedgerState,
  command: CompositeCommand,
  context: DecisionContext,
  start: Micros,
): Either<LedgerError, { readonly nodes: Interpreted["nodes"]; readonly effectiveAt: Micros }> => {
  const prepared = prepare(state, command, context);
  if (isLeft(prepared)) return prepared;
  let ledgerTime = start;
  for (let pass = 0; pass < maxLedgerTimePasses; pass++) {
    const interpreted = interpret(command.commands, command.actAs, {
      ...prepared.right,
      ledgerTime,
    });
    if (isLeft(interpreted)) return interpreted;
    const { nodes, latestInput } = interpreted.right;
    if (latestInput <= ledgerTime) return right({ nodes, effectiveAt: ledgerTime });
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

const prepare = (
  state: LedgerState,
  command: CompositeCommand,
  context: DecisionContext,
): Either<LedgerError, Omit<InterpretationInput, "ledgerTime">> => {
  const { contracts, keys, participant } = state;
  const disclosed = verifyDisclosed(
    command.disclosedContracts,
    participant.synchronizerId,
    context,
  );
  if (isLeft(disclosed)) return disclosed;
  const prefetch = checkPrefetchKeys(command, context.catalog);
  if (prefetch !== undefined) return left(prefetch);
  return right({
    view: {
      catalog: context.catalog,
      sha256: context.sha256,
      contract: (contractId) => getIn(contracts, contractId),
      contractByKey: (keyId) => getIn(keys, keyId),
      isKnownParty: (party) => hasIn(participant.parties, party),
    },
    readers: new Set([...command.actAs, ...command.readAs]),
    disclosed: disclosed.right,
    preference: command.packageIdSelectionPreference,
    seed: context.seed,
  });
};
