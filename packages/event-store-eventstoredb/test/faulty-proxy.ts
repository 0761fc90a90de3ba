// A TCP proxy between client and server that does what a test says: a network with a will of its
// own.
import { connect, createServer, type Socket } from "node:net";
import { atEnd } from "./served-store.js";

/** What happens to bytes on their way. */
export interface Weather {
  /** Passes on what the client sends. */
  requests: boolean;
  /** Passes on what the server sends. */
  answers: boolean;
  /** Accepts new connections. */
  accepts: boolean;
}

export interface FaultyProxy {
  readonly port: number;
  readonly weather: Weather;
  /** Connections that were made. */
  readonly connections: number;
  /** Bytes the client has sent. */
  readonly requestBytes: number;
  /** Ends every connection at once, as a process that dies. */
  cut(): void;
  /** Ends what the server sends, and leaves the other direction open. */
  halfClose(): void;
  /**
   * Lets everything through again; bytes that were held back are gone, so their connections are
   * cut.
   */
  clear(): void;
  /** Leads new connections elsewhere. */
  target(port: number): void;
}

export const faultyProxy = async (serverPort: number): Promise<FaultyProxy> => {
  const weather: Weather = { requests: true, answers: true, accepts: true };
  const pairs = new Set<readonly [Socket, Socket]>();
  let target = serverPort;
  let connections = 0;
  let requestBytes = 0;
  const server = createServer((client) => {
    if (!weather.accepts) {
      client.destroy();
      return;
    }
    connections += 1;
    const upstream = connect(target, "127.0.0.1");
    const pair = [client, upstream] as const;
    pairs.add(pair);
    client.on("data", (bytes) => {
      requestBytes += bytes.length;
      if (weather.requests) upstream.write(bytes);
    });
    upstream.on("data", (bytes) => {
      if (weather.answers) client.write(bytes);
    });
    const end = (): void => {
      pairs.delete(pair);
      client.destroy();
      upstream.destroy();
    };
    for (const socket of pair) {
      socket.on("error", end);
      socket.on("close", end);
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const cut = (): void => {
    for (const [client, upstream] of pairs) {
      client.destroy();
      upstream.destroy();
    }
  };
  atEnd(async () => {
    cut();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  return {
    port: address.port,
    weather,
    get connections() {
      return connections;
    },
    get requestBytes() {
      return requestBytes;
    },
    cut,
    halfClose: () => {
      for (const [client] of pairs) client.end();
    },
    clear: () => {
      Object.assign(weather, { requests: true, answers: true, accepts: true });
      cut();
    },
    target: (port) => {
      target = port;
    },
  };
};
