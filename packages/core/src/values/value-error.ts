import { type Either, left } from "fp-ts/lib/Either.js";

/** Why a text or a JSON value is not of a type: where in the value, and what was expected there. */
export interface ValueError {
  /** From the outside in: field names, list indexes. Empty for the value itself. */
  readonly path: ReadonlyArray<string>;
  readonly reason: string;
  /**
   * A field that must be there is not; the node has an error code of its own for it (ledger-api
   * 2.1).
   */
  readonly missingField?: boolean;
  /** What a public node says of the value. */
  readonly sentence?: string;
  /** True when it is not the interface of that node that says it, but the ledger behind it. */
  readonly saidByLedger?: boolean;
}

/** The Left for a value that is wrong as a whole. */
export const valueError = (reason: string): Either<ValueError, never> => left({ path: [], reason });
