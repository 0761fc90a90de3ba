import type { IncomingMessage } from "node:http";
import { type Either, left, right } from "fp-ts/lib/Either.js";

/**
 * Why a request body was not read: it is too long, other bodies take all room, someone else has
 * read of it, or the caller went away.
 */
export type BodyError = "too-large" | "no-room" | "consumed" | "aborted";

/** The room all bodies share that are being received or worked on. */
export interface BodyRoom {
  /** Takes room for a user; false when there is none left. Whoever took it gives it back. */
  take(bytes: number, user: string): boolean;
  give(bytes: number, user: string): void;
  /** Bytes taken. */
  taken(): number;
}

/** Room for so many bytes, and for so many of one user. */
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
 * Bodies up to this length need no room, so that commands get through while others send large
 * bodies; bytes.
 */
export const smallBodyBytes = 64 * 1024;

/** Bodies of one user may take this part of the room. */
export const bodyShareOfUser = 8;

/** What a body is read with. */
export interface BodyLimits {
  /** Longest body that is kept. */
  readonly maxBytes: number;
  readonly room: BodyRoom;
  /** Whose request it is; "" for no user's. */
  readonly user: string;
}

/** A body, and the room it takes until it is given back. */
interface KeptBody {
  readonly bytes: Buffer;
  readonly roomBytes: number;
}

/**
 * Reads a request body. Written here because the libraries that read bodies bound each body alone,
 * and not the bodies of all requests together. Of one that is too large, or that finds no room,
 * nothing is kept: what follows of it is read and dropped, so that the connection stays in order
 * and the caller gets the answer.
 */
export const readBody = (
  request: IncomingMessage,
  { maxBytes, room, user }: BodyLimits,
): Promise<Either<BodyError, KeptBody>> =>
  new Promise((resolve) => {
    // what was read does not come again, and neither does its end
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
      // a connection holds its last request, and that whatever its listeners hold
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
    // "close" without "end": the caller went away. Node raises no "error" on a request no one
    // listens to for it.
    const onClose = (): void => giveUp("aborted");
    request.on("data", onData).on("end", onEnd).on("close", onClose);
  });
