import {
  type Catalog,
  type CompiledCatalog,
  describeDecodeFailure,
  getIn,
  invalidArgument,
  JsCommands,
  type LedgerError,
  type PartyAllocated,
  type TransactionCommitted,
  type CommandRejected,
  type UserCreated,
  type UserRight,
  userNotFound,
  validateCommands,
} from "@tallystick/core";
import type { QueryContext, Views } from "@tallystick/views";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type {
  AllocateParty,
  Committed,
  CreateUser,
  Ledger,
  Submitted,
  Submitter,
} from "./ledger.js";
import type { LedgerConfig } from "./ledger-config.js";
import type { EventAt, Pipeline } from "./pipeline.js";
import type { Projector } from "./projector.js";

/** The parts of a ledger that is up. */
export interface LedgerParts {
  readonly pipeline: Pipeline;
  readonly catalog: CompiledCatalog;
  readonly config: LedgerConfig;
  readonly views: Views;
  readonly projector: Projector;
  readonly close: () => Promise<void>;
}

/** The ledger over its parts: commands go to the pipeline, questions to the views. */
export const runningLedger = (parts: LedgerParts): Ledger => {
  const { pipeline, config, views } = parts;
  const catalog: Catalog = parts.catalog;
  const { participantId, synchronizerId } = pipeline.committed().state.participant;
  const ledgerEnd = (): number => pipeline.committed().state.offset;
  const context: QueryContext = { ledgerEnd, synchronizerId, catalog };
  const participant = () => pipeline.committed().state.participant;
  let closed: Promise<void> | undefined;
  const settings = {
    tapsMaxPassesDefault: config.tapsMaxPassesDefault,
    tapsMaxPassesLimit: config.tapsMaxPassesLimit,
    synchronizerId,
  };

  const handIn = async (
    commands: JsCommands,
    { userId, decoded = false }: Submitter,
  ): Promise<Either<LedgerError, SubmissionAt>> => {
    const read = decoded ? right(commands) : readCommands(commands);
    if (isLeft(read)) return read;
    const valid = validateCommands(
      read.right,
      userId === undefined ? settings : { ...settings, userId },
    );
    if (isLeft(valid)) return valid;
    const outcome = await pipeline.hand({ kind: "Submit", command: valid.right });
    return isLeft(outcome) ? outcome : right(submissionIn(outcome.right));
  };

  return {
    participantId,
    synchronizerId,
    catalog,
    config,
    submit: async (commands, submitter = {}) => {
      const handed = await handIn(commands, submitter);
      return isLeft(handed) ? handed : right(submitted(handed.right));
    },
    submitAndWait: async (commands, submitter = {}) => {
      const handed = await handIn(commands, submitter);
      return isLeft(handed) ? handed : committed(handed.right);
    },
    ledgerEnd,
    completions: (query) => views.completions(context, query),
    updates: (query) => views.updates(context, query),
    activeContracts: (query) => views.activeContracts(context, query),
    allocateParty: (request) => allocateParty(pipeline, request),
    party: (party) => getIn(participant().parties, party),
    createUser: (request) => createUser(pipeline, request),
    user: (userId) => getIn(participant().users, userId),
    userRights: (userId) => {
      const user = getIn(participant().users, userId);
      return user === undefined ? left(userNotFound(userId)) : right(user.rights);
    },
    grantUserRights: (userId, rights) => grantUserRights(pipeline, userId, rights),
    ready: () =>
      closed === undefined &&
      pipeline.failure() === undefined &&
      parts.projector.failure() === undefined,
    close: () => {
      closed ??= parts.close();
      return closed;
    },
  };
};

// callers without a type checker hand in anything
const readCommands = (commands: unknown): Either<LedgerError, JsCommands> => {
  const read = JsCommands.decode(commands);
  if (!isLeft(read)) return read;
  const { path, reason } = describeDecodeFailure(read.left);
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

const allocateParty = async (
  pipeline: Pipeline,
  request: AllocateParty,
): Promise<Either<LedgerError, PartyAllocated>> => {
  const outcome = await pipeline.hand({
    kind: "AllocateParty",
    partyIdHint: request.partyIdHint ?? "",
    annotations: request.annotations ?? {},
    identityProviderId: request.identityProviderId ?? "",
    synchronizerId: request.synchronizerId ?? "",
    userId: request.userId ?? "",
  });
  if (isLeft(outcome)) return outcome;
  const allocated = outcome.right.find(({ event }) => event.type === "PartyAllocated")?.event;
  if (allocated?.type !== "PartyAllocated") throw new Error("an allocation left no party");
  return right(allocated);
};

const createUser = async (
  pipeline: Pipeline,
  request: CreateUser,
): Promise<Either<LedgerError, UserCreated>> => {
  const outcome = await pipeline.hand({
    kind: "CreateUser",
    userId: request.userId,
    primaryParty: request.primaryParty ?? "",
    isDeactivated: request.isDeactivated ?? false,
    annotations: request.annotations ?? {},
    identityProviderId: request.identityProviderId ?? "",
    rights: request.rights ?? [],
  });
  if (isLeft(outcome)) return outcome;
  const created = outcome.right[0]?.event;
  if (created?.type !== "UserCreated") throw new Error("a creation left no user");
  return right(created);
};

const grantUserRights = async (
  pipeline: Pipeline,
  userId: string,
  rights: ReadonlyArray<UserRight>,
): Promise<Either<LedgerError, ReadonlyArray<UserRight>>> => {
  const outcome = await pipeline.hand({ kind: "GrantUserRights", userId, rights });
  if (isLeft(outcome)) return outcome;
  const granted = outcome.right[0]?.event;
  return right(granted?.type === "UserRightsGranted" ? granted.rights : []);
};
