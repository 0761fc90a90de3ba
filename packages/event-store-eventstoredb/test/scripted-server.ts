// Our server with some of its methods replaced: servers that answer twice, never, wrongly, or step
// down.
import { Metadata, Server, ServerCredentials } from "@grpc/grpc-js";
import { inMemoryStore, type StoreWith } from "@tallystick/event-store";
import { gossipMethods, streamsMethods } from "../src/protocol/service-methods.js";
import { appendBatch } from "./server/appends/append-batch.js";
import { appendUnary } from "./server/appends/append-unary.js";
import { register, registerAll } from "../src/server/register-methods.js";
import { writableContext, type WritableOptions } from "./server/writable-context.js";
import { writingOf } from "./server/writable-server.js";
import { readCall } from "../src/server/reads/read-call.js";
import { atEnd, patientAddress } from "./served-store.js";

type BatchHandler = ReturnType<typeof appendBatch>;
export type UnaryHandler = ReturnType<typeof appendUnary>;
type ReadHandler = ReturnType<typeof readCall>;
type BatchCall = Parameters<BatchHandler>[0];

/** The methods a test replaces; each gets what our server would have done. */
export interface Script {
  readonly batch?: (call: BatchCall, usual: BatchHandler) => void;
  readonly unary?: (
    call: Parameters<UnaryHandler>[0],
    answer: Parameters<UnaryHandler>[1],
    usual: UnaryHandler,
  ) => void;
  readonly read?: (call: Parameters<ReadHandler>[0], usual: ReadHandler) => void;
  /** What the server says of the members of its cluster. */
  readonly gossip?: () => ReadonlyArray<GossipMember>;
}

/** A member of a cluster in gossip, on this machine. */
interface GossipMember {
  readonly port: number;
  readonly state: number;
  readonly isAlive?: boolean;
}

interface Scripted {
  readonly port: number;
  readonly store: StoreWith<"allStreams">;
  /** A connection string of the server, in clear text. */
  readonly address: string;
  stop(): void;
}

const gossiping =
  (gossip: () => ReadonlyArray<GossipMember>) =>
  (_call: unknown, answer: (error: null, members: object) => void): void =>
    answer(null, {
      members: gossip().map(({ port, state, isAlive = true }) => ({
        state,
        isAlive,
        httpEndPoint: { address: "127.0.0.1", port },
      })),
    });

export const scriptedServer = async (
  script: Script,
  options: Partial<WritableOptions> & { readonly store?: StoreWith<"allStreams"> } = {},
): Promise<Scripted> => {
  const store = options.store ?? inMemoryStore();
  const context = writableContext({ ...options, store });
  const server = new Server();
  let port = 0;
  const memberOf = () => ({ host: "127.0.0.1", port });
  registerAll(server, context, memberOf, writingOf(context, options));
  const { batch, unary, read, gossip } = script;
  if (batch !== undefined) {
    server.unregister(streamsMethods.batchAppend.path);
    const usual = appendBatch(context);
    register(server, streamsMethods.batchAppend, (call: BatchCall) => batch(call, usual));
  }
  if (unary !== undefined) {
    server.unregister(streamsMethods.append.path);
    const usual = appendUnary(context);
    register(
      server,
      streamsMethods.append,
      (call: Parameters<UnaryHandler>[0], answer: Parameters<UnaryHandler>[1]) =>
        unary(call, answer, usual),
    );
  }
  if (read !== undefined) {
    server.unregister(streamsMethods.read.path);
    const usual = readCall(context);
    register(server, streamsMethods.read, (call: Parameters<ReadHandler>[0]) => read(call, usual));
  }
  if (gossip !== undefined) {
    server.unregister(gossipMethods.read.path);
    register(server, gossipMethods.read, gossiping(gossip));
  }
  port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(
      `127.0.0.1:${options.port ?? 0}`,
      ServerCredentials.createInsecure(),
      (error, bound) => {
        if (error === null) resolve(bound);
        else reject(error);
      },
    );
  });
  atEnd(() => server.forceShutdown());
  return {
    port,
    store,
    address: patientAddress(port),
    stop: () => server.forceShutdown(),
  };
};

type BatchMessage = Parameters<typeof streamsMethods.batchAppend.response.encode>[0];
export type ReadMessage = Parameters<typeof streamsMethods.read.response.encode>[0];

interface Writer<M> {
  write(message: M): boolean;
}

const rewrite = <M>(call: Writer<M>, change: (message: M) => ReadonlyArray<M>): void => {
  const write = call.write.bind(call);
  call.write = (message: M): boolean => change(message).every((changed) => write(changed));
};

/** Changes what the handler of a batch stream writes: each message becomes none, one or several. */
export const rewriting = (
  call: BatchCall,
  change: (message: BatchMessage) => ReadonlyArray<BatchMessage>,
): BatchCall => {
  rewrite<BatchMessage>(call, change);
  return call;
};

/** The same for a read. */
export const rewritingRead = (
  call: Parameters<ReadHandler>[0],
  change: (message: ReadMessage) => ReadonlyArray<ReadMessage>,
): Parameters<ReadHandler>[0] => {
  rewrite<ReadMessage>(call, change);
  return call;
};

/** Ends a call as a node that is not the leader does. */
export const notLeader = (port: number) => {
  const metadata = new Metadata();
  metadata.set("exception", "not-leader");
  metadata.set("leader-endpoint-host", "127.0.0.1");
  metadata.set("leader-endpoint-port", String(port));
  return { code: 5, details: "Leader info available", metadata };
};
