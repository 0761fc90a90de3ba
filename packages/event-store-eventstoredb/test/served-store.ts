// A server on a store, with clients to it, all of which end with the test.
import { inMemoryStore, type StoreWith } from "@tallystick/event-store";
import { EventStoreDBClient } from "@eventstore/db-client";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import type { EventServer } from "../src/index.js";
import type { WritableOptions } from "./server/writable-context.js";
import { startWritableServer } from "./server/writable-server.js";
import { RawClient } from "./raw-client.js";

type Closing = () => unknown;

const closings: Closing[] = [];

/** Runs when the present test has ended, last added first. */
export const atEnd = (closing: Closing): void => {
  closings.push(closing);
};

afterEach(async () => {
  for (const closing of closings.splice(0).toReversed()) await closing();
});

/** The value of a success. */
export const rightOf = <A>(result: Either<unknown, A>): A => {
  if (isLeft(result)) throw new Error(`expected a success, got ${JSON.stringify(result.left)}`);
  return result.right;
};

/** Closes a client whole: disposing alone leaves its channel open. */
export const closeClient = async (client: EventStoreDBClient): Promise<void> => {
  await client.dispose();
  const channel = await client["getChannel"]();
  channel.close();
};

/** The official client of this address. */
export const officialClient = (connectionString: string): EventStoreDBClient => {
  const client = EventStoreDBClient.connectionString(connectionString);
  atEnd(() => closeClient(client));
  return client;
};

/**
 * A connection string in clear text for tests that are not about silence: a machine that is held up
 * for seconds gives no sign of life either.
 */
export const patientAddress = (port: number): string =>
  `esdb://127.0.0.1:${port}?tls=false&keepAliveInterval=600000`;

export interface Served {
  readonly store: StoreWith<"allStreams">;
  readonly server: EventServer;
  readonly raw: RawClient;
  /** A connection string of the server, in clear text. */
  readonly address: string;
}

/** Starts a server that takes writes to every stream. */
export const serve = async (options: Partial<WritableOptions> = {}): Promise<Served> => {
  const memory = inMemoryStore();
  const store = memory;
  const server = rightOf(await startWritableServer({ store, port: 0, ...options }));
  atEnd(() => server.close());
  const raw = new RawClient(server.port);
  atEnd(() => raw.close());
  return { store, server, raw, address: patientAddress(server.port) };
};

/** Waits until something is so, at most a minute. */
export const until = async (
  condition: () => boolean | Promise<boolean>,
  what: string,
  maxMs = 60_000,
): Promise<void> => {
  const end = Date.now() + maxMs;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`not within ${maxMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
};
