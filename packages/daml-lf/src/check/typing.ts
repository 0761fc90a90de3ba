import type { Expression } from "../syntax/expression.js";
import type { Type } from "../syntax/type.js";
import { equivalent, expandSynonyms } from "./kinds.js";
import { refuse } from "./check-error.js";
import type { Scope } from "./scope.js";
import { showType } from "./show-type.js";

/**
 * The typing of one expression: it yields each part whose type it needs and gets the type back, so
 * that expressions of any depth are checked without recursion.
 */
export type Typing<T = Type> = Generator<Expression, T, Type>;

/** Rejects a type other than the one expected. */
export function requireType(scope: Scope, found: Type, expected: Type): void {
  if (!equivalent(scope, found, expected)) {
    refuse(
      "TypeMismatch",
      `type mismatch: expected ${showType(expected)}, found ${showType(found)}`,
    );
  }
}

/** Types a part and rejects it where its type is not the one expected. */
export function* expect(scope: Scope, part: Expression, expected: Type): Typing<void> {
  requireType(scope, yield part, expected);
}

/**
 * Reads a type as a certain form, with synonyms expanded where it is not of that form as it is.
 *
 * @param scope - the packages
 * @param type - the type
 * @param form - what it is expected to be, for the error
 * @param read - undefined where it is not of the form
 */
export function asForm<T>(
  scope: Scope,
  type: Type,
  form: string,
  read: (type: Type) => T | undefined,
): T {
  return (
    read(type) ??
    read(expandSynonyms(scope, type)) ??
    refuse("ExpectedForm", `expected ${form}, found ${showType(type)}`)
  );
}
