import type { IncomingMessage } from "node:http";
import { type Either, left, right } from "fp-ts/lib/Either.js";

/** Why a request body was not read. */
export type BodyFailure = "too-large" | "aborted";

/**
 * Reads a request body. A body that is too large is not kept: what follows of it is read and dropped, so that the
 * connection stays in order and the caller gets the answer.
 * @param maxBytes longest body that is kept
 */
export const readBody = (
  request: IncomingMessage,
  maxBytes: number,
): Promise<Either<BodyFailure, Buffer>> =>
  new Promise((resolve) => {
    if (Number(request.headers["content-length"] ?? 0) > maxBytes) {
      request.resume();
      resolve(left("too-large"));
      return;
    }
    let chunks: Buffer[] = [];
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) {
        chunks.push(chunk);
        return;
      }
      chunks = [];
      resolve(left("too-large"));
    });
    request.on("end", () => {
      const [first] = chunks;
      resolve(right(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks)));
    });
    // "close" without "end": the caller went away; after "end" this resolves nothing any more. Node raises no "error" on a
    // request nobody listens to for it.
    request.on("close", () => resolve(left("aborted")));
  });
