import { type Decoded, type Encodable, PRESENT } from "@tallystick/protobuf";
import type { ClientReadableStream } from "@grpc/grpc-js";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { TYPE_KEY } from "../protocol/event-metadata.js";
import { identifierOf, idOf, streamNameOf } from "../protocol/identifiers.js";
import type { readRequest, readResponse, recordedMessage } from "../protocol/read-messages.js";
import { streamsMethods } from "../protocol/service-methods.js";
import { type CallError, callErrorOf } from "../connection/call-error.js";
import type { Connection } from "../connection/connection.js";

/** An event from the server, not checked yet. */
export interface RawEvent {
  readonly id: string;
  readonly stream: string;
  readonly type: string;
  readonly revision: number;
  readonly position: number;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

export interface RawRead {
  readonly stream: string;
  readonly direction: "forwards" | "backwards";
  /** First revision, or the end. */
  readonly from: number | "end";
  readonly maxCount: number;
}

/**
 * The events read; `isWhole` when the server ended the read, not when the page was full or the call
 * broke off.
 */
export interface RawPage {
  readonly events: ReadonlyArray<RawEvent>;
  readonly isWhole: boolean;
}

/** A page ends with the event that exceeds this many bytes. */
export const PAGE_BYTES = 8 * 1024 * 1024;

const BACKWARDS = 1;

type Answer = Decoded<typeof readResponse>;
type Options = NonNullable<Encodable<typeof readRequest>["options"]>;

/** The event of a message of the protocol, undefined if it is not one. */
export const rawEventOf = (
  event: Decoded<typeof recordedMessage> | undefined,
): RawEvent | undefined => {
  const id = idOf(event?.id);
  const stream = streamNameOf(event?.streamIdentifier);
  if (event === undefined || id === undefined || stream === undefined) return undefined;
  return {
    id,
    stream,
    type: event.metadata.get(TYPE_KEY) ?? "",
    revision: Number(event.streamRevision),
    position: Number(event.commitPosition),
    data: event.data,
    metadata: event.customMetadata,
  };
};

const optionsOf = ({ stream, direction, from, maxCount }: RawRead): Options => ({
  stream: {
    streamIdentifier: identifierOf(stream),
    ...(from === "end" ? { end: PRESENT } : { revision: BigInt(from) }),
  },
  readDirection: direction === "backwards" ? BACKWARDS : 0,
  count: BigInt(maxCount),
  noFilter: PRESENT,
  uuidOption: { string: PRESENT },
});

/**
 * Collects the answers of a call until it ends, is full or stalls. A call that breaks off gives the
 * events so far: a reader makes progress even on a network that interrupts every long read.
 */
const collect = (
  call: ClientReadableStream<Answer>,
  stallMs: number,
  stalled: () => void,
): Promise<Either<CallError, RawPage>> =>
  new Promise((resolve) => {
    const events: RawEvent[] = [];
    let bytes = 0;
    let timer: NodeJS.Timeout | undefined;
    const finish = (result: Either<CallError, RawPage>): void => {
      clearTimeout(timer);
      resolve(result);
    };
    const broken = (error: CallError): void => {
      const isLater = error.kind === "transient" && events.length > 0;
      finish(isLater ? right({ events, isWhole: false }) : left(error));
    };
    const watch = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        call.cancel();
        stalled();
        const reason = `a read received nothing for ${stallMs} ms`;
        broken({ kind: "transient", reason });
      }, stallMs);
    };
    watch();
    call.on("data", (answer: Answer) => {
      if (answer.event === undefined) return;
      const event = rawEventOf(answer.event.event);
      if (event === undefined) {
        call.cancel();
        finish(
          left({ kind: "refused", reason: "the server sent an event without its id or stream" }),
        );
        return;
      }
      events.push(event);
      bytes += event.data.length + event.metadata.length;
      watch();
      if (bytes < PAGE_BYTES) return;
      finish(right({ events, isWhole: false }));
      call.cancel();
    });
    call.on("error", (error) => broken(callErrorOf(error)));
    call.on("end", () => finish(right({ events, isWhole: true })));
    call.on("close", () =>
      broken({ kind: "transient", reason: "the read was closed before its end" }),
    );
  });

/**
 * Reads a page once. A missing stream gives an empty one.
 *
 * @param stallMs how long the server may be silent; after that the connection is dropped
 */
export const readRawPage = async (
  connection: Connection,
  read: RawRead,
  stallMs: number,
): Promise<Either<CallError, RawPage>> => {
  const { generation } = connection;
  const renew = (): void => connection.renew(generation);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), stallMs);
  });
  try {
    const opening = connection.read(streamsMethods.read, { options: optionsOf(read) });
    const call = await Promise.race([opening, late]);
    if (call === "late") {
      renew();
      void opening.then((opened) => opened.cancel()).catch(() => undefined);
      return left({ kind: "transient", reason: `no connection within ${stallMs} ms` });
    }
    return await collect(call, stallMs, renew);
  } catch (error) {
    return left(callErrorOf(error));
  } finally {
    clearTimeout(timer);
  }
};
