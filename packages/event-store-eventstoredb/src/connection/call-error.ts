import { Metadata, status } from "@grpc/grpc-js";

/** Why a call failed. */
export type CallError =
  /** A transient error of the connection, the server or the cluster. */
  | { readonly kind: "transient"; readonly reason: string }
  /** The user may not do this, or the password is wrong. */
  | { readonly kind: "denied"; readonly reason: string }
  /** The stream was deleted permanently. */
  | { readonly kind: "deleted"; readonly reason: string }
  /** More bytes than the server accepts. */
  | { readonly kind: "too-large"; readonly maxBytes: number }
  /** The server refuses this. */
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

const DENIED_CODES: ReadonlySet<number> = new Set([
  status.UNAUTHENTICATED,
  status.PERMISSION_DENIED,
]);

/**
 * Classifies the error of a call: a typed error of the client, a raw error of gRPC, or another
 * exception, such as of a failed discovery of a cluster.
 */
export const callErrorOf = (error: unknown): CallError => {
  if (typeof error !== "object" || error === null)
    return { kind: "transient", reason: String(error) };
  const message = "message" in error ? String(error.message) : "an error without a message";
  // text that the library appends, mostly without content
  const reason = message.replace(/\s*Resolution note:\s*$/, "");
  const known = byException(error, reason);
  if (known !== undefined) return known;
  const code = "code" in error && typeof error.code === "number" ? error.code : undefined;
  if (code !== undefined && DENIED_CODES.has(code)) return { kind: "denied", reason };
  if (code !== undefined && HOPELESS_CODES.has(code)) return { kind: "refused", reason };
  return { kind: "transient", reason };
};
