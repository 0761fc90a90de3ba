import { isErrorCode } from "../errors/error-catalogue.js";
import type { LedgerError } from "../errors/ledger-error.js";
import { type FieldsOf, optional, recordPart, tagged } from "./stored-fields.js";
import {
  flag,
  listPart,
  number,
  oneOf,
  ownText,
  pairPart,
  mapPart,
  textThat,
} from "./stored-part.js";
import { submissionFields } from "./stored-submission.js";
import type { CommandRejected } from "./submission-event.js";

const texts = listPart(ownText);

const place = tagged("of", {
  command: {
    index: number,
    kind: oneOf(
      "CreateCommand",
      "ExerciseCommand",
      "ExerciseByKeyCommand",
      "CreateAndExerciseCommand",
    ),
    part: oneOf("template", "payload", "key", "choice", "argument"),
    path: texts,
  },
  prefetchKey: { index: number, part: oneOf("template", "key"), path: texts },
  disclosedContract: { index: number },
  packagePreference: { index: number },
});

const error: FieldsOf<Omit<LedgerError, "madeByInterface" | "authorizers">> = {
  code: textThat(isErrorCode),
  cause: ownText,
  context: mapPart,
  resources: listPart(pairPart(ownText, ownText)),
  definiteAnswer: flag,
  publicCause: optional(ownText),
  place: optional(place),
  field: optional(ownText),
  invalidRequest: optional(flag),
  correlationId: optional(ownText),
};

/** The fields of a rejection. Nothing in them refers to a table, a seed or an offset. */
export const rejectionFields: FieldsOf<Omit<CommandRejected, "type">> = {
  ...submissionFields,
  actAs: texts,
  readAs: optional(texts),
  packagePreference: optional(texts),
  error: recordPart(error),
};
