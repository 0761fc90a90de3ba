import type { ErrorCode } from "./error-catalogue.js";

/**
 * An error of the catalogue with the particulars of one occurrence. The adapters derive status,
 * category and retry from its code.
 */
export interface LedgerError {
  readonly code: ErrorCode;
  /** What went wrong, naming the field and what was expected. */
  readonly cause: string;
  readonly context: Readonly<Record<string, string>>;
  readonly resources: ReadonlyArray<readonly [kind: string, value: string]>;
  /**
   * The `definite_answer` of the public node (ledger-api 4.2): false leaves open what became of
   * other submissions of the change id.
   */
  readonly definiteAnswer: boolean;
  /**
   * The field of the request that is to blame, as a path (`commands[0].CreateCommand.templateId`).
   */
  readonly field?: string;
  /**
   * True when the request itself breaks a rule of specification 2.1, whatever the state of the
   * ledger.
   */
  readonly invalidRequest?: boolean;
  /** For command submission the submission id. */
  readonly correlationId?: string;
}
