import type { IncomingMessage } from "node:http";
import type { HttpIds } from "../sessions/http-ids.js";

const traceparent = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?$/;
const noTrace = "0".repeat(32);

/**
 * The trace id of a request: that of its W3C `traceparent` header when this is well-formed, else a
 * new one; 32 lowercase hex digits.
 */
export const traceIdOf = (header: string | undefined, ids: HttpIds): string => {
  if (header === undefined) return ids.traceId();
  const given = traceparent.exec(header)?.[1];
  return given === undefined || given === noTrace ? ids.traceId() : given;
};

const wholeTraceparent = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;
const noSpan = "0".repeat(16);

/**
 * The `traceparent` of a submission for its update (W3C Trace Context, version 00): undefined when
 * there is none or it is malformed.
 */
export const traceParentOf = (
  header: string | ReadonlyArray<string> | undefined,
): string | undefined => {
  if (typeof header !== "string") return undefined;
  const parts = wholeTraceparent.exec(header);
  return parts === null || parts[1] === noTrace || parts[2] === noSpan ? undefined : header;
};

/** The longest `tracestate` that every hop must pass on (W3C Trace Context, 3.3.1.5). */
const maxTraceState = 512;

/**
 * The `tracestate` of a submission for its update; undefined where there is none, or one that is
 * too long or no list of `key=value`. It counts beside a `traceparent` alone.
 */
export const traceStateOf = (
  header: string | ReadonlyArray<string> | undefined,
): string | undefined => {
  const text = typeof header === "string" ? header : header?.join(",");
  if (text === undefined || text.length > maxTraceState) return undefined;
  const members = text.split(",").map((each) => each.trim());
  return members.some((each) => each !== "") &&
    members.every(
      (each) =>
        each === "" || /^[a-z0-9][\w@*/-]{0,255}=[\x20-\x2b\x2d-\x3c\x3e-\x7e]+$/.test(each),
    )
    ? text
    : undefined;
};

const known = new WeakMap<IncomingMessage, string>();

/** The trace id of a request, the same each time. */
export const requestTraceId = (request: IncomingMessage, ids: HttpIds): string => {
  const before = known.get(request);
  if (before !== undefined) return before;
  const { traceparent: header } = request.headers;
  const id = traceIdOf(typeof header === "string" ? header : header?.[0], ids);
  known.set(request, id);
  return id;
};
