import {
  consistencyErrors,
  interpretationErrors,
  preparationErrors,
} from "./error-catalogue-execution.js";
import {
  authorizationErrors,
  jsonErrors,
  requestErrors,
  transportErrors,
} from "./error-catalogue-requests.js";
import { administrationErrors, packageErrors, serviceErrors } from "./error-catalogue-services.js";
import { routingErrors, verdictErrors } from "./error-catalogue-synchronizer.js";
import { type ErrorCategoryId, isErrorCategoryId } from "./error-category.js";
import type { ErrorRow } from "./error-row.js";

const sections = {
  "Authentication and authorization": authorizationErrors,
  "Request validation": requestErrors,
  "JSON layer": jsonErrors,
  "HTTP transport": transportErrors,
  "Consistency and deduplication": consistencyErrors,
  "Command preparation": preparationErrors,
  Interpretation: interpretationErrors,
  "Routing and submission to a synchronizer": routingErrors,
  "Asynchronous rejections": verdictErrors,
  "Users, parties, identity providers": administrationErrors,
  Packages: packageErrors,
  "Generic service errors": serviceErrors,
} as const;

const rowsByCode = {
  ...authorizationErrors,
  ...requestErrors,
  ...jsonErrors,
  ...transportErrors,
  ...consistencyErrors,
  ...preparationErrors,
  ...interpretationErrors,
  ...routingErrors,
  ...verdictErrors,
  ...administrationErrors,
  ...packageErrors,
  ...serviceErrors,
} as const;

/** The id of an error of the catalogue. */
export type ErrorCode = keyof typeof rowsByCode;

/** Every error the node can answer, by its id (ledger-api 4.4). */
export const errorCatalogue: Readonly<Record<ErrorCode, ErrorRow>> = rowsByCode;

/**
 * The rows under the headings of the reference, in their order, for documents made from the
 * catalogue.
 */
export const errorCatalogueSections: Readonly<
  Record<keyof typeof sections, Readonly<Record<string, ErrorRow>>>
> = sections;

/** True when the text is the id of an error of the catalogue. */
export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(rowsByCode, text);

/** One occurrence of an error, as input of the catalogue. */
export interface ErrorOccurrence {
  readonly code: ErrorCode;
  readonly context: Readonly<Record<string, string>>;
}

/** The row of an error id. */
export const errorRow = (code: ErrorCode): ErrorRow => errorCatalogue[code];

/**
 * The category of one occurrence: that of its row, except for the errors that choose it themselves
 * through their context entry `category` (DAML_FAILURE). An unusable choice falls back to the row.
 */
export const errorCategoryOf = (error: ErrorOccurrence): ErrorCategoryId => {
  const row = errorRow(error.code);
  if (!row.categoryFromContext) return row.category;
  const chosen = Number(error.context.category);
  return isErrorCategoryId(chosen) ? chosen : row.category;
};
