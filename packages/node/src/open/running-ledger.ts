import { sha256 } from "../ledger/sha256.js";
import { decodeErrorText, JsCommands, validateCommands } from "@tallystick/wire";
import {
  type CompositeCommand,
  type ErrorCode,
  invalidArgument,
  type LedgerCatalog,
  type LedgerError,
  presentCatalog,
  type TransactionCommitted,
  type CommandRejected,
} from "@tallystick/core";
import type { QueryContext, Views } from "@tallystick/views";
import { type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import { administration } from "../administration/administer.js";
import type { Ledger } from "../ledger/ledger.js";
import type {
  Committed,
  Submitted,
  Submitter,
  ValidCommands,
} from "../ledger/submission-outcome.js";
import type { LedgerConfig } from "../ledger/ledger-config.js";
import type { LedgerObserver } from "../ledger/ledger-observer.js";
import type { ArchiveStore } from "../administration/archive-store.js";
import { externalSigning, type ValidateCommands } from "../signing/external-signing-of-ledger.js";
import type { ExecuteSubmission } from "../ledger/external-signing.js";
import type { EventAt, Pipeline } from "../pipeline/pipeline.js";
import type { Projector } from "../pipeline/projector.js";

/** The parts of a ledger that is up. */
export interface LedgerParts {
  readonly pipeline: Pipeline;
  readonly catalog: LedgerCatalog;
  readonly config: LedgerConfig;
  readonly views: Views;
  readonly projectors: ReadonlyArray<Projector>;
  readonly observer: LedgerObserver | undefined;
  readonly archives: ArchiveStore;
  readonly close: () => Promise<void>;
}

/** The ledger over its parts: commands go to the pipeline, questions to the views. */
export const runningLedger = (parts: LedgerParts): Ledger => {
  const { pipeline, config, views } = parts;
  const catalog = presentCatalog(() =>
    parts.catalog(pipeline.committed().state.participant.packages),
  );
  const { participantId, synchronizerId } = pipeline.committed().state.participant;
  const ledgerEnd = (): number => pipeline.committed().state.offset;
  const context: QueryContext = { ledgerEnd, participantId, synchronizerId, catalog };
  let closed: Promise<void> | undefined;
  const settings = {
    tapsMaxPassesDefault: config.tapsMaxPassesDefault,
    tapsMaxPassesLimit: config.tapsMaxPassesLimit,
    synchronizerId,
    sha256,
  };

  const validate: ValidateCommands = (commands, { userId, traceParent, decoded = false }) => {
    const read = decoded ? right(commands) : readCommands(commands);
    if (isLeft(read)) return read;
    const valid = validateCommands(
      read.right,
      userId === undefined ? settings : { ...settings, userId },
    );
    return traceParent === undefined || isLeft(valid)
      ? valid
      : right({ ...valid.right, traceParent });
  };

  const submitCommands: SubmitCommands<JsCommands | ValidCommands> = async (
    commands,
    submitter,
  ) => {
    const valid = "command" in commands ? right(commands.command) : validate(commands, submitter);
    if (isLeft(valid)) return valid;
    const outcome = await pipeline.enqueue({ kind: "Submit", command: valid.right });
    return isLeft(outcome) ? outcome : right(submissionIn(outcome.right));
  };

  const { execute, ...signing } = externalSigning(pipeline, validate);
  const executeIn: SubmitCommands<ExecuteSubmission> = async (request, submitter) => {
    const outcome = await execute(request, submitter);
    return isLeft(outcome) ? outcome : right(submissionIn(outcome.right));
  };

  const { observer } = parts;
  const observedSubmission =
    observer === undefined ? submitCommands : observed(submitCommands, observer);
  const seenExecution = observer === undefined ? executeIn : observed(executeIn, observer);

  return {
    participantId,
    synchronizerId,
    catalog,
    config,
    validate: (commands, submitter) =>
      map((command: CompositeCommand): ValidCommands => ({ command }))(
        validate(commands, { ...submitter, decoded: true }),
      ),
    submit: async (commands, submitter = {}) => {
      const outcome = await observedSubmission(commands, submitter);
      return isLeft(outcome) ? outcome : right(submitted(outcome.right));
    },
    submitAndWait: async (commands, submitter = {}) => {
      const outcome = await observedSubmission(commands, submitter);
      return isLeft(outcome) ? outcome : committed(outcome.right);
    },
    ...signing,
    executeSubmission: async (request, submitter = {}) => {
      const outcome = await seenExecution(request, submitter);
      return isLeft(outcome) ? outcome : right(submitted(outcome.right));
    },
    executeSubmissionAndWait: async (request, submitter = {}) => {
      const outcome = await seenExecution(request, submitter);
      return isLeft(outcome) ? outcome : committed(outcome.right);
    },
    ledgerEnd,
    completions: (query) => views.completions(context, query),
    updates: (query) => views.updates(context, query),
    transaction: (query) => views.transaction(context, query),
    update: (query) => views.update(context, query),
    updatesPage: (query) => views.updatesPage(context, query),
    activeContracts: (query) => views.activeContracts(context, query),
    activeContractsPage: (query) => views.activeContractsPage(context, query),
    contractEvents: (query) => views.contractEvents(context, query),
    contract: (query) => views.contract(context, query),
    ...administration(pipeline, config, parts.archives),
    ready: () =>
      closed === undefined &&
      pipeline.error() === undefined &&
      parts.projectors.every((each) => each.error() === undefined),
    close: () => {
      closed ??= parts.close();
      return closed;
    },
  };
};

type SubmitCommands<A> = (
  submission: A,
  submitter: Submitter,
) => Promise<Either<LedgerError, SubmissionAt>>;

const observed =
  <A>(submitCommands: SubmitCommands<A>, observer: LedgerObserver): SubmitCommands<A> =>
  async (submission, submitter) => {
    const startedMs = performance.now();
    const outcome = await submitCommands(submission, submitter);
    observer.submitted({ code: rejectionOf(outcome), durationMs: performance.now() - startedMs });
    return outcome;
  };

const rejectionOf = (outcome: Either<LedgerError, SubmissionAt>): ErrorCode | undefined => {
  if (isLeft(outcome)) return outcome.left.code;
  const { event } = outcome.right;
  return event.type === "CommandRejected" ? event.error.code : undefined;
};

// callers without a type checker hand in anything
const readCommands = (commands: unknown): Either<LedgerError, JsCommands> => {
  const read = JsCommands.decode(commands);
  if (!isLeft(read)) return read;
  const { path, reason } = decodeErrorText(read.left);
  return left(path === "" ? invalidArgument(reason) : invalidArgument(reason, path));
};

interface SubmissionAt {
  readonly offset: number;
  readonly event: TransactionCommitted | CommandRejected;
}

const submissionIn = (events: ReadonlyArray<EventAt>): SubmissionAt => {
  const first = events[0];
  const event = first?.event;
  if (
    first === undefined ||
    (event?.type !== "TransactionCommitted" && event?.type !== "CommandRejected")
  )
    throw new Error("a submission left another event than a transaction or a rejection");
  return { offset: first.offset, event };
};

const submitted = ({ offset, event }: SubmissionAt): Submitted => ({
  completionOffset: offset,
  submissionId: event.submissionId,
});

const committed = (submission: SubmissionAt): Either<LedgerError, Committed> => {
  const { event } = submission;
  return event.type === "CommandRejected"
    ? left({ ...event.error, correlationId: event.submissionId })
    : right({ ...submitted(submission), updateId: event.updateId });
};
