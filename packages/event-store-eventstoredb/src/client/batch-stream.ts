import { type Decoded, type Encodable, PRESENT } from "@tallystick/protobuf";
import { randomUUID } from "node:crypto";
import type { ClientDuplexStream } from "@grpc/grpc-js";
import type {
  batchAppendRequest,
  batchAppendResponse,
  proposedMessage,
} from "../protocol/append-messages.js";
import { identifierOf, idOf } from "../protocol/identifiers.js";
import { type AttemptOutcome, batchOutcome, errorOutcome } from "./append-outcome.js";
import { callErrorOf } from "../connection/call-error.js";

/** Bytes of events in one message, far below the 16 MB a server accepts. */
const CHUNK_BYTES = 3 * 1024 * 1024;

const MS_PER_SECOND = 1_000;
const NS_PER_MS = 1_000_000;

/** An event to send. */
export type Proposed = Encodable<typeof proposedMessage> & {
  readonly data: Uint8Array;
  readonly customMetadata: Uint8Array;
};

export interface AppendRequest {
  readonly stream: string;
  readonly expected: number | "no-stream";
  readonly events: ReadonlyArray<Proposed>;
}

type Request = Encodable<typeof batchAppendRequest>;
type Answer = Decoded<typeof batchAppendResponse>;

/** An open call that many appends share. */
export interface BatchStream {
  readonly isOpen: boolean;
  /** Sends one append and waits for its answer, with a timeout. */
  append(request: AppendRequest, timeoutMs: number): Promise<AttemptOutcome>;
  /** Ends the call; the outcome of open appends is unknown. */
  cancel(): void;
}

/** Expected revision in the fields of the protocol. */
export const expectedFields = (expected: number | "no-stream") =>
  expected === "no-stream" ? { noStream: PRESENT } : { revision: BigInt(expected) };

const deadlineFields = (timeoutMs: number, asSpan: boolean) => {
  const ms = asSpan ? timeoutMs : Date.now() + timeoutMs;
  const time = {
    seconds: BigInt(Math.floor(ms / MS_PER_SECOND)),
    nanos: (ms % MS_PER_SECOND) * NS_PER_MS,
  };
  return asSpan ? { deadlineSpan: time } : { deadlineTime: time };
};

/** The messages of one append, as few as possible. */
function* chunks(
  correlation: string,
  request: AppendRequest,
  deadline: ReturnType<typeof deadlineFields>,
): Generator<Request, void, void> {
  const correlationId = { string: correlation };
  let options: Request["options"] = {
    streamIdentifier: identifierOf(request.stream),
    ...expectedFields(request.expected),
    ...deadline,
  };
  let proposedMessages: Proposed[] = [];
  let bytes = 0;
  for (const event of request.events) {
    const eventBytes = event.data.length + event.customMetadata.length;
    if (bytes > 0 && bytes + eventBytes > CHUNK_BYTES) {
      yield { correlationId, options, proposedMessages, isFinal: false };
      options = undefined;
      proposedMessages = [];
      bytes = 0;
    }
    proposedMessages.push(event);
    bytes += eventBytes;
  }
  yield { correlationId, options, proposedMessages, isFinal: true };
}

/**
 * Sends appends on an open call. Every append gets exactly one outcome: duplicate, late or
 * unmatched answers are ignored, and when the call ends no append stays waiting.
 *
 * @param deadlineSpan whether the server takes deadlines as spans of time
 */
export const batchStream = (
  call: ClientDuplexStream<Request, Answer>,
  deadlineSpan: boolean,
): BatchStream => {
  const waiting = new Map<string, (outcome: AttemptOutcome) => void>();
  let isOpen = true;
  const settle = (correlation: string, outcome: AttemptOutcome): void => {
    const resolve = waiting.get(correlation);
    waiting.delete(correlation);
    resolve?.(outcome);
  };
  const end = (outcome: AttemptOutcome): void => {
    isOpen = false;
    const resolves = [...waiting.values()];
    waiting.clear();
    for (const resolve of resolves) resolve(outcome);
  };
  call.on("data", (answer: Answer) => {
    const correlation = idOf(answer.correlationId);
    if (correlation === undefined || !waiting.has(correlation)) return;
    try {
      settle(correlation, batchOutcome(answer));
    } catch {
      settle(correlation, { kind: "unknown", reason: "the details of a response are unreadable" });
    }
  });
  call.on("error", (error) => end(errorOutcome(callErrorOf(error))));
  call.on("end", () => end({ kind: "unknown", reason: "the server ended the call" }));
  call.on("close", () => end({ kind: "unknown", reason: "the call was closed" }));
  return {
    get isOpen() {
      return isOpen;
    },
    append: (request, timeoutMs) => {
      if (!isOpen) return Promise.resolve({ kind: "not-now", reason: "the call has ended" });
      const correlation = randomUUID();
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          const reason = `an append was not answered within ${timeoutMs} ms`;
          settle(correlation, { kind: "unknown", reason });
          // A call that does not answer one append is not used any more.
          call.cancel();
          end({ kind: "unknown", reason });
        }, timeoutMs);
        waiting.set(correlation, (outcome) => {
          clearTimeout(timer);
          resolve(outcome);
        });
        const deadline = deadlineFields(timeoutMs, deadlineSpan);
        for (const chunk of chunks(correlation, request, deadline)) call.write(chunk);
      });
    },
    cancel: () => {
      call.cancel();
      end({ kind: "unknown", reason: "the call was cancelled" });
    },
  };
};
