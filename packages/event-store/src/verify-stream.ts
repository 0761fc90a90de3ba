import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { EventStore, StoreError } from "./event-store.js";
import { GENESIS_HASH, chainHash } from "./hash.js";

/** A stream whose whole chain holds. */
export interface VerifiedStream {
  /** Last revision, or "no-stream" if it has no events. */
  readonly revision: number | "no-stream";
  /** Hash of the last event: the head of the chain, `GENESIS_HASH` if there is none. */
  readonly hash: string;
}

/**
 * Reads a whole stream and recomputes its chain from the first event on, independent of the store's
 * own checks. Memory stays at one page.
 *
 * @returns the head, or the first break as `damaged`, or the error that ended the reading
 */
export const verifyStream = async (
  store: Pick<EventStore, "readStream">,
  stream: string,
): Promise<Either<StoreError, VerifiedStream>> => {
  let revision = -1;
  let hash = GENESIS_HASH;
  for await (const page of store.readStream(stream)) {
    if (isLeft(page)) return page;
    for (const event of page.right) {
      const { position } = event;
      const damaged = (reason: string): Either<StoreError, never> =>
        left({ kind: "damaged", stream, revision: revision + 1, position, reason });
      if (event.stream !== stream) return damaged(`found an event of stream ${event.stream}`);
      if (event.revision !== revision + 1) return damaged(`found revision ${event.revision}`);
      hash = chainHash(hash, event);
      if (hash !== event.hash)
        return damaged("the hash does not match the event and its predecessor");
      revision = event.revision;
    }
  }
  return right({ revision: revision < 0 ? "no-stream" : revision, hash });
};
