import type { IncomingMessage } from "node:http";
import { type Either, left, right } from "fp-ts/lib/Either.js";

/**
 * Why a request body was not read: it is too long, other bodies use all memory, other code has read
 * from it, or the caller disconnected.
 */
export type BodyError = "too-large" | "no-room" | "consumed" | "aborted";

/** The memory for all bodies being received or processed. */
export interface BodyRoom {
  /** Reserves room for a user; false when there is none left. The caller releases it. */
  take(bytes: number, user: string): boolean;
  give(bytes: number, user: string): void;
  /** Bytes reserved. */
  taken(): number;
}

/** Room for a number of bytes in total, and per user. */
export const bodyRoom = (maxBytes: number, maxBytesOfUser: number): BodyRoom => {
  let taken = 0;
  const byUser = new Map<string, number>();
  return {
    take: (bytes, user) => {
      if (bytes === 0) return true;
      const own = (byUser.get(user) ?? 0) + bytes;
      if (taken + bytes > maxBytes || own > maxBytesOfUser) return false;
      taken += bytes;
      byUser.set(user, own);
      return true;
    },
    give: (bytes, user) => {
      if (bytes === 0) return;
      taken -= bytes;
      const own = (byUser.get(user) ?? 0) - bytes;
      if (own > 0) byUser.set(user, own);
      else byUser.delete(user);
    },
    taken: () => taken,
  };
};

/**
 * Bodies up to this length need no room, so that commands are accepted while others send large
 * bodies; bytes.
 */
export const smallBodyBytes = 64 * 1024;

/** The part of the room for bodies of one user. */
export const bodyShareOfUser = 8;

export interface BodyLimits {
  readonly maxBytes: number;
  readonly room: BodyRoom;
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
