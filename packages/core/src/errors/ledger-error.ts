import type { ErrorCode } from "./error-catalogue.js";
import type { ErrorPlace } from "./error-place.js";

/**
 * An error of the catalogue with the particulars of one occurrence. The adapters derive status,
 * category and retry from its code.
 */
export interface LedgerError {
  readonly code: ErrorCode;
  /** What went wrong and what was expected; `causeText` adds the place. */
  readonly cause: string;
  /**
   * The sentence of a public node about it (docs/decisions/0084): answers have it in place of the
   * cause, which is for developers.
   */
  readonly publicCause?: string;
  readonly context: Readonly<Record<string, string>>;
  readonly resources: ReadonlyArray<readonly [kind: string, value: string]>;
  /**
   * The `definite_answer` of the public node (ledger-api 4.2): false: other submissions of the
   * change id may have been accepted.
   */
  readonly definiteAnswer: boolean;
  /** Where in the composite command. */
  readonly place?: ErrorPlace;
  /** The field of another request that is to blame, as a path in its interface's spelling. */
  readonly field?: string;
  /**
   * True when the request itself breaks a rule of specification 2.1, whatever the state of the
   * ledger.
   */
  readonly invalidRequest?: boolean;
  /**
   * True when the interface itself rejects the request, before any service of the ledger sees it
   * (ledger-api 4.1).
   */
  readonly madeByInterface?: boolean;
  /** Of DAML_AUTHORIZATION_ERROR: who had to authorize it, and who did; sorted. */
  readonly authorizers?: {
    readonly required: ReadonlyArray<string>;
    readonly given: ReadonlyArray<string>;
  };
  /** For command submission the submission id. */
  readonly correlationId?: string;
}
