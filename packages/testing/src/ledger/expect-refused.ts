import { AssertionError } from "node:assert";
import {
  ArgumentError,
  causeText,
  type ErrorCode,
  errorCatalogue,
  nearestName,
} from "@tallystick/core";
import type { LedgerError } from "@tallystick/core";
import { LedgerFailure } from "@tallystick/node";
import { type Either, isLeft } from "fp-ts/lib/Either.js";

/**
 * What a test tries: a promise of an Either, a promise that may reject, or a function that returns
 * one.
 */
export type Tried = PromiseLike<unknown> | Either<unknown, unknown> | (() => unknown);

/**
 * Expects that the ledger rejects something.
 *
 * @param code the code of the error
 * @param tried what is rejected: `t.create(...)`, `ledger.create(...)` or a function that calls one
 * @param says the text of the error, or a part of it
 * @returns the error
 * @throws {AssertionError} that shows the actual result
 */
export const expectRefused = async (
  code: ErrorCode,
  tried: Tried,
  says?: RegExp | string,
): Promise<LedgerError> => {
  checkCode(code);
  const outcome = await outcomeOf(tried);
  if (outcome.kind === "taken") {
    const message = `expected ${code}, but it was not rejected: ${shortened(outcome.value)}`;
    throw new AssertionError({ message, expected: code, actual: "not refused" });
  }
  const { error } = outcome;
  const text = causeText(error);
  if (error.code !== code) {
    const message = `expected ${code}, found ${error.code}: ${text}`;
    throw new AssertionError({ message, expected: code, actual: error.code });
  }
  const isSaid =
    says === undefined || (typeof says === "string" ? text.includes(says) : says.test(text));
  if (isSaid) return error;
  const message = `${code} as expected, but its text is: ${text}`;
  throw new AssertionError({ message, expected: String(says), actual: text });
};

// callers without a type checker misspell it
const checkCode = (code: ErrorCode): void => {
  if (Object.hasOwn(errorCatalogue, code)) return;
  const nearest = nearestName(String(code), Object.keys(errorCatalogue));
  const hint = nearest === undefined ? "see docs/errors.md" : `did you mean ${nearest}?`;
  throw new ArgumentError(`code: the ledger has no error ${String(code).slice(0, 60)}; ${hint}`);
};

type Outcome =
  | { readonly kind: "refused"; readonly error: LedgerError }
  | { readonly kind: "taken"; readonly value: unknown };

const outcomeOf = async (tried: Tried): Promise<Outcome> => {
  try {
    const value = await (typeof tried === "function" ? tried() : tried);
    if (!isEither(value)) return { kind: "taken", value };
    if (!isLeft(value)) return { kind: "taken", value: value.right };
    if (isLedgerError(value.left)) return { kind: "refused", error: value.left };
    throw new ArgumentError(`expected an error of the ledger, found ${shortened(value.left)}`);
  } catch (thrown) {
    if (thrown instanceof LedgerFailure && "code" in thrown.error)
      return { kind: "refused", error: thrown.error };
    throw thrown;
  }
};

const isEither = (value: unknown): value is Either<unknown, unknown> =>
  typeof value === "object" && value !== null && ("left" in value || "right" in value);

const isLedgerError = (value: unknown): value is LedgerError =>
  typeof value === "object" && value !== null && "code" in value && "cause" in value;

/** A value as an error shows it. */
const shortened = (value: unknown): string => {
  const text = JSON.stringify(value, (_key, each: unknown) =>
    typeof each === "bigint" ? `${each}n` : each,
  );
  return text === undefined ? String(value) : text.slice(0, 300);
};
