import type { ErrorCode, LedgerError } from "@tallystick/core";
import { type WireReadable, wireArray } from "@tallystick/wire";
import type { Following } from "@tallystick/views";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Caller } from "../auth/authenticator.js";
import { type RequiredRight, accessError } from "../auth/required-right.js";
import { type Endpoint, type Services, endpoint, nothing, ok } from "./endpoint.js";
import { ListQuery, collectList, idleTimeoutOf } from "./list-query.js";

/** Items as the ledger gives them; a Left is the last one. */
export type StreamItems<S> = AsyncIterable<Either<LedgerError, S>>;

/** Who asks for a stream, of what, and how long an open-ended one goes on. */
export interface StreamAsked extends Following {
  readonly caller: Caller;
  readonly services: Services;
}

/** One stream of the interface, described once: `POST` gives it as a list, a websocket one item in each frame. */
export interface StreamRow<B, S extends object, R> {
  readonly path: string;
  readonly summary: string;
  /** Choices a caller should know of; goes into the documents. */
  readonly description?: string;
  /** The body of the `POST`, and the first frame. */
  readonly request: WireReadable<B>;
  /** An element of the list, and every further frame. */
  readonly item: WireReadable<R>;
  /** The rights the caller must have (ledger-api 9.4). */
  readonly rights: (asked: {
    readonly body: B;
    readonly caller: Caller;
  }) => ReadonlyArray<RequiredRight>;
  /** A broken rule of the request itself; told before missing rights. */
  readonly invalid?: (body: B) => LedgerError | undefined;
  /** Errors a caller should be ready for, beyond those every endpoint can answer. */
  readonly errors: ReadonlyArray<ErrorCode>;
  readonly items: (body: B, asked: StreamAsked) => Either<LedgerError, StreamItems<S>>;
  /** An item as it goes out; equal for every reader of the same item. undefined: this one does not. */
  readonly show: (item: S) => R | undefined;
}

async function* shown<S extends object, R>(
  items: StreamItems<S>,
  show: (item: S) => R | undefined,
): AsyncGenerator<Either<LedgerError, R>, void, undefined> {
  for await (const item of items) {
    if (isLeft(item)) {
      yield item;
      return;
    }
    const value = show(item.right);
    if (value !== undefined) yield right(value);
  }
}

/** The `POST` row of a stream; an open-ended one ends when no further item comes for a while. */
export const listOf = <B, S extends object, R>(row: StreamRow<B, S, R>): Endpoint => {
  const { path, summary, description, request, item, rights, invalid, errors } = row;
  return endpoint<undefined, ListQuery, B, ReadonlyArray<R>>({
    method: "POST",
    path,
    summary,
    ...(description === undefined ? {} : { description }),
    parameters: nothing,
    query: ListQuery,
    body: request,
    response: { kind: "json", codec: wireArray(item) },
    access: "token",
    rights,
    errors: ["JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED", ...errors],
    ...(invalid === undefined ? {} : { invalid: ({ body }) => invalid(body) }),
    handle: async ({ body, query, caller }, services) => {
      const problem = invalid?.(body);
      if (problem !== undefined) return left(problem);
      const idleTimeoutMs = idleTimeoutOf(query, services.config);
      const items = row.items(body, { caller, services, follow: true, idleTimeoutMs });
      if (isLeft(items)) return items;
      const list = await collectList(shown(items.right, row.show), query, services.config);
      return isLeft(list) ? list : ok(list.right);
    },
  });
};

/** The items of a decoded request that goes on live, when its caller may have them. Left: the first broken rule or missing right. */
export const liveItemsOf = <B, S extends object, R>(
  row: StreamRow<B, S, R>,
  body: B,
  asked: Pick<StreamAsked, "caller" | "services">,
): Either<LedgerError, StreamItems<S>> => {
  const problem =
    row.invalid?.(body) ?? accessError(row.rights({ body, caller: asked.caller }), asked.caller);
  return problem === undefined ? row.items(body, { ...asked, follow: true }) : left(problem);
};
