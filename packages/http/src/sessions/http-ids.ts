import { randomBytes, randomUUID } from "node:crypto";

/** Where ids and secrets come from. */
export interface HttpIds {
  /** A UUID: of commands, submissions and requests of pages. */
  uuid(): string;
  /** The trace id of a request that names none; 32 hex digits. */
  traceId(): string;
  /** The secret of a page's session: 32 bytes in base64url. */
  token(): string;
}

/**
 * Trace ids per draw of random bytes; a draw for each request would take longer than the rest of
 * the accounting.
 */
const idsPerDraw = 256;
const idBytes = 16;
const tokenBytes = 32;

const traceIdSource = (): (() => string) => {
  let pool = Buffer.alloc(0);
  let used = 0;
  return () => {
    if (used >= pool.length) {
      pool = randomBytes(idsPerDraw * idBytes);
      used = 0;
    }
    used += idBytes;
    return pool.toString("hex", used - idBytes, used);
  };
};

/** Ids from the operating system's random generator. */
export const systemIds: HttpIds = {
  uuid: () => randomUUID(),
  traceId: traceIdSource(),
  token: () => randomBytes(tokenBytes).toString("base64url"),
};
