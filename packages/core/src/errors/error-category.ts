/** The number of an error category as it travels in `errorCategory` (ledger-api 4.3). */
export type ErrorCategoryId = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14;

/** What all errors of a category share. */
export interface ErrorCategory {
  readonly name: string;
  /** Text of `retryInfo`; null when a retry without a change is pointless. */
  readonly retry: string | null;
  /** Seconds a caller should wait before a retry; null like `retry`. */
  readonly retrySeconds: number | null;
  /** True when neither code nor context may leave the node. */
  readonly redacted: boolean;
}

const retryDelaySeconds = 1;

const category = (
  name: string,
  options: { readonly retry?: true; readonly redacted?: true } = {},
): ErrorCategory => ({
  name,
  retry: options.retry === true ? `${retryDelaySeconds} second` : null,
  retrySeconds: options.retry === true ? retryDelaySeconds : null,
  redacted: options.redacted === true,
});

const retry = true;
const redacted = true;

/** The error categories and what follows from each (ledger-api 4.3). */
export const errorCategories: Readonly<Record<ErrorCategoryId, ErrorCategory>> = {
  1: category("TransientServerFailure", { retry }),
  2: category("ContentionOnSharedResources", { retry }),
  3: category("DeadlineExceededRequestStateUnknown", { retry }),
  4: category("SystemInternalAssumptionViolated", { redacted }),
  5: category("SecurityAlert", { redacted }),
  6: category("AuthInterceptorInvalidAuthenticationCredentials", {
    redacted,
  }),
  7: category("InsufficientPermission", { redacted }),
  8: category("InvalidIndependentOfSystemState"),
  9: category("InvalidGivenCurrentSystemStateOther"),
  10: category("InvalidGivenCurrentSystemStateResourceExists"),
  11: category("InvalidGivenCurrentSystemStateResourceMissing"),
  12: category("InvalidGivenCurrentSystemStateSeekAfterEnd", { retry }),
  13: category("BackgroundProcessDegradationWarning"),
  14: category("InternalUnsupportedOperation", { redacted }),
};

/** Narrows a number to a known category id. */
export const isErrorCategoryId = (value: number): value is ErrorCategoryId =>
  Number.isInteger(value) && value >= 1 && value <= 14;
