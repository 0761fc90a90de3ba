import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { DamlType, ValueProblem } from "./daml-type.js";
import { ledgerError } from "./ledger-error-build.js";
import type { LedgerError } from "./ledger-error.js";

/**
 * A value that a template's own function handed out, believed only after it was written and read back once, because no
 * codec has seen it yet. Left DAML_INTERPRETER_INVALID_ARGUMENT.
 *
 * @param what the value in words, at the beginning of a sentence
 */
export const checkedValue = <A>(
  type: DamlType<A>,
  value: A,
  what: string,
): Either<LedgerError, A> => {
  const decoded = writtenAndRead(type, value);
  return isLeft(decoded)
    ? left(
        ledgerError(
          "DAML_INTERPRETER_INVALID_ARGUMENT",
          `${what} is not of its type: ${decoded.left.reason} at '${decoded.left.path.join(".")}'`,
        ),
      )
    : right(decoded.right);
};

const writtenAndRead = <A>(type: DamlType<A>, value: A): Either<ValueProblem, A> => {
  try {
    return type.decode(type.encode(value));
  } catch (thrown) {
    return left({ path: [], reason: `it cannot be written (${String(thrown)})` });
  }
};
