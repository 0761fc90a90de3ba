import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { getIn, hasIn } from "../collections/persistent-map.js";
import type { CompositeCommand } from "../commands/composite-command.js";
import type { Contract } from "../contracts/contract.js";
import type { LedgerView } from "../contracts/transaction.js";
import { ledgerError } from "../errors/ledger-error-build.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { LedgerEvent } from "../events/ledger-event.js";
import { verifyDisclosed } from "../interpretation/disclosed-contracts.js";
import { interpret } from "../interpretation/interpretation.js";
import { checkPrefetchKeys } from "../interpretation/prefetch-keys.js";
import type { CompiledCatalog } from "../packages/catalog.js";
import type { Sha256 } from "../values/sha256.js";
import { setOfParties } from "../values/shared-text.js";
import type { Micros } from "../values/time.js";
import { changeIdOf, checkDeduplication } from "./deduplication.js";
import type { LedgerState } from "./ledger-state.js";
import {
  committedEvent,
  rejectedEvent,
  type SubmissionPlace,
  type TransactionContent,
} from "./submission-events.js";

/** What deciding a submission needs beside the state. */
export interface SubmissionContext extends SubmissionPlace {
  /** Without the packages that are not vetted. */
  readonly catalog: CompiledCatalog;
  readonly sha256: Sha256;
}

/** How often interpretation is repeated with a later ledger time before giving up. */
const maxLedgerTimePasses = 3;

/** Decides a composite command; see `decide`. */
export const decideSubmission = (
  state: LedgerState,
  command: CompositeCommand,
  context: SubmissionContext,
): Either<LedgerError, ReadonlyArray<LedgerEvent>> => {
  const error = submissionError(state, command, context);
  if (error !== undefined) return left(error);
  const { recordTime } = context;
  const { deduplicationWindowMicros, ledgerTimeSkewMicros } = state.configuration;
  const verdict = checkDeduplication(
    state.deduplication,
    changeIdOf(command),
    command.deduplicationPeriod,
    recordTime,
    deduplicationWindowMicros,
  );
  if (verdict.kind === "rejected")
    return right([rejectedEvent(command, context, verdict.reported, verdict.error)]);
  const bound = lowerBoundOf(command, context);
  if (bound > BigInt(recordTime + ledgerTimeSkewMicros)) {
    const tooLate = outOfBound(bound, recordTime, ledgerTimeSkewMicros);
    return right([rejectedEvent(command, context, verdict.reported, tooLate)]);
  }
  // now, or the lower bound the submitter set, whichever is later (ledger-api 7)
  const ledgerTime = Math.max(recordTime, Number(bound));
  const content = interpretInTime(state, command, context, ledgerTime);
  return isLeft(content)
    ? content
    : right([committedEvent(command, context, verdict.reported, content.right)]);
};

const submissionError = (
  { participant }: LedgerState,
  command: CompositeCommand,
  { catalog }: SubmissionContext,
): LedgerError | undefined => {
  for (const party of command.actAs)
    if (!hasIn(participant.parties, party))
      return ledgerError(
        "NO_SYNCHRONIZER_ON_WHICH_ALL_SUBMITTERS_CAN_SUBMIT",
        `This node cannot submit for all of actAs: ${party} is not a party hosted here.`,
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

/** The earliest ledger time the submitter allows; microseconds since the Unix epoch, 0 when the command names none. */
const lowerBoundOf = (command: CompositeCommand, { receivedAt }: SubmissionContext): bigint => {
  if (command.minLedgerTimeAbs !== undefined) return BigInt(command.minLedgerTimeAbs);
  return command.minLedgerTimeRel === undefined
    ? 0n
    : BigInt(receivedAt) + command.minLedgerTimeRel;
};

const outOfBound = (ledgerTime: bigint, recordTime: Micros, skewMicros: number): LedgerError =>
  ledgerError(
    "LOCAL_VERDICT_LEDGER_TIME_OUT_OF_BOUND",
    `The ledger time lies ${(ledgerTime - BigInt(recordTime)) / 1_000_000n} seconds after the record time; ` +
      `at most ${skewMicros / 1_000_000} are allowed.`,
    { definiteAnswer: true },
  );

const nothingDisclosed: ReadonlyMap<string, string> = new Map();

/** Interprets, again with a later ledger time when a contract used was created after it. */
const interpretInTime = (
  state: LedgerState,
  command: CompositeCommand,
  { recordTime, catalog, sha256, seed, offset }: SubmissionContext,
  start: Micros,
): Either<LedgerError, TransactionContent> => {
  const verified = verifyDisclosed(command.disclosedContracts, sha256);
  if (isLeft(verified)) return verified;
  const disclosed = verified.right;
  const prefetch = checkPrefetchKeys(command, catalog);
  if (prefetch !== undefined) return left(prefetch);
  const view = new StateView(state, catalog, sha256);
  const readers = readersOf(command);
  const preference = command.packageIdSelectionPreference;
  let ledgerTime = start;
  for (let pass = 0; pass < maxLedgerTimePasses; pass++) {
    const input = { view, readers, disclosed, preference, ledgerTime, seed, offset };
    const interpreted = interpret(command.commands, command.actAs, input);
    if (isLeft(interpreted)) return interpreted;
    const { nodes, latestInput, disclosed: used = nothingDisclosed } = interpreted.right;
    if (latestInput <= ledgerTime)
      return right({ nodes, effectiveAt: ledgerTime, disclosed: used });
    ledgerTime = latestInput;
    if (ledgerTime > recordTime + state.configuration.ledgerTimeSkewMicros) break;
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

/** A state as interpretation sees it; a class, because a closure for each question would be made for every command. */
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
