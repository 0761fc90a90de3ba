/** The number of an error category as it travels in `errorCategory` (ledger-api 4.3). */
export type ErrorCategoryId = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14;

/** What all errors of one category have in common. */
export interface ErrorCategory {
  readonly name: string;
  /** Name of the gRPC status code. */
  readonly grpcName: string;
  /** Number of the gRPC status code. */
  readonly grpcCode: number;
  readonly httpStatus: number;
  /** Text of `retryInfo`; null when a retry without a change is pointless. */
  readonly retry: string | null;
  /** Seconds a caller should wait before a retry; null like `retry`. */
  readonly retrySeconds: number | null;
  /** True when neither code nor context may leave the node. */
  readonly redacted: boolean;
}

const RETRY_SECONDS = 1;

const category = (
  name: string,
  grpcName: string,
  grpcCode: number,
  httpStatus: number,
  options: { readonly retry?: true; readonly redacted?: true } = {},
): ErrorCategory => ({
  name,
  grpcName,
  grpcCode,
  httpStatus,
  retry: options.retry === true ? `${RETRY_SECONDS} second` : null,
  retrySeconds: options.retry === true ? RETRY_SECONDS : null,
  redacted: options.redacted === true,
});

const retry = true;
const redacted = true;

/** The error categories and what follows from each (ledger-api 4.3). */
export const ERROR_CATEGORIES: Readonly<Record<ErrorCategoryId, ErrorCategory>> = {
  1: category("TransientServerFailure", "UNAVAILABLE", 14, 503, { retry }),
  2: category("ContentionOnSharedResources", "ABORTED", 10, 409, { retry }),
  3: category("DeadlineExceededRequestStateUnknown", "DEADLINE_EXCEEDED", 4, 504, { retry }),
  4: category("SystemInternalAssumptionViolated", "INTERNAL", 13, 500, { redacted }),
  5: category("SecurityAlert", "INVALID_ARGUMENT", 3, 400, { redacted }),
  6: category("AuthInterceptorInvalidAuthenticationCredentials", "UNAUTHENTICATED", 16, 401, {
    redacted,
  }),
  7: category("InsufficientPermission", "PERMISSION_DENIED", 7, 403, { redacted }),
  8: category("InvalidIndependentOfSystemState", "INVALID_ARGUMENT", 3, 400),
  9: category("InvalidGivenCurrentSystemStateOther", "FAILED_PRECONDITION", 9, 400),
  10: category("InvalidGivenCurrentSystemStateResourceExists", "ALREADY_EXISTS", 6, 409),
  11: category("InvalidGivenCurrentSystemStateResourceMissing", "NOT_FOUND", 5, 404),
  12: category("InvalidGivenCurrentSystemStateSeekAfterEnd", "OUT_OF_RANGE", 11, 400, { retry }),
  13: category("BackgroundProcessDegradationWarning", "UNKNOWN", 2, 500),
  14: category("InternalUnsupportedOperation", "UNIMPLEMENTED", 12, 501, { redacted }),
};

/** Narrows a number to a known category id. */
export const isErrorCategoryId = (value: number): value is ErrorCategoryId =>
  Number.isInteger(value) && value >= 1 && value <= 14;
