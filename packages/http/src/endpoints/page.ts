import { invalidArgument, type LedgerError } from "@tallystick/core";
import { sha256 } from "@tallystick/node";
import { type Either, left, right } from "fp-ts/lib/Either.js";

/** The most users in one page, and the default (ledger-api 12). */
export const maxUsersPageSize = 1000;

/** The most parties in one page, and the default (ledger-api 12). */
export const maxPartiesPageSize = 10_000;

export interface PageRules {
  readonly maxSize: number;
  /** Whether a larger page than allowed is cut or rejected. */
  readonly beyond: "clip" | "refuse";
  /**
   * The rest of the request: the list, its participant, its filters. A token is only valid for the
   * same request.
   */
  readonly boundTo: ReadonlyArray<string>;
  /** Form of the ids the list is ordered by. */
  readonly isId: (text: string) => boolean;
}

interface PageRequest {
  readonly pageSize?: number;
  readonly pageToken?: string;
}

/** One page: at most `limit` elements with ids after `after`. */
export interface Page {
  readonly after: string;
  readonly limit: number;
}

const bindingLength = 16;
/** Length of the longest id with the binding in Base64. */
const maxTokenLength = 512;

const bindingOf = ({ boundTo }: PageRules): string =>
  sha256(JSON.stringify(boundTo)).slice(0, bindingLength);

const tokenOf = (after: string, rules: PageRules): string =>
  Buffer.from(bindingOf(rules) + after, "utf8").toString("base64url");

const idAfter = (token: string, rules: PageRules): string | undefined => {
  if (token.length > maxTokenLength) return undefined;
  const text = Buffer.from(token, "base64url").toString("utf8");
  const after = text.slice(bindingLength);
  // a token has one text: other spellings are rejected
  return rules.isId(after) && tokenOf(after, rules) === token ? after : undefined;
};

/**
 * The page a request asks for. Left INVALID_ARGUMENT for an unusable size or token (ledger-api
 * 2.10, 9.2).
 */
export const pageOf = (request: PageRequest, rules: PageRules): Either<LedgerError, Page> => {
  const { pageSize = 0, pageToken = "" } = request;
  const { maxSize, beyond } = rules;
  const name = beyond === "refuse" ? "Page size" : "Max page size";
  if (pageSize < 0) return left(invalidArgument(`${name} must be non-negative`));
  if (beyond === "refuse" && pageSize > maxSize) {
    const most = `must not exceed the server's maximum of ${maxSize}`;
    return left(invalidArgument(`${name} ${most}`));
  }
  const limit = pageSize === 0 ? maxSize : Math.min(pageSize, maxSize);
  if (pageToken === "") return right({ after: "", limit });
  const after = idAfter(pageToken, rules);
  return after === undefined
    ? left(invalidArgument("Invalid page token"))
    : right({ after, limit });
};

/**
 * Cuts a list that was read with one element more than the page.
 * @returns the page and the token of the next one, "" when there is none
 */
export const cutPage = <A>(
  items: ReadonlyArray<A>,
  { limit }: Page,
  rules: PageRules,
  idOf: (item: A) => string,
): { readonly items: ReadonlyArray<A>; readonly nextPageToken: string } => {
  const page = items.slice(0, limit);
  const last = page.at(-1);
  const nextPageToken =
    items.length > limit && last !== undefined ? tokenOf(idOf(last), rules) : "";
  return { items: page, nextPageToken };
};
