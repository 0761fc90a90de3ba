import {
  CONSISTENCY_ERRORS,
  INTERPRETATION_ERRORS,
  PREPARATION_ERRORS,
} from "./error-catalogue-execution.js";
import {
  AUTHORIZATION_ERRORS,
  JSON_ERRORS,
  REQUEST_ERRORS,
  TRANSPORT_ERRORS,
} from "./error-catalogue-requests.js";
import {
  ADMINISTRATION_ERRORS,
  PACKAGE_ERRORS,
  SERVICE_ERRORS,
} from "./error-catalogue-services.js";
import { ROUTING_ERRORS, VERDICT_ERRORS } from "./error-catalogue-synchronizer.js";
import { type ErrorCategoryId, isErrorCategoryId } from "./error-category.js";
import type { ErrorRow } from "./error-row.js";

const SECTIONS = {
  "Authentication and authorization": AUTHORIZATION_ERRORS,
  "Request validation": REQUEST_ERRORS,
  "JSON layer": JSON_ERRORS,
  "HTTP transport": TRANSPORT_ERRORS,
  "Consistency and deduplication": CONSISTENCY_ERRORS,
  "Command preparation": PREPARATION_ERRORS,
  Interpretation: INTERPRETATION_ERRORS,
  "Routing and submission to a synchronizer": ROUTING_ERRORS,
  "Asynchronous rejections": VERDICT_ERRORS,
  "Users, parties, identity providers": ADMINISTRATION_ERRORS,
  Packages: PACKAGE_ERRORS,
  "Generic service errors": SERVICE_ERRORS,
} as const;

const TABLE = {
  ...AUTHORIZATION_ERRORS,
  ...REQUEST_ERRORS,
  ...JSON_ERRORS,
  ...TRANSPORT_ERRORS,
  ...CONSISTENCY_ERRORS,
  ...PREPARATION_ERRORS,
  ...INTERPRETATION_ERRORS,
  ...ROUTING_ERRORS,
  ...VERDICT_ERRORS,
  ...ADMINISTRATION_ERRORS,
  ...PACKAGE_ERRORS,
  ...SERVICE_ERRORS,
} as const;

/** The id of an error of the catalogue. */
export type ErrorCode = keyof typeof TABLE;

/** Every error the node can answer, by its id (ledger-api 4.4). */
export const ERROR_CATALOGUE: Readonly<Record<ErrorCode, ErrorRow>> = TABLE;

/** The same rows under the headings of the reference, in their order; for documents made from the catalogue. */
export const ERROR_CATALOGUE_SECTIONS: Readonly<
  Record<keyof typeof SECTIONS, Readonly<Record<string, ErrorRow>>>
> = SECTIONS;

/** True when the text is the id of an error of the catalogue. */
export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(TABLE, text);

/** What the catalogue has to know of one occurrence of an error. */
export interface ErrorOccurrence {
  readonly code: ErrorCode;
  readonly context: Readonly<Record<string, string>>;
}

/** The row of an error id. */
export const errorRow = (code: ErrorCode): ErrorRow => ERROR_CATALOGUE[code];

/**
 * The category of one occurrence: that of its row, except for the errors that choose it themselves
 * through their context entry `category` (DAML_FAILURE). An unusable choice falls back to the row.
 */
export const errorCategoryOf = (error: ErrorOccurrence): ErrorCategoryId => {
  const row = errorRow(error.code);
  if (!row.categoryFromContext) {
    return row.category;
  }
  const chosen = Number(error.context.category);
  return isErrorCategoryId(chosen) ? chosen : row.category;
};
