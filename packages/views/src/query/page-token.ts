import { hash } from "node:crypto";
import { type ErrorCode, invalidField, type LedgerError, ledgerError } from "@tallystick/core";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { hashText } from "../sqlite/hash-text.js";

/** The kind of a request's tokens, and the error for a token of another request. */
export interface TokenRules {
  /** Kind of request: tokens are only valid for their kind. */
  readonly kind: string;
  /** What a public node calls the request. */
  readonly request: string;
  /** The field of the request with the token. */
  readonly field: string;
  /** Code for a token that decodes and belongs to another request. */
  readonly code: ErrorCode;
  readonly cause: string;
}

/**
 * Tokens for one request: the place to continue from, valid only for their request and participant
 * (ledger-api 12).
 */
export interface BoundTokens {
  /** Hash of the request, see `tokenOf`. */
  readonly bound: string;
  /** Base64 of a position; whole numbers. */
  readonly write: (...position: ReadonlyArray<number>) => string;
  /**
   * The position. Left INVALID_FIELD for a token that cannot be decoded or was altered, and the
   * code of the rules for one of another request or participant (ledger-api 3.4).
   */
  readonly read: (token: string) => Either<LedgerError, ReadonlyArray<number>>;
}

const separator = ".";
/** Hex digits of the request's hash in a token. */
const boundDigits = 32;
/** Longer texts are not our tokens. */
const maxTokenLength = 400;

/** The error for a token that decodes and belongs to another request. */
export const foreignToken = ({ code, cause, field }: TokenRules): LedgerError =>
  ledgerError(code, cause, { field });

// objects with the same fields in another order are the same request
const inOrder = (_key: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

const checkOf = (bound: string, position: string): string =>
  hashText(bound + position).toString(36);

interface DecodedToken {
  readonly bound: string;
  readonly position: ReadonlyArray<number>;
}

const decoded = (token: string): DecodedToken | undefined => {
  if (token.length > maxTokenLength) return undefined;
  const [bound = "", check, ...position] = Buffer.from(token, "base64")
    .toString("latin1")
    .split(separator);
  return check === checkOf(bound, position.join(separator))
    ? { bound, position: position.map(Number) }
    : undefined;
};

/** Base64 of a position in the request with this hash. */
export const tokenOf = (bound: string, position: ReadonlyArray<number>): string => {
  const text = position.join(separator);
  return Buffer.from([bound, checkOf(bound, text), text].join(separator)).toString("base64");
};

/**
 * The tokens of one request.
 * @param content the fields that must be the same for all pages; plain data
 */
export const boundTokens = (
  rules: TokenRules,
  participantId: string,
  content: Readonly<Record<string, unknown>>,
): BoundTokens => {
  const bound = hash(
    "sha256",
    JSON.stringify([rules.kind, participantId, content], inOrder),
    "hex",
  ).slice(0, boundDigits);
  return {
    bound,
    write: (...position) => tokenOf(bound, position),
    read: (token) => {
      const found = decoded(token);
      if (found === undefined) {
        return left(
          invalidField(
            rules.field,
            "the token cannot be decoded; expected one of this participant",
            { sentence: `Invalid page token for ${rules.request}` },
          ),
        );
      }
      return found.bound === bound ? right(found.position) : left(foreignToken(rules));
    },
  };
};
