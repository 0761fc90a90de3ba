import { ledgerError } from "./ledger-error-build.js";
import type { LedgerError } from "./ledger-error.js";

/** An error that programs can distinguish, in addition to its text for people. */
export interface ChoiceError {
  /** What is wrong, in the form `dns.name/what-is-wrong`. */
  readonly errorId: string;
  /**
   * `argument`: the command can never succeed; `state`: it might when the ledger has changed.
   * Default `state`.
   */
  readonly blame?: "argument" | "state";
  readonly message: string;
  /** Particulars by name; they travel in the error's context. */
  readonly meta?: Readonly<Record<string, string>>;
}

/** The exceptions of Daml's own library. */
export type DamlException =
  | "ArithmeticError"
  | "AssertionFailed"
  | "GeneralError"
  | "PreconditionFailed";

/** The id of the error of an uncaught Daml exception (daml-lf B.7). */
export const damlExceptionId = (exception: DamlException): string =>
  `UNHANDLED_EXCEPTION/DA.Exception.${exception}:${exception}`;

// the two categories Daml lets a choice pick from (ledger-api 4.3)
const categoryOfBlame = { argument: "8", state: "9" } as const;

/**
 * Thrown by a template's plain functions, such as its controllers, where Daml code would throw an
 * exception.
 */
export class StoppedCommand extends Error {
  constructor(readonly error: ChoiceError) {
    super(error.message);
  }
}

/** What a function of a template threw while a choice ran. */
export class ThrownInChoice extends Error {
  /** @param node the innermost exercise */
  constructor(
    readonly thrown: unknown,
    readonly node: {
      readonly packageName: string;
      readonly templateId: string;
      readonly choice: string;
    },
  ) {
    super("a choice threw", { cause: thrown });
  }
}

/** True for the error of a choice, or of another function of a template. */
export const isOfChoice = ({ code }: LedgerError): boolean => code === "DAML_FAILURE";

/** DAML_FAILURE with what the choice says about it. */
export const errorOfChoice = ({ errorId, blame, message, meta }: ChoiceError): LedgerError =>
  ledgerError("DAML_FAILURE", message, {
    publicCause: `Interpretation error: Error: User failure: ${errorId} (error category ${categoryOfBlame[blame ?? "state"]}): ${message}`,
    context: { ...meta, error_id: errorId, category: categoryOfBlame[blame ?? "state"] },
  });

/** Thrown by code that compiled Daml runs as; says itself what the error of the ledger is. */
export abstract class EvaluationError extends Error {
  abstract ledgerError(): LedgerError;
}
