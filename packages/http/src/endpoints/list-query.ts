import { invalidArgument, isInt64, type LedgerError, ledgerError } from "@tallystick/core";
import { SchemaType, optional, wireObject } from "@tallystick/wire";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import type { HttpConfig } from "./http-config.js";

/** A 64-bit integer in a query string; beyond 2^53 it counts as any large number. */
export const queryInt64: SchemaType<number> = new SchemaType(
  "int64 of a query",
  { type: "integer", format: "int64" },
  (u) =>
    typeof u === "string" && /^-?\d{1,19}$/.test(u) && isInt64(BigInt(u))
      ? right(Number(u))
      : left({ path: [], reason: "expected a 64-bit integer", actual: u }),
);

/** Query parameters of every list (ledger-api 1.1). */
export const ListQuery = wireObject("ListQuery", {
  limit: optional(queryInt64),
  stream_idle_timeout_ms: optional(queryInt64),
});

export type ListQuery = TypeOf<typeof ListQuery>;

/**
 * Longest idle time a caller may ask for, so that a list ends before the request times out;
 * milliseconds.
 */
export const maxListIdleMs = 15_000;

/** The sentence of a public node about an idle time that is none, in the words of its scheduler. */
const idleSentence =
  "Task scheduled with [0] seconds delay, which means creating an infinite loop. The expected delay must be greater than 0.";

/** INVALID_ARGUMENT for an idle time below 1 ms. */
export const idleTimeoutError = ({
  stream_idle_timeout_ms: idleMs = 1,
}: ListQuery): LedgerError | undefined =>
  idleMs >= 1
    ? undefined
    : {
        ...invalidArgument(`found ${idleMs}, expected at least 1 ms`, "stream_idle_timeout_ms", {
          sentence: idleSentence,
        }),
        madeByInterface: true,
      };

/** How long the list waits for a new element; milliseconds. */
export const idleTimeoutOf = (query: ListQuery, config: HttpConfig): number =>
  Math.min(query.stream_idle_timeout_ms ?? config.listIdleTimeoutMs, maxListIdleMs);

/** The most bytes of the elements of one list. */
export const maxListBytes = 32 * 1024 * 1024;

const tooLong = (cause: string): Either<LedgerError, never> =>
  left(
    ledgerError("JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED", cause, { definiteAnswer: false }),
  );

/**
 * Collects the elements of a list. With a `limit` up to the node's own the list is cut there;
 * otherwise more elements than the node's limit are rejected: 413
 * JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED (ledger-api 12). So are elements that take more
 * than `maxListBytes`. The first Left of the source ends it.
 * @param show the element for an item; items without one are left out
 * @param bytesOf the size of an element
 */
export const collectList = async <S, A>(
  source: AsyncIterable<Either<LedgerError, S>>,
  show: (item: S) => A | undefined,
  query: ListQuery,
  config: HttpConfig,
  bytesOf: (element: A) => number = () => 0,
): Promise<Either<LedgerError, ReadonlyArray<A>>> => {
  const most = config.maxListElements;
  const wanted = Math.min(query.limit ?? most + 1, most + 1);
  const items: A[] = [];
  let bytes = 0;
  if (wanted <= 0) return right(items);
  for await (const item of source) {
    if (isLeft(item)) return item;
    const shown = show(item.right);
    if (shown === undefined) continue;
    items.push(shown);
    bytes += bytesOf(shown);
    if (bytes > maxListBytes) {
      return tooLong(
        `The matching elements take more than the node's limit of ${maxListBytes} bytes; set limit to at most ${items.length - 1} or narrow the request`,
      );
    }
    if (items.length >= wanted) break;
  }
  if (items.length <= most) return right(items);
  return tooLong(
    `The number of matching elements is greater than the node's limit of ${most}; set limit to at most ${most} or narrow the request`,
  );
};
