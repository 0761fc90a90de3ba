// A TCP proxy between client and server that does what a test says: a network with a will of its
// own.
import { connect, createServer, type Socket } from "node:net";
import { proxyPort } from "./proxy-port.js";

/** What happens to bytes on their way. */
interface Weather {
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
  /** Connections that were not accepted. */
  readonly refused: number;
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

/** Both ends of a connection end when one does. */
const endTogether = (pair: readonly [Socket, Socket], ended: () => void): void => {
  const end = (): void => {
    ended();
    for (const socket of pair) socket.destroy();
  };
  for (const socket of pair) {
    socket.on("error", end);
    socket.on("close", end);
  }
};

export const faultyProxy = async (serverPort: number): Promise<FaultyProxy> => {
  const weather: Weather = { requests: true, answers: true, accepts: true };
  const pairs = new Set<readonly [Socket, Socket]>();
  let target = serverPort;
  let connections = 0;
  let refused = 0;
  let requestBytes = 0;
  const server = createServer((client) => {
    if (!weather.accepts) {
      refused += 1;
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
    endTogether(pair, () => pairs.delete(pair));
  });
  const cut = (): void => {
    for (const [client, upstream] of pairs) {
      client.destroy();
      upstream.destroy();
    }
  };
  const port = await proxyPort(server, cut);
  return {
    port,
    weather,
    get connections() {
      return connections;
    },
    get refused() {
      return refused;
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
