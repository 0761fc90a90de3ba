import { orThrow } from "@tallystick/node";
import type { ErrorCode, JsonText, LedgerError } from "@tallystick/core";
import { wireArray, type WireReadable } from "@tallystick/wire";
import type { Following, ReadFor } from "@tallystick/views";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { writeJsonText } from "../json/json-text.js";
import type { Caller } from "../auth/authenticator.js";
import { accessError, type RequiredRight } from "../auth/required-right.js";
import { type Endpoint, endpoint } from "./endpoint.js";
import { collectList, idleTimeoutError, idleTimeoutOf, ListQuery } from "./list-query.js";
import { okList } from "./reply.js";
import type { Services } from "./services.js";

/** Items of the ledger; a Left is the last one. */
export type StreamItems<S> = AsyncIterable<Either<LedgerError, S>>;

/** A decoded request for a stream, and its caller. */
export interface StreamRequest<B> {
  readonly body: B;
  readonly caller: Caller;
}

/**
 * One stream of the interface, described once: `POST` answers it as a list, a websocket one item in
 * each frame. A request takes the steps of every endpoint: `request` decodes it, `validate` checks
 * its rules, the caller must have the `rights`.
 * @typeParam V the result of validation
 */
export interface StreamRow<B, V, S extends object, R> {
  readonly path: string;
  readonly summary: string;
  /** Notes for callers, for the documents. */
  readonly description?: string;
  /** True for streams for older clients only. */
  readonly deprecated?: boolean;
  /** The body of the `POST`, and the first frame. */
  readonly request: WireReadable<B>;
  /** An element of the list, and every further frame. */
  readonly item: WireReadable<R>;
  /** Checks the rules of the request that need no state of the ledger. */
  readonly validate: (request: StreamRequest<B>) => Either<LedgerError, V>;
  /** The rights the caller must have (ledger-api 9.4). */
  readonly rights: (valid: V) => ReadonlyArray<RequiredRight>;
  readonly errors: ReadonlyArray<ErrorCode>;
  readonly items: (
    valid: V,
    services: Services,
    following: Following,
    readFor: ReadFor,
  ) => StreamItems<S>;
  /** The element for an item, the same for every reader of the item; undefined: it is skipped. */
  readonly show: (item: S) => R | JsonText<R> | undefined;
}

/** The `POST` row of a stream; an open-ended one ends when there is no further item for a while. */
export const listOf = <B, V, S extends object, R>(row: StreamRow<B, V, S, R>): Endpoint => {
  const { path, summary, description, deprecated, request, item, errors } = row;
  return endpoint<undefined, ListQuery, B, V, ReadonlyArray<R>>({
    method: "POST",
    path,
    summary,
    ...(description === undefined ? {} : { description }),
    ...(deprecated === undefined ? {} : { deprecated }),
    query: ListQuery,
    body: request,
    response: wireArray(item),
    errors: ["JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED", ...errors],
    validate: (input) => {
      const badTimeout = idleTimeoutError(input.query);
      return badTimeout === undefined ? row.validate(input) : left(badTimeout);
    },
    rights: ({ valid }) => row.rights(valid),
    isLongRead: true,
    handle: async ({ valid, query, read }, services) => {
      const idleTimeoutMs = idleTimeoutOf(query, services.config);
      const items = row.items(valid, services, { follow: true, idleTimeoutMs }, read);
      // converted to text immediately, so that only text is in memory
      const show = (item: S): Buffer | undefined => {
        const value = row.show(item);
        const text = value === undefined ? undefined : Buffer.from(writeJsonText(value));
        if (text !== undefined) read.hold(text.length);
        return text;
      };
      const list = orThrow(
        await collectList(items, show, query, services.config, ({ length }) => length),
      );
      return okList<R>(list);
    },
  });
};

/**
 * The items of a decoded request that continues live, if its caller has the rights. Left: the first
 * violated rule or missing right.
 */
export const liveItemsOf = <B, V, S extends object, R>(
  row: StreamRow<B, V, S, R>,
  request: StreamRequest<B>,
  services: Services,
): Either<LedgerError, StreamItems<S>> => {
  const valid = row.validate(request);
  if (isLeft(valid)) return valid;
  const denied = accessError(row.rights(valid.right), request.caller);
  return denied === undefined
    ? right(row.items(valid.right, services, { follow: true }, { by: request.caller.userId }))
    : left(denied);
};
