import { sha256 } from "../ledger/sha256.js";
import { decodeErrorText, JsCommands, validateCommands } from "@tallystick/wire";
import {
  type CommandRejected,
  type CompositeCommand,
  type ErrorCode,
  invalidArgument,
  type LedgerError,
  type TransactionCommitted,
} from "@tallystick/core";
import { type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import type { ExecuteSubmission } from "../ledger/external-signing.js";
import type { Ledger } from "../ledger/ledger.js";
import type { LedgerConfig } from "../ledger/ledger-config.js";
import type { LedgerObserver } from "../ledger/ledger-observer.js";
import {
  type Committed,
  resultOf,
  type Submitted,
  type Submitter,
  type ValidCommands,
} from "../ledger/submission-outcome.js";
import type { CommandResult } from "../pipeline/command-outcome.js";
import type { Pipeline } from "../pipeline/pipeline.js";
import {
  externalSigning,
  type SigningOverPipeline,
  type ValidateCommands,
} from "../signing/external-signing-of-ledger.js";

/** The part of a ledger that takes submissions. */
type LedgerSubmissions = Pick<
  Ledger,
  "validate" | "submit" | "submitAndWait" | "executeSubmission" | "executeSubmissionAndWait"
> &
  Omit<SigningOverPipeline, "execute">;

/** Submissions over a pipeline: checked, decided, and answered in the two forms. */
export const ledgerSubmissions = (
  pipeline: Pipeline,
  config: LedgerConfig,
  observer: LedgerObserver | undefined,
): LedgerSubmissions => {
  const { synchronizerId } = pipeline.committed().state.participant;
  const validate = validation(config, synchronizerId);

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

  const observedSubmission =
    observer === undefined ? submitCommands : observed(submitCommands, observer);
  const seenExecution = observer === undefined ? executeIn : observed(executeIn, observer);

  return {
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
  };
};

/** How commands are read and checked on this ledger. */
const validation = (
  { tapsMaxPassesDefault, tapsMaxPassesLimit }: LedgerConfig,
  synchronizerId: string,
): ValidateCommands => {
  const settings = { tapsMaxPassesDefault, tapsMaxPassesLimit, synchronizerId, sha256 };
  return (commands, { userId, traceParent, decoded = false }) => {
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

const submissionIn = ({ offset, events: [event] }: CommandResult): SubmissionAt => {
  if (event?.type !== "TransactionCommitted" && event?.type !== "CommandRejected")
    throw new Error("a submission left another event than a transaction or a rejection");
  return { offset, event };
};

const submitted = ({ offset, event }: SubmissionAt): Submitted => ({
  completionOffset: offset,
  submissionId: event.submissionId,
});

const committed = (submission: SubmissionAt): Either<LedgerError, Committed> => {
  const { event } = submission;
  return event.type === "CommandRejected"
    ? left({ ...event.error, correlationId: event.submissionId })
    : right({ ...submitted(submission), updateId: event.updateId, result: resultOf(event) });
};
