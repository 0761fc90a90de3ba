import * as t from "io-ts";
import { isErrorCode } from "../errors/error-catalogue.js";
import {
  periodOfStored,
  requestedOf,
  StoredSubmission,
  storedSubmission,
} from "./stored-submission.js";
import type { CommandRejected } from "./submission-event.js";

const errorCode = new t.Type<CommandRejected["error"]["code"]>(
  "ErrorCode",
  (value): value is CommandRejected["error"]["code"] =>
    typeof value === "string" && isErrorCode(value),
  (value, context) =>
    typeof value === "string" && isErrorCode(value) ? t.success(value) : t.failure(value, context),
  t.identity,
);

const inCommand = t.type({
  of: t.literal("command"),
  index: t.number,
  kind: t.keyof({
    CreateCommand: null,
    ExerciseCommand: null,
    ExerciseByKeyCommand: null,
    CreateAndExerciseCommand: null,
  }),
  part: t.keyof({ template: null, payload: null, key: null, choice: null, argument: null }),
  path: t.readonlyArray(t.string),
});

const inPrefetchKey = t.type({
  of: t.literal("prefetchKey"),
  index: t.number,
  part: t.keyof({ template: null, key: null }),
  path: t.readonlyArray(t.string),
});

const inList = t.type({
  of: t.keyof({ disclosedContract: null, packagePreference: null }),
  index: t.number,
});

const StoredError = t.intersection([
  t.type({
    code: errorCode,
    cause: t.string,
    context: t.record(t.string, t.string),
    resources: t.readonlyArray(t.readonly(t.tuple([t.string, t.string]))),
    definiteAnswer: t.boolean,
  }),
  t.partial({
    place: t.union([inCommand, inPrefetchKey, inList]),
    field: t.string,
    invalidRequest: t.boolean,
    correlationId: t.string,
  }),
]);

const parties = t.readonlyArray(t.string);

/** A rejected submission as it is in the journal. */
export const StoredRejection = t.intersection([
  StoredSubmission,
  t.type({ actAs: parties, error: StoredError }),
  t.partial({ readAs: parties, packagePreference: t.readonlyArray(t.string) }),
]);
/** A rejected submission as it is in the journal. */
export type StoredRejection = t.TypeOf<typeof StoredRejection>;

/** The stored form of a rejection, its fields in the order they are written in. */
export const storedRejection = (event: CommandRejected): StoredRejection => {
  const { actAs, readAs, packagePreference, error } = event;
  return {
    ...storedSubmission(event),
    actAs,
    ...(readAs === undefined ? {} : { readAs }),
    ...(packagePreference === undefined ? {} : { packagePreference }),
    error,
  };
};

/** The rejection of a stored form. */
export const rejectionOf = (stored: StoredRejection): CommandRejected => {
  const { readAs, packagePreference } = stored;
  return {
    type: "CommandRejected",
    userId: stored.userId,
    commandId: stored.commandId,
    submissionId: stored.submissionId,
    workflowId: stored.workflowId ?? "",
    actAs: stored.actAs,
    recordTime: stored.recordTime,
    deduplicationPeriod: periodOfStored(stored.deduplicationPeriod),
    ...requestedOf(stored),
    ...(readAs === undefined ? {} : { readAs }),
    ...(packagePreference === undefined ? {} : { packagePreference }),
    error: stored.error,
  };
};
