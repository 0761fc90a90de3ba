import { Metadata, status } from "@grpc/grpc-js";

/** Why a call did not do what it was for. */
export type CallError =
  /** The connection, the server or the cluster has a problem that may pass. */
  | { readonly kind: "transient"; readonly reason: string }
  /** The user may not do this, or the password is wrong. */
  | { readonly kind: "denied"; readonly reason: string }
  /** The stream was deleted for good. */
  | { readonly kind: "deleted"; readonly reason: string }
  /** More bytes than the server takes. */
  | { readonly kind: "too-large"; readonly maxBytes: number }
  /** The server will never do this. */
  | { readonly kind: "refused"; readonly reason: string };

/** The key under which servers name their errors in the trailers. */
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

/** Codes after which trying again can help: the rest says that the call itself is wrong. */
const HOPELESS_CODES: ReadonlySet<number> = new Set([
  status.INVALID_ARGUMENT,
  status.FAILED_PRECONDITION,
  status.OUT_OF_RANGE,
  status.UNIMPLEMENTED,
  status.DATA_LOSS,
]);

const DENIED_CODES: ReadonlySet<number> = new Set([
  status.UNAUTHENTICATED,
  status.PERMISSION_DENIED,
]);

/**
 * Sorts what a call ended with: a typed error of the client, a raw error of gRPC, or anything else
 * that was thrown, such as the failed discovery of a cluster.
 */
export const callErrorOf = (error: unknown): CallError => {
  if (typeof error !== "object" || error === null)
    return { kind: "transient", reason: String(error) };
  const message = "message" in error ? String(error.message) : "an error without a message";
  // what the library adds to texts, mostly with nothing behind it
  const reason = message.replace(/\s*Resolution note:\s*$/, "");
  const known = byException(error, reason);
  if (known !== undefined) return known;
  const code = "code" in error && typeof error.code === "number" ? error.code : undefined;
  if (code !== undefined && DENIED_CODES.has(code)) return { kind: "denied", reason };
  if (code !== undefined && HOPELESS_CODES.has(code)) return { kind: "refused", reason };
  return { kind: "transient", reason };
};
