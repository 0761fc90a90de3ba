// A client that sends exactly what a test wants, right or wrong: one function for each call of the
// protocol.
import { randomUUID } from "node:crypto";
import type { EventEmitter } from "node:events";
import { Client, credentials, Metadata, type ServiceError } from "@grpc/grpc-js";
import { type Method, streamsMethods } from "../src/protocol/service-methods.js";

/** What came back from a call that ended with a status other than OK. */
export interface Failed {
  readonly code: number;
  readonly details: string;
  readonly trailers: Readonly<Record<string, string>>;
}

/** The answers of a call, and how it ended. */
export interface Ended<A> {
  readonly answers: ReadonlyArray<A>;
  readonly failed: Failed | undefined;
}

export type ReadAnswer = ReturnType<typeof streamsMethods.read.response.decode>;
export type BatchAnswer = ReturnType<typeof streamsMethods.batchAppend.response.decode>;
export type AppendAnswer = ReturnType<typeof streamsMethods.append.response.decode>;
export type ReadOptions = NonNullable<
  Parameters<typeof streamsMethods.read.request.encode>[0]["options"]
>;

const failedOf = (error: ServiceError): Failed => ({
  code: error.code,
  details: error.details,
  trailers: Object.fromEntries(
    Object.entries(error.metadata.getMap()).map(([name, value]) => [name, String(value)]),
  ),
});

/** What a call of several answers sends until it ends. */
const gathered = <A>(call: EventEmitter) => {
  const found: A[] = [];
  const waiting: Array<() => void> = [];
  let failed: Failed | undefined;
  let isOver = false;
  const wake = (): void => {
    for (const go of waiting.splice(0)) go();
  };
  const end = (): void => {
    isOver = true;
    wake();
  };
  call.on("data", (answer: A) => {
    found.push(answer);
    wake();
  });
  call.on("error", (error: ServiceError) => {
    failed = failedOf(error);
    end();
  });
  call.on("end", end);
  const until = async (done: () => boolean): Promise<void> => {
    while (!done() && !isOver) await new Promise<void>((resolve) => waiting.push(resolve));
  };
  return {
    /** Waits until so many answers have come, or the call has ended. */
    answers: async (count: number): Promise<ReadonlyArray<A>> => {
      await until(() => found.length >= count);
      return found;
    },
    ended: async (): Promise<Ended<A>> => {
      await until(() => false);
      return { answers: found, failed };
    },
  };
};

export const basic = (name: string, password: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`,
});

const metadataOf = (headers: Readonly<Record<string, string>>): Metadata => {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
  return metadata;
};

export const identifier = (stream: string) => ({ streamName: Buffer.from(stream) });

/** An event of a type and content type, JSON unless said otherwise. */
export const proposed = (data: string | Uint8Array = "{}", id: string = randomUUID()) => ({
  id: { string: id },
  metadata: new Map([
    ["type", "T"],
    ["content-type", "application/json"],
  ]),
  data: typeof data === "string" ? Buffer.from(data) : data,
});

export type Proposed = Parameters<
  typeof streamsMethods.append.request.encode
>[0]["proposedMessage"];

/** Expectations in the words of a test. */
export const expecting = (expected: number | "none" | "any" | "exists") => {
  switch (expected) {
    case "none":
      return { noStream: {} };
    case "any":
      return { any: {} };
    case "exists":
      return { streamExists: {} };
    default:
      return { revision: BigInt(expected) };
  }
};

export class RawClient {
  private readonly client: Client;
  /** Calls that a test which failed has left open would keep the process alive. */
  private readonly open = new Set<{ cancel(): void }>();

  constructor(
    /** A port of this machine, or host and port. */
    at: number | string,
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {
    this.client = new Client(
      typeof at === "number" ? `127.0.0.1:${at}` : at,
      credentials.createInsecure(),
      {
        "grpc.max_receive_message_length": -1,
      },
    );
  }

  close(): void {
    for (const call of this.open) call.cancel();
    this.client.close();
  }

  private opened<C extends { cancel(): void; on(event: "status", ended: () => void): unknown }>(
    call: C,
  ): C {
    this.open.add(call);
    call.on("status", () => this.open.delete(call));
    return call;
  }

  unary<Q, A>({ path, request, response }: Method<Q, A>, message: Q): Promise<Ended<A>> {
    return new Promise((resolve) => {
      this.client.makeUnaryRequest(
        path,
        request.encode,
        response.decode,
        message,
        metadataOf(this.headers),
        (error, answer) =>
          resolve({
            answers: answer === undefined ? [] : [answer],
            failed: error === null ? undefined : failedOf(error),
          }),
      );
    });
  }

  /** `Append`: the options and one message for each event. */
  append(
    stream: string,
    expected: number | "none" | "any" | "exists",
    events: ReadonlyArray<Proposed>,
  ): Promise<Ended<AppendAnswer>> {
    const { path, request, response } = streamsMethods.append;
    return new Promise((resolve) => {
      const call = this.client.makeClientStreamRequest(
        path,
        request.encode,
        response.decode,
        metadataOf(this.headers),
        (error, answer) =>
          resolve({
            answers: answer === undefined ? [] : [answer],
            failed: error === null ? undefined : failedOf(error),
          }),
      );
      call.on("error", () => undefined);
      call.write({ options: { streamIdentifier: identifier(stream), ...expecting(expected) } });
      for (const proposedMessage of events) call.write({ proposedMessage });
      call.end();
    });
  }

  /** Opens `BatchAppend`. */
  batch() {
    const { path, request, response } = streamsMethods.batchAppend;
    const call = this.opened(
      this.client.makeBidiStreamRequest(
        path,
        request.encode,
        response.decode,
        metadataOf(this.headers),
      ),
    );
    const { answers, ended } = gathered<BatchAnswer>(call);
    return {
      write: (message: Parameters<typeof request.encode>[0]) => call.write(message),
      end: () => call.end(),
      cancel: () => call.cancel(),
      answers,
      ended,
    };
  }

  /** `Read` to its end. */
  async read(options: ReadOptions): Promise<Ended<ReadAnswer>> {
    const reading = this.follow(options);
    return reading.ended();
  }

  /** `Read`, answer by answer. */
  follow(options: ReadOptions) {
    const { path, request, response } = streamsMethods.read;
    const call = this.opened(
      this.client.makeServerStreamRequest(
        path,
        request.encode,
        response.decode,
        { options: { noFilter: {}, uuidOption: { string: {} }, ...options } },
        metadataOf(this.headers),
      ),
    );
    const { answers, ended } = gathered<ReadAnswer>(call);
    return {
      cancel: () => call.cancel(),
      pause: () => call.pause(),
      resume: () => call.resume(),
      answers: async (count: number): Promise<ReadonlyArray<ReadAnswer>> => {
        const found = await answers(count);
        if (found.length >= count) return found;
        const { failed } = await ended();
        if (failed === undefined) return found;
        throw new Error(`${found.length} answers, then ${JSON.stringify(failed)}`);
      },
      ended,
    };
  }
}
