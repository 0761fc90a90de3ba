import { EvaluationError, type LedgerError, ledgerError } from "@tallystick/core";
import type { Reference } from "../syntax/type.js";
import type { AnyException } from "./value.js";

/**
 * What ends an evaluation, as the recorded answers name it (`kind`). `Thrown` is an exception that
 * a `try` may catch; it is unhandled where it leaves the outermost update. All others are fatal.
 */
export type LfFailure =
  | { readonly kind: "Thrown"; readonly exception: AnyException }
  | { readonly kind: "UserError"; readonly message: string }
  | {
      readonly kind: "FailureStatus";
      readonly errorId: string;
      /** The public number of the category: 8 or 9. */
      readonly category: number;
      readonly message: string;
      readonly metadata: ReadonlyMap<string, string>;
    }
  | { readonly kind: "Crypto"; readonly crypto: CryptoFailure; readonly reason: string }
  | { readonly kind: "NonComparableValues"; readonly reason: string }
  | { readonly kind: "ContractIdComparability"; readonly reason: string }
  | { readonly kind: "ValueNesting"; readonly reason: string }
  | { readonly kind: "MalformedText"; readonly reason: string }
  | { readonly kind: "ContractIdInContractKey"; readonly reason: string }
  /** A payload does not fit another version of its template. */
  | { readonly kind: "TranslationFailed"; readonly reason: string }
  | {
      readonly kind: "WronglyTypedContract";
      readonly contractId: string;
      readonly expected: Reference;
      readonly actual: Reference;
    }
  | {
      readonly kind: "ContractDoesNotImplementRequiringInterface";
      readonly contractId: string;
      readonly required: Reference;
      readonly requiring: Reference;
      readonly template: Reference;
    }
  /** The program took more steps or memory than it may. */
  | { readonly kind: "Budget"; readonly reason: string }
  /** A fault that the type checker should have excluded, or that the engine crashes on. */
  | { readonly kind: "Crash"; readonly reason: string };

/** What is malformed: an encoding, a key or a signature. */
export type CryptoFailure = "MalformedByteEncoding" | "MalformedKey" | "MalformedSignature";

/** A place in a package: a definition, and the line in its Daml source where the archive has it. */
export interface Place {
  readonly packageId: string;
  readonly definition: string;
  /** From 1. */
  readonly line?: number;
}

/** Thrown by builtins and the machine; what runs a program catches it and returns its failure. */
export class LfError extends EvaluationError {
  override readonly name = "LfError";
  /** The error of the ledger; set where an interpretation evaluates. */
  answer?: () => LedgerError;
  /** Where it failed; absent outside of a package. */
  place?: Place;
  constructor(readonly failure: LfFailure) {
    super(failure.kind);
  }

  ledgerError(): LedgerError {
    const { kind } = this.failure;
    return this.answer?.() ?? ledgerError("LEDGER_API_INTERNAL_ERROR", `Daml code failed: ${kind}`);
  }
}
