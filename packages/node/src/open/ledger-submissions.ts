import type { Timers } from "@tallystick/background";
import { sha256 } from "../ledger/sha256.js";
import { readSubmission, validateSubmission } from "@tallystick/wire";
import {
  type CommandRejected,
  type CompositeCommand,
  type ErrorCode,
  invalidArgument,
  type LedgerError,
  type Submission,
  type TransactionCommitted,
} from "@tallystick/core";

import { chain, type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import { pipe } from "fp-ts/lib/function.js";
import type { Ledger } from "../ledger/ledger.js";
import type { LedgerConfig } from "../ledger/ledger-config.js";
import type { LedgerObserver } from "../ledger/ledger-observer.js";
import { RefusedSubmissions } from "../ledger/refused-submissions.js";
import {
  type Committed,
  resultsOf,
  type Submitted,
  type Submitter,
} from "../ledger/submission-outcome.js";
import type { Pipeline } from "../pipeline/pipeline.js";
import type { CommandResult, Outcome } from "../pipeline/command-outcome.js";
import type { After } from "./ledger-parts.js";
import {
  externalSigning,
  type SigningOverPipeline,
} from "../signing/external-signing-of-ledger.js";

/** A submission of a program, or what `validate` made of one. */
type Given = Submission | CompositeCommand;

type LedgerSubmissions = Pick<
  Ledger,
  | "validate"
  | "submit"
  | "submitAndWait"
  | "refusedSubmissions"
  | "executeSubmission"
  | "executeSubmissionAndWait"
> &
  Omit<SigningOverPipeline, "execute"> & {
    /** The command of a submission: checked, unless `validate` returned it. */
    readonly commandOf: (submission: Given) => Either<LedgerError, CompositeCommand>;
  };

/** Submissions over a pipeline: checked, decided, and answered in the two forms. */
export const ledgerSubmissions = (parts: After<"pipeline" | "archives">): LedgerSubmissions => {
  const { pipeline, config, ids, uploaded, archives } = parts;
  const loaded = () =>
    uploaded.catchUp(() => pipeline.committed().state.participant.packages, archives);
  const seen = seenBy(parts.options.observer, parts.timers, loaded);
  const { synchronizerId } = pipeline.committed().state.participant;
  const validate = validation(config, synchronizerId);
  // callers without a type checker may pass anything
  const validateGiven = (submission: Given, submitter: Submitter = {}) =>
    pipe(
      readGiven(submission),
      chain((read) => validate(read, submitter)),
    );
  const { execute, ...signing } = externalSigning(pipeline, {
    validate,
    validateGiven,
    newId: () => ids.eventId(),
  });

  const refused = new RefusedSubmissions();
  const enqueue = remembering(pipeline, refused);
  // what was validated, as only the very same object is known to be valid
  const validated = new WeakSet<object>();
  const isValidated = (given: Given): given is CompositeCommand => validated.has(given);
  const submit = seen(async (submission: Given, submitter: Submitter) => {
    if (isValidated(submission)) return enqueue(submission);
    const command = validateGiven(submission, submitter);
    if (isLeft(command)) return command;
    let outcome: Promise<Outcome>;
    try {
      // its size is computed synchronously, which reads all of it
      outcome = enqueue(command.right);
    } catch {
      return left(unreadable());
    }
    return outcome;
  });
  const signed = seen(execute);

  return {
    commandOf: (given) => (isValidated(given) ? right(given) : validateGiven(given)),
    validate: (submission, submitter) => {
      const command = validateGiven(submission, submitter);
      if (!isLeft(command)) validated.add(command.right);
      return command;
    },
    submit: async (submission, submitter = {}) =>
      map(submitted)(await submit(submission, submitter)),
    submitAndWait: async (submission, submitter = {}) =>
      chain(committed)(await submit(submission, submitter)),
    refusedSubmissions: (limit, before, keep = () => true) => refused.read(limit, before, keep),
    ...signing,
    executeSubmission: async (request, submitter = {}) =>
      map(submitted)(await signed(request, submitter)),
    executeSubmissionAndWait: async (request, submitter = {}) =>
      chain(committed)(await signed(request, submitter)),
  };
};

/** Puts commands into the pipeline, and keeps those that are rejected. */
const remembering =
  (pipeline: Pipeline, refused: RefusedSubmissions) =>
  // not async: what is thrown on the way in is for the caller
  (command: CompositeCommand): Promise<Outcome> =>
    pipeline.enqueue({ kind: "Submit", command }).then((outcome) => {
      const error = errorOf(outcome);
      if (error !== undefined) refused.add(command, error, pipeline.contextNow().now);
      return outcome;
    });

/** Why a command took no effect; undefined when it did. */
const errorOf = (outcome: Outcome): LedgerError | undefined => {
  if (isLeft(outcome)) return outcome.left;
  const [event] = outcome.right.events;
  return event?.type === "CommandRejected" ? event.error : undefined;
};

/** Reads a submission of a program, whose getters and proxies may throw. */
const readGiven = (submission: unknown): Either<LedgerError, Submission> => {
  try {
    return readSubmission(submission);
  } catch {
    return left(unreadable());
  }
};

const unreadable = (): LedgerError =>
  invalidArgument("throws when it is read, expected plain data", "submission");

/** How submissions are checked on this ledger. */
const validation = (
  { tapsMaxPassesDefault, tapsMaxPassesLimit }: LedgerConfig,
  synchronizerId: string,
): Ledger["validate"] => {
  const settings = { tapsMaxPassesDefault, tapsMaxPassesLimit, synchronizerId, sha256 };
  return (submission, { userId, traceParent, traceState } = {}) => {
    const valid = validateSubmission(
      submission,
      userId === undefined ? settings : { ...settings, userId },
    );
    if (traceParent === undefined || isLeft(valid)) return valid;
    const state = traceState === undefined ? {} : { traceState };
    return right({ ...valid.right, traceParent, ...state });
  };
};

/** Calls a function that submits, and reports to the observer, if there is one. */
const seenBy =
  (observer: LedgerObserver | undefined, timers: Timers, loaded: () => Promise<void> | undefined) =>
  <Given extends ReadonlyArray<unknown>>(submit: (...given: Given) => Promise<Outcome>) =>
  async (...given: Given): Promise<Either<LedgerError, SubmissionAt>> => {
    const startedMs = timers.nowMs();
    // what another node has just registered
    const loading = loaded();
    if (loading !== undefined) await loading;
    const submission = map(submissionIn)(await submit(...given));
    const durationMs = timers.nowMs() - startedMs;
    observer?.submitted({ code: rejectionOf(submission), durationMs });
    return submission;
  };

const rejectionOf = (outcome: Either<LedgerError, SubmissionAt>): ErrorCode | undefined => {
  if (isLeft(outcome)) return outcome.left.code;
  const { event } = outcome.right;
  return event.type === "CommandRejected" ? event.error.code : undefined;
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
    : right({ ...submitted(submission), updateId: event.updateId, results: resultsOf(event) });
};
