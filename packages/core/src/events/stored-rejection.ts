import * as t from "io-ts";
import { isErrorCode } from "../errors/error-catalogue.js";
import { always, fieldsOf, optional } from "./stored-fields.js";
import { type StoredRecord, json } from "./stored-part.js";
import { submissionFields } from "./stored-submission.js";
import { StringTableReader, StringTableWriter } from "./string-table.js";
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
    publicCause: t.string,
    place: t.union([inCommand, inPrefetchKey, inList]),
    field: t.string,
    invalidRequest: t.boolean,
    correlationId: t.string,
  }),
]);

const texts = json(t.readonlyArray(t.string));

const rejectionFields = fieldsOf<Omit<CommandRejected, "type">>({
  ...submissionFields,
  actAs: always(texts),
  readAs: optional(texts),
  packagePreference: optional(texts),
  error: always(json(StoredError)),
});

// nothing of a rejection refers to a table, a seed or an offset
const noTexts = new StringTableReader([], []);
const nowhere = { seed: "", offset: 0, recordTime: 0, nodeId: 0 };

/** The text of a rejection for the journal. */
export const rejectionText = (event: CommandRejected): string => {
  const writer = new StringTableWriter();
  rejectionFields.write(writer, event, nowhere);
  return `{"v":1${writer.written}}`;
};

/** The rejection of stored fields. Throws a `StoredValueError` when one is of another form. */
export const rejectionOf = (stored: StoredRecord): CommandRejected =>
  rejectionFields.read({ type: "CommandRejected" as const }, stored, noTexts, nowhere);
