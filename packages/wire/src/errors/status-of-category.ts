import {
  type ErrorCategoryId,
  type ErrorCode,
  type ErrorOccurrence,
  errorCategoryOf,
  errorRow,
} from "@tallystick/core";

/** How an error is answered over gRPC and over HTTP. */
export interface AnswerStatus {
  /** Number of the gRPC status code. */
  readonly grpcCode: number;
  /** Name of the gRPC status code. */
  readonly grpcName: string;
  readonly httpStatus: number;
}

const status = (grpcName: string, grpcCode: number, httpStatus: number): AnswerStatus => ({
  grpcCode,
  grpcName,
  httpStatus,
});

/** The status that follows from each error category (ledger-api 4.3). */
export const categoryStatus: Readonly<Record<ErrorCategoryId, AnswerStatus>> = {
  1: status("UNAVAILABLE", 14, 503),
  2: status("ABORTED", 10, 409),
  3: status("DEADLINE_EXCEEDED", 4, 504),
  4: status("INTERNAL", 13, 500),
  5: status("INVALID_ARGUMENT", 3, 400),
  6: status("UNAUTHENTICATED", 16, 401),
  7: status("PERMISSION_DENIED", 7, 403),
  8: status("INVALID_ARGUMENT", 3, 400),
  9: status("FAILED_PRECONDITION", 9, 400),
  10: status("ALREADY_EXISTS", 6, 409),
  11: status("NOT_FOUND", 5, 404),
  12: status("OUT_OF_RANGE", 11, 400),
  13: status("UNKNOWN", 2, 500),
  14: status("UNIMPLEMENTED", 12, 501),
};

/** Codes whose status is not that of their category (ledger-api 4.3, last line of the table). */
const ownStatus: Partial<Record<ErrorCode, Partial<AnswerStatus>>> = {
  JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED: { httpStatus: 413 },
  METHOD_NOT_ALLOWED: { httpStatus: 405 },
  // an error of the embedding application, not of its caller
  REQUEST_BODY_CONSUMED: { httpStatus: 500 },
  REQUEST_BODY_TOO_LARGE: { httpStatus: 413 },
  UNSUPPORTED_MEDIA_TYPE: { httpStatus: 415 },
  RATE_LIMIT_EXCEEDED: { httpStatus: 429, grpcCode: 8, grpcName: "RESOURCE_EXHAUSTED" },
};

/** The status of the row of an error code, without an occurrence's overrides. */
export const statusOfCode = (code: ErrorCode): AnswerStatus => ({
  ...categoryStatus[errorRow(code).category],
  ...ownStatus[code],
});

/**
 * The status of one error: that of its category, unless its code has one of its own (ledger-api
 * 4.3).
 */
export const statusOf = (error: ErrorOccurrence): AnswerStatus => ({
  ...categoryStatus[errorCategoryOf(error)],
  ...ownStatus[error.code],
});
