import { createHash } from "node:crypto";
import { hashText } from "../sqlite/hash-text.js";

/**
 * Tokens for one request: they say where to go on, and only fit the request and the participant
 * they were made for (ledger-api 12).
 */
export interface BoundTokens {
  /** Base64 of a position; whole numbers. */
  readonly write: (...position: ReadonlyArray<number>) => string;
  /**
   * The position; undefined for a token of another request or participant, or one that was altered.
   */
  readonly read: (token: string) => ReadonlyArray<number> | undefined;
}

const separator = ".";
/** Hex digits of the request's hash that a token carries. */
const boundDigits = 32;
/** Longer texts are no tokens of ours. */
const maxTokenLength = 400;

// objects with the same fields in another order are the same request
const inOrder = (_key: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/**
 * The tokens of one request.
 * @param kind of request, so that tokens of one kind are no tokens of another
 * @param content what must stay the same from page to page; plain data
 */
export const boundTokens = (
  kind: string,
  participantId: string,
  content: Readonly<Record<string, unknown>>,
): BoundTokens => {
  const bound = createHash("sha256")
    .update(JSON.stringify([kind, participantId, content], inOrder))
    .digest("hex")
    .slice(0, boundDigits);
  const checkOf = (position: string): string => hashText(bound + position).toString(36);
  return {
    write: (...position) => {
      const text = position.join(separator);
      return Buffer.from([bound, checkOf(text), text].join(separator)).toString("base64");
    },
    read: (token) => {
      if (token.length > maxTokenLength) return undefined;
      const [found, check, ...position] = Buffer.from(token, "base64")
        .toString("latin1")
        .split(separator);
      return found === bound && check === checkOf(position.join(separator))
        ? position.map(Number)
        : undefined;
    },
  };
};
