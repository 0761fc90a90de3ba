// EventStoreDB's server with its writing half, for tests and benchmarks of several nodes.
import type { Server } from "@grpc/grpc-js";
import type { Either } from "fp-ts/lib/Either.js";
import { streamsMethods } from "../../src/protocol/service-methods.js";
import { type ListenError, startServer } from "../../src/server/event-server.js";
import { register, type WritingMethods } from "../../src/server/register-methods.js";
import type { EventServer } from "../../src/server/server-options.js";
import { appendBatch } from "./appends/append-batch.js";
import { appendUnary } from "./appends/append-unary.js";
import { deleteStream } from "./appends/delete-stream.js";
import {
  readingOptions,
  type WritableContext,
  writableContext,
  type WritableOptions,
} from "./writable-context.js";

/** The methods by which clients write. */
export const writingOf = (
  context: WritableContext,
  { batchAppend = true }: Pick<WritableOptions, "batchAppend">,
): WritingMethods => ({
  batchAppend,
  register: (server: Server) => {
    register(server, streamsMethods.append, appendUnary(context));
    register(server, streamsMethods.delete, deleteStream(context, "softDelete"));
    register(server, streamsMethods.tombstone, deleteStream(context, "tombstone"));
    if (batchAppend) register(server, streamsMethods.batchAppend, appendBatch(context));
  },
});

/**
 * Starts a server that clients may write to.
 *
 * @returns the running server, or why it cannot listen
 */
export const startWritableServer = (
  options: WritableOptions,
): Promise<Either<ListenError, EventServer>> => {
  const context = writableContext(options);
  return startServer(readingOptions(options), context, writingOf(context, options));
};
