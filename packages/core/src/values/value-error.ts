import { type Either, left } from "fp-ts/lib/Either.js";

/** Why a text or a JSON value is not of a type: where in the value, and what was expected there. */
export interface ValueError {
  /** From the outside in: field names, list indexes. Empty for the value itself. */
  readonly path: ReadonlyArray<string>;
  readonly reason: string;
  /** Required fields that are missing, which has its own error code (ledger-api 2.1). */
  readonly missingFields?: ReadonlyArray<string>;
  /** True for a number with more digits than its type has, which has that code too. */
  readonly losesDigits?: boolean;
  /** The sentence of a public node about the value. */
  readonly sentence?: string;
  /** True when the sentence is of that node's ledger, not of its interface. */
  readonly saidByLedger?: boolean;
}

/** The Left for a value that is wrong as a whole. */
export const valueError = (reason: string): Either<ValueError, never> => left({ path: [], reason });
