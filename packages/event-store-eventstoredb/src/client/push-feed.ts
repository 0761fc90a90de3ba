import type { Decoded } from "@tallystick/protobuf";
import type { ClientReadableStream } from "@grpc/grpc-js";
import { type Either, flatten, left, right } from "fp-ts/lib/Either.js";
import { identifierOf } from "../protocol/identifiers.js";
import type { readResponse } from "../protocol/read-messages.js";
import { streamsMethods } from "../protocol/service-methods.js";
import { PRESENT } from "@tallystick/protobuf";
import { type CallError, callErrorOf } from "../connection/call-error.js";
import { type Connection, withTimeout } from "../connection/connection.js";
import { type RawEvent, rawEventOf } from "./raw-page.js";

/** Events a feed buffers for a busy consumer. */
const MAX_WAITING_EVENTS = 1_000;

/** Bytes of those events. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024;

type Answer = Decoded<typeof readResponse>;

/** A subscription on the server, until it ends. */
export interface PushFeed {
  /**
   * False when it has ended, or was ended because the consumer was too slow. Buffered events are
   * still valid.
   */
  readonly isOpen: boolean;
  take(): ReadonlyArray<RawEvent>;
  close(): void;
}

interface Waiting {
  events: RawEvent[];
  bytes: number;
}

const attach = (
  call: ClientReadableStream<Answer>,
  wake: () => void,
  confirmed: () => void,
  failed: (error: CallError) => void,
): PushFeed => {
  const waiting: Waiting = { events: [], bytes: 0 };
  let isOpen = true;
  const end = (error: CallError): void => {
    if (!isOpen) return;
    isOpen = false;
    failed(error);
    wake();
  };
  call.on("data", (answer: Answer) => {
    if (!isOpen) return;
    if (answer.confirmation !== undefined) confirmed();
    const event = rawEventOf(answer.event?.event);
    if (event === undefined) return;
    waiting.events.push(event);
    waiting.bytes += event.data.length + event.metadata.length;
    if (waiting.events.length >= MAX_WAITING_EVENTS || waiting.bytes >= MAX_WAITING_BYTES) {
      // The consumer is busy; it reads the rest in pages later.
      isOpen = false;
      call.cancel();
    }
    wake();
  });
  call.on("error", (error) => end(callErrorOf(error)));
  // A subscription does not end by itself: a clean end means that a server or proxy stopped.
  call.on("end", () => end({ kind: "transient", reason: "the server ended the subscription" }));
  call.on("close", () => end({ kind: "transient", reason: "the subscription was closed" }));
  return {
    get isOpen() {
      return isOpen;
    },
    take: () => {
      const { events } = waiting;
      waiting.events = [];
      waiting.bytes = 0;
      return events;
    },
    close: () => {
      isOpen = false;
      call.cancel();
    },
  };
};

/**
 * Subscribes to a stream after a revision (-1 for all) and waits for the server's confirmation:
 * later events are pushed.
 *
 * @param stream name on the server
 * @param wake is called when events are buffered or the feed has ended
 */
export const openPushFeed = async (
  connection: Connection,
  stream: string,
  afterRevision: number,
  timeoutMs: number,
  wake: () => void,
): Promise<Either<CallError, PushFeed>> => {
  const { generation } = connection;
  const opening = connection.read(streamsMethods.read, {
    options: {
      stream: {
        streamIdentifier: identifierOf(stream),
        ...(afterRevision < 0 ? { start: PRESENT } : { revision: BigInt(afterRevision) }),
      },
      subscription: PRESENT,
      noFilter: PRESENT,
      uuidOption: { string: PRESENT },
    },
  });
  let opened: ClientReadableStream<Answer> | undefined;
  let isLate = false;
  const confirmation = opening.then((call) => {
    opened = call;
    if (isLate) call.cancel();
    return new Promise<Either<CallError, PushFeed>>((resolve) => {
      const feed: PushFeed = attach(
        call,
        wake,
        () => resolve(right(feed)),
        (error) => resolve(left(error)),
      );
    });
  });
  return flatten(
    await withTimeout(confirmation, timeoutMs, "a subscription", () => {
      isLate = true;
      opened?.cancel();
      connection.renew(generation);
    }),
  );
};
