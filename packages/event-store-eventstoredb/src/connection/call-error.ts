import { Metadata, status } from "@grpc/grpc-js";

export type CallError =
  /** A transient error of the connection, the server or the cluster. */
  | { readonly kind: "transient"; readonly reason: string }
  /** The server knows no such user, or the password is wrong. */
  | { readonly kind: "login"; readonly reason: string }
  /** The user may not do this. */
  | { readonly kind: "denied"; readonly reason: string }
  /** The stream was deleted permanently. */
  | { readonly kind: "deleted"; readonly reason: string }
  /** More bytes than the server accepts. */
  | { readonly kind: "too-large"; readonly maxBytes: number }
  | { readonly kind: "refused"; readonly reason: string };

/** The key of the error's name in the trailers. */
const EXCEPTION_KEY = "exception";

const trailerOf = (error: object, key: string): string | undefined => {
  if (!("metadata" in error)) return undefined;
  const [value] = error.metadata instanceof Metadata ? error.metadata.get(key) : [];
  return value === undefined ? undefined : String(value);
};

const byException = (error: object, reason: string): CallError | undefined => {
  switch (trailerOf(error, EXCEPTION_KEY)) {
    case "access-denied":
      return { kind: "denied", reason };
    case "stream-deleted":
      return { kind: "deleted", reason };
    case "maximum-append-size-exceeded":
      return {
        kind: "too-large",
        maxBytes: Number(trailerOf(error, "maximum-append-size") ?? 0),
      };
    case "not-leader":
      return { kind: "transient", reason };
    default:
      return undefined;
  }
};

/** Codes after which a retry can help: the others mean that the call is wrong. */
const HOPELESS_CODES: ReadonlySet<number> = new Set([
  status.INVALID_ARGUMENT,
  status.FAILED_PRECONDITION,
  status.OUT_OF_RANGE,
  status.UNIMPLEMENTED,
  status.DATA_LOSS,
]);

/** The likely causes when a server does not respond. */
export const NO_ANSWER = "it does not respond: it is stopped, unreachable or too busy";

/** The text of an error, without what the gRPC library adds: codes, times, addresses of memory. */
export const errorText = (error: object): string => {
  const details = "details" in error && typeof error.details === "string" ? error.details : "";
  const message = "message" in error ? String(error.message) : "an error without a message";
  return (
    (details === "" ? message : details)
      .replace(/^\d+ [A-Z_]+: /, "")
      .replace(/^No connection established\. Last error: (Error: )?/, "")
      .replace(/\s*Resolution note:\s*$/, "")
      .replace(/\s*\(\d{4}-\d\d-\d\dT[\d:.]+Z\)/, "")
      // the addresses of memory and source that OpenSSL puts around its reason
      .replace(/[0-9A-F]{8,}:error:[0-9A-F]+:SSL routines:[^:]*:([^:]+):.*/s, "$1")
      .trim()
      .replace(/\.$/, "")
  );
};

/**
 * Classifies the error of a call: a typed error of the client, a raw error of gRPC, or another
 * exception, such as of a failed discovery of a cluster.
 */
export const callErrorOf = (error: unknown): CallError => {
  if (typeof error !== "object" || error === null)
    return { kind: "transient", reason: String(error) };
  const reason = errorText(error);
  const known = byException(error, reason);
  if (known !== undefined) return known;
  const code = "code" in error && typeof error.code === "number" ? error.code : undefined;
  switch (code) {
    case status.UNAUTHENTICATED:
      return { kind: "login", reason };
    case status.PERMISSION_DENIED:
      return { kind: "denied", reason };
    case status.DEADLINE_EXCEEDED:
      return { kind: "transient", reason: NO_ANSWER };
    default:
      return code !== undefined && HOPELESS_CODES.has(code)
        ? { kind: "refused", reason }
        : { kind: "transient", reason };
  }
};
