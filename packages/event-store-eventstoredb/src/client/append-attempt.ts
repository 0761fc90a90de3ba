import type { Encodable } from "@tallystick/protobuf";
import { status } from "@grpc/grpc-js";
import type { appendRequest } from "../protocol/append-messages.js";
import { isLeft } from "fp-ts/lib/Either.js";
import { identifierOf } from "../protocol/identifiers.js";
import { streamsMethods } from "../protocol/service-methods.js";
import { type AttemptOutcome, errorOutcome, unaryOutcome } from "./append-outcome.js";
import {
  type AppendRequest,
  type BatchStream,
  batchStream,
  expectedFields,
} from "./batch-stream.js";
import { type Connection, withTimeout } from "../connection/connection.js";

/** Sends appends, each once. */
export interface Attempts {
  append(request: AppendRequest, timeoutMs: number): Promise<AttemptOutcome>;
  close(): void;
}

type UnaryMessage = Encodable<typeof appendRequest>;

const unaryMessages = ({
  stream,
  expected,
  events,
}: AppendRequest): ReadonlyArray<UnaryMessage> => [
  { options: { streamIdentifier: identifierOf(stream), ...expectedFields(expected) } },
  ...events.map((proposedMessage) => ({ proposedMessage })),
];

const isDeadline = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === status.DEADLINE_EXCEEDED;

const unaryAppend = async (
  connection: Connection,
  request: AppendRequest,
  timeoutMs: number,
): Promise<AttemptOutcome> => {
  const { generation } = connection;
  const late = (): void => connection.renew(generation);
  const asked = connection.request(streamsMethods.append, unaryMessages(request), timeoutMs);
  // the call has the same deadline, and may expire first
  asked.catch((error: unknown) => {
    if (isDeadline(error)) late();
  });
  const answer = await withTimeout(asked, timeoutMs, "an append", late);
  return isLeft(answer) ? errorOutcome(answer.left) : unaryOutcome(answer.right);
};

/**
 * Attempts over a connection: on one call for all of them where the server offers that, otherwise
 * each on its own. When one is not answered in time the connection is dropped, as its other calls
 * may not be answered either.
 */
export const createAttempts = (connection: Connection): Attempts => {
  let present: Promise<BatchStream | "unary"> | undefined;

  const open = async (): Promise<BatchStream | "unary"> => {
    const { batch, deadlineSpan } = await connection.appendSupport();
    if (!batch) return "unary";
    return batchStream(await connection.duplex(streamsMethods.batchAppend), deadlineSpan);
  };

  const opened = async (): Promise<BatchStream | "unary"> => {
    const opening = (present ??= open());
    try {
      const path = await opening;
      if (path !== "unary" && path.isOpen) return path;
      // Not cached: another channel may lead to another server.
      if (present === opening) present = undefined;
      return path === "unary" ? path : await opened();
    } catch (error) {
      if (present === opening) present = undefined;
      throw error;
    }
  };

  return {
    append: async (request, timeoutMs) => {
      const begin = Date.now();
      const { generation } = connection;
      const path = await withTimeout(opened(), timeoutMs, "opening a call", () => {
        present = undefined;
        connection.renew(generation);
      });
      // Nothing was sent, so nothing was written.
      if (isLeft(path)) {
        return path.left.kind === "transient"
          ? { kind: "not-now", reason: path.left.reason }
          : errorOutcome(path.left);
      }
      const leftMs = Math.max(timeoutMs - (Date.now() - begin), 1);
      if (path.right === "unary") return unaryAppend(connection, request, leftMs);
      const outcome = await path.right.append(request, leftMs);
      // a timer may be a little early by the clock
      const isLate = Date.now() - begin >= 0.9 * timeoutMs;
      if (isLate && !path.right.isOpen) connection.renew(generation);
      return outcome;
    },
    close: () => {
      void present?.then(
        (path) => {
          if (path !== "unary") path.cancel();
        },
        () => undefined,
      );
    },
  };
};
