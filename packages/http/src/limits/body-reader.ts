import type { IncomingMessage } from "node:http";
import type { Quota } from "@tallystick/background";
import { type Either, left, right } from "fp-ts/lib/Either.js";

/**
 * Why a request body was not read: it is too long, other bodies use all memory, other code has read
 * from it, or the caller disconnected.
 */
export type BodyError = "too-large" | "no-room" | "consumed" | "aborted";

/**
 * Bodies up to this length need no room, so that commands are accepted while others send large
 * bodies; bytes.
 */
export const smallBodyBytes = 64 * 1024;

/** The part of the room for bodies of one user. */
export const bodyShareOfUser = 8;

export interface BodyLimits {
  readonly maxBytes: number;
  /** Bytes of all bodies that are received or processed. */
  readonly room: Quota;
  /** The user of the request; "" for none. */
  readonly user: string;
}

/** A body, and its room until it is released. */
interface KeptBody {
  readonly bytes: Buffer;
  readonly roomBytes: number;
}

/**
 * Reads a request body. Our own, because libraries bound each body, but not the bodies of all
 * requests together. The rest of a rejected body is read and dropped, so that the connection stays
 * usable and the caller gets the answer.
 */
export const readBody = (
  request: IncomingMessage,
  { maxBytes, room, user }: BodyLimits,
): Promise<Either<BodyError, KeptBody>> =>
  new Promise((resolve) => {
    // data read before are not emitted again, nor is the end
    if (request.readableDidRead || request.readableEnded) {
      resolve(left("consumed"));
      return;
    }
    if (request.destroyed) {
      resolve(left("aborted"));
      return;
    }
    if (Number(request.headers["content-length"] ?? 0) > maxBytes) {
      request.resume();
      resolve(left("too-large"));
      return;
    }
    let chunks: Buffer[] = [];
    let bytes = 0;
    let roomBytes = 0;
    const end = (outcome: Either<BodyError, KeptBody>): void => {
      // a connection references its last request, and so all that its listeners reference
      request.off("data", onData).off("end", onEnd).off("close", onClose);
      request.resume();
      chunks = [];
      resolve(outcome);
    };
    const giveUp = (error: BodyError): void => {
      room.give(roomBytes, user);
      end(left(error));
    };
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length;
      const more = bytes > smallBodyBytes ? bytes - roomBytes : 0;
      if (bytes > maxBytes) {
        giveUp("too-large");
      } else if (!room.take(more, user)) {
        giveUp("no-room");
      } else {
        roomBytes += more;
        chunks.push(chunk);
      }
    };
    const onEnd = (): void => {
      const [first] = chunks;
      const whole = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks);
      end(right({ bytes: whole, roomBytes }));
    };
    // "close" without "end": the caller disconnected. Node emits "error" on a request only with a
    // listener.
    const onClose = (): void => giveUp("aborted");
    request.on("data", onData).on("end", onEnd).on("close", onClose);
  });
