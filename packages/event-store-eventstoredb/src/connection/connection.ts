import type { ClientDuplexStream, ClientReadableStream, ClientWritableStream } from "@grpc/grpc-js";
import { chain, type Either, left, map, right } from "fp-ts/lib/Either.js";
import type { Method } from "../protocol/service-methods.js";
import { callErrorOf } from "./call-error.js";
import { type ChannelParts, channelParts } from "./channel.js";
import {
  type ConnectionStringError,
  hostText,
  parseConnectionString,
  printableAddress,
} from "./connection-string.js";
import { type AppendSupport, type Link, Linking } from "./linking.js";

/**
 * The connection to a server or to the leader of a cluster: a new link is opened when the leader
 * changes or the current one fails.
 */
export interface Connection {
  /** Starts a call that answers with a stream. Rejects when there is no link. */
  read<Q, A>(method: Method<Q, A>, request: Q): Promise<ClientReadableStream<A>>;
  /** Opens a call that streams in both directions. */
  duplex<Q, A>(method: Method<Q, A>): Promise<ClientDuplexStream<Q, A>>;
  /** Sends some messages and waits for the one answer; rejects with the error of the call. */
  request<Q, A>(method: Method<Q, A>, messages: ReadonlyArray<Q>, deadlineMs: number): Promise<A>;
  /** The server's features, from the opening of the link. */
  appendSupport(): Promise<AppendSupport>;
  /** The address of the server or cluster, without user and password. */
  readonly address: string;
  /** The node of the present link, `host:port`; undefined without one. */
  readonly node: string | undefined;
  /** Counts the dropped links. */
  readonly generation: number;
  /**
   * Drops the link of this generation and everything on it: it does not answer. The next call opens
   * a new one.
   */
  renew(generation: number): void;
  readonly isClosed: boolean;
  close(): Promise<void>;
}

/** Without a deadline: the read may be endless. */
const endless = { deadline: Infinity };

const unaryCall = <Q, A>(
  linking: Linking,
  link: Link,
  { path, request, response }: Method<Q, A>,
  messages: ReadonlyArray<Q>,
  deadlineMs: number,
): Promise<A> =>
  new Promise((resolve, reject) => {
    const options = { deadline: Date.now() + deadlineMs };
    const call: ClientWritableStream<Q> = link.grpc.makeClientStreamRequest(
      path,
      request.encode,
      response.decode,
      linking.metadata(true),
      options,
      (error, answer) => {
        if (answer === undefined) reject(error ?? new Error("the server did not answer"));
        else resolve(answer);
      },
    );
    linking.watched(link, call);
    for (const message of messages) call.write(message);
    call.end();
  });

const callsOn = (
  linking: Linking,
  readsFromLeader: boolean,
): Pick<Connection, "read" | "duplex" | "request" | "appendSupport"> => ({
  read: async ({ path, request, response }, message) => {
    const link = await linking.current();
    const metadata = linking.metadata(readsFromLeader);
    return linking.watched(
      link,
      link.grpc.makeServerStreamRequest(
        path,
        request.encode,
        response.decode,
        message,
        metadata,
        endless,
      ),
    );
  },
  duplex: async ({ path, request, response }) => {
    const link = await linking.current();
    const metadata = linking.metadata(true);
    return linking.watched(
      link,
      link.grpc.makeBidiStreamRequest(path, request.encode, response.decode, metadata, endless),
    );
  },
  request: async (method, messages, deadlineMs) => {
    const link = await linking.current();
    return unaryCall(linking, link, method, messages, deadlineMs);
  },
  appendSupport: async () => (await linking.current()).support,
});

/**
 * Creates a connection; the first call opens it.
 *
 * @returns or the error of the connection string, without the password
 */
export const createConnection = (
  connectionString: string,
): Either<ConnectionStringError, Connection> =>
  map((parts: ChannelParts): Connection => {
    const linking = new Linking(parts);
    return {
      ...callsOn(linking, parts.settings.nodePreference === "leader"),
      address: printableAddress(parts.settings),
      get node() {
        const node = linking.links.present()?.node;
        return node === undefined ? undefined : hostText(node);
      },
      get generation() {
        return linking.generation;
      },
      renew: (stalled) => {
        const link = linking.links.present();
        // Several calls may find this out; the first drops the link for all.
        if (link !== undefined && stalled === linking.generation) linking.giveUp(link, true);
      },
      get isClosed() {
        return linking.isClosed;
      },
      close: async () => linking.close(),
    };
  })(chain(channelParts)(parseConnectionString(connectionString)));

/**
 * Waits for a promise with a timeout: then `late` is called, and the answer is a transient error.
 */
export const withTimeout = <A>(
  promise: Promise<A>,
  timeoutMs: number,
  what: string,
  late: () => void,
): Promise<Either<ReturnType<typeof callErrorOf>, A>> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => {
      late();
      const reason = `${what} was not answered within ${timeoutMs} ms`;
      resolve(left({ kind: "transient", reason }));
    }, timeoutMs);
    promise.then(
      (value) => {
        clearTimeout(timer);
        resolve(right(value));
      },
      (error: unknown) => {
        clearTimeout(timer);
        resolve(left(callErrorOf(error)));
      },
    );
  });
