import {
  Client,
  type ClientDuplexStream,
  type ClientReadableStream,
  type ClientWritableStream,
} from "@grpc/grpc-js";
import { EventStoreDBClient } from "@eventstore/db-client";
import * as E from "fp-ts/lib/Either.js";
import type { Fields, Message, MessageInit } from "../protocol/message-codec.js";
import { type Method, streamsMethods } from "../protocol/service-methods.js";
import { callErrorOf } from "./call-error.js";

/** How long the calls of a client that is given up may take to end. */
const DISPOSE_MS = 1_000;

/**
 * Our calls on the client's channels; a class of its own, because the client keeps one instance for
 * each class.
 */
class StreamsClient extends Client {}

/** What the server behind the present channel can do. */
export interface AppendSupport {
  /** Many appends on one call. */
  readonly batch: boolean;
  /** Deadlines as a span of time, which need no clock that agrees with the server's. */
  readonly deadlineSpan: boolean;
}

/**
 * The official client's connection: addresses, discovery, TLS, passwords, and another channel when
 * the leader changes or the present one fails. The calls themselves are ours; docs/decisions says
 * why.
 */
export interface Connection {
  /** Starts a call that answers with a stream. Rejects when there is no channel. */
  read<Q extends Fields, A extends Fields>(
    method: Method<Q, A>,
    request: MessageInit<Q>,
  ): Promise<ClientReadableStream<Message<A>>>;
  /** Opens a call with streams both ways. */
  duplex<Q extends Fields, A extends Fields>(
    method: Method<Q, A>,
  ): Promise<ClientDuplexStream<MessageInit<Q>, Message<A>>>;
  /** Sends some messages and waits for the one answer; rejects with whatever ended the call. */
  request<Q extends Fields, A extends Fields>(
    method: Method<Q, A>,
    messages: ReadonlyArray<MessageInit<Q>>,
    deadlineMs: number,
  ): Promise<Message<A>>;
  /** Asks once for each channel. */
  appendSupport(): Promise<AppendSupport>;
  /** Counts the official clients this connection has had. */
  readonly generation: number;
  /**
   * Gives up the channel of this generation and everything on it: it does not answer. The next call
   * opens another.
   */
  renew(generation: number): void;
  readonly isClosed: boolean;
  close(): Promise<void>;
}

/** Whether the connection string prefers another node than the leader, for reading. */
const prefersOthers = (connectionString: string): boolean =>
  /[?&]node[_-]?preference=(?!leader)/i.test(connectionString);

const withoutCredentials = (text: string): string => text.replaceAll(/\/\/[^/@\s]*@/g, "//***@");

const dispose = async (client: EventStoreDBClient): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, DISPOSE_MS);
  });
  const disposal = client.dispose().then(async () => {
    // Disposing ends the calls alone: the channel would keep the process alive.
    (await client["getChannel"]()).close();
  });
  await Promise.race([disposal.catch(() => undefined), late]);
  clearTimeout(timer);
};

const ignoreErrors = (call: { on(event: "error", listener: () => void): unknown }): void => {
  // Whoever uses the call listens too; without any listener an error would end the process.
  call.on("error", () => undefined);
};

const unaryCall = <Q extends Fields, A extends Fields>(
  grpc: Client,
  { path, request, response }: Method<Q, A>,
  args: ReturnType<EventStoreDBClient["callArguments"]>,
  messages: ReadonlyArray<MessageInit<Q>>,
): Promise<Message<A>> =>
  new Promise((resolve, reject) => {
    const [metadata, options] = args;
    const call: ClientWritableStream<MessageInit<Q>> = grpc.makeClientStreamRequest(
      path,
      request.encode,
      response.decode,
      metadata,
      options,
      (error, answer) => {
        if (answer === undefined) reject(error ?? new Error("the server did not answer"));
        else resolve(answer);
      },
    );
    ignoreErrors(call);
    for (const message of messages) call.write(message);
    call.end();
  });

const supportOf = async (client: EventStoreDBClient): Promise<AppendSupport> => {
  const { path, request, response } = streamsMethods.batchAppend;
  const definition = {
    path,
    requestStream: true,
    responseStream: true,
    requestSerialize: request.encode,
    requestDeserialize: request.decode,
    responseSerialize: response.encode,
    responseDeserialize: response.decode,
  } as const;
  const batch = await client["supports"](definition);
  return {
    batch,
    deadlineSpan: batch && (await client["supports"](definition, "deadline_duration")),
  };
};

/** The client, made safe against errors that it cannot read: its handler of them would reject. */
const officialClient = (connectionString: string): EventStoreDBClient => {
  const client = EventStoreDBClient.connectionString(connectionString);
  const handleError = client["handleError"];
  client["handleError"] = async (grpc, error) => {
    // What is lost is a better address; the call that failed has its error all the same.
    await handleError(grpc, error).catch(() => undefined);
  };
  return client;
};

/** Never ends by itself: what is read may be endless. */
const endless = { deadline: Infinity };

/** The calls on the client of the moment. */
const callsOn = (
  client: () => EventStoreDBClient,
  readsFromLeader: boolean,
): Pick<Connection, "read" | "duplex" | "request" | "appendSupport"> => ({
  read: ({ path, request, response }, message) =>
    client()["GRPCStreamCreator"](StreamsClient, "read", (grpc) => {
      const [metadata, options] = client()["callArguments"](
        { requiresLeader: readsFromLeader },
        endless,
      );
      const call = grpc.makeServerStreamRequest(
        path,
        request.encode,
        response.decode,
        message,
        metadata,
        options,
      );
      ignoreErrors(call);
      return call;
    })(),
  duplex: ({ path, request, response }) =>
    client()["GRPCStreamCreator"](StreamsClient, "append", (grpc) => {
      const [metadata, options] = client()["callArguments"]({ requiresLeader: true }, endless);
      const call = grpc.makeBidiStreamRequest(
        path,
        request.encode,
        response.decode,
        metadata,
        options,
      );
      ignoreErrors(call);
      return call;
    })(),
  request: (method, messages, deadlineMs) =>
    client()["execute"](StreamsClient, "append", (grpc) => {
      const args = client()["callArguments"]({ requiresLeader: true, deadline: deadlineMs });
      return unaryCall(grpc, method, args, messages);
    }),
  appendSupport: () => supportOf(client()),
});

/**
 * Makes a connection; nothing is sent before the first call.
 *
 * @returns what is wrong with the connection string, without the password in it
 */
export const createConnection = (connectionString: string): E.Either<string, Connection> => {
  const make = () => officialClient(connectionString);
  let client: EventStoreDBClient;
  try {
    client = make();
  } catch (error) {
    return E.left(withoutCredentials(error instanceof Error ? error.message : String(error)));
  }
  let isClosed = false;
  let generation = 0;
  const connection: Connection = {
    ...callsOn(() => client, !prefersOthers(connectionString)),
    get generation() {
      return generation;
    },
    renew: (stalled) => {
      // Many calls may find out at once; the first has done it for all.
      if (isClosed || stalled !== generation) return;
      generation += 1;
      const old = client;
      client = make();
      void dispose(old);
    },
    get isClosed() {
      return isClosed;
    },
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      await dispose(client);
    },
  };
  return E.right(connection);
};

/**
 * Waits for a promise at most so long; `late` is called when it takes longer, and the answer is a
 * transient error.
 */
export const withTimeout = <A>(
  promise: Promise<A>,
  timeoutMs: number,
  what: string,
  late: () => void,
): Promise<E.Either<ReturnType<typeof callErrorOf>, A>> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => {
      late();
      const reason = `${what} was not answered within ${timeoutMs} ms`;
      resolve(E.left({ kind: "transient", reason }));
    }, timeoutMs);
    promise.then(
      (value) => {
        clearTimeout(timer);
        resolve(E.right(value));
      },
      (error: unknown) => {
        clearTimeout(timer);
        resolve(E.left(callErrorOf(error)));
      },
    );
  });
