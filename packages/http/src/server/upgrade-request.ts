import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { targetOf } from "../answers/request-target.js";
import type { Channel } from "../streams/channel.js";
import { connectionEventOf } from "./tls.js";
import type { ChannelServer } from "../streams/channel-server.js";

/** True for an upgrade request that is meant for a websocket. */
export const asksForWebSocket = ({ method, headers }: IncomingMessage): boolean =>
  method === "GET" && headers.upgrade?.toLowerCase() === "websocket";

/** Headers that are about this one connection only. */
const connectionHeaders: ReadonlySet<string> = new Set(["upgrade", "connection", "http2-settings"]);

const headWithoutUpgrade = (request: IncomingMessage): Buffer => {
  const { method, url, httpVersion, headers, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  if (/\bclose\b/i.test(headers.connection ?? "")) lines.push("Connection: close");
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (!connectionHeaders.has(name.toLowerCase())) lines.push(`${name}: ${rawHeaders[index + 1]}`);
  }
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
};

/**
 * Serves a request that offers another protocol, HTTP/2 for one, as if it had not: an offer may be
 * passed over. Some clients make it with every first request, and a server that takes upgrades at
 * all gets those too, with nothing read of them beyond the head; so the connection is given
 * back with its head put in front of what follows.
 */
export const serveWithoutUpgrade = (
  server: Server,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void => {
  socket.unshift(Buffer.concat([headWithoutUpgrade(request), head]));
  server.emit(connectionEventOf(socket), socket);
};

/** A path of plain words, or none. */
const prefixForm = /^(\/[A-Za-z0-9._~-]+)*$/;

/**
 * Passes the upgrade requests for channels to the channel server, and leaves all others to the
 * server's other listeners.
 *
 * @param prefix the path below which the interface is mounted; it is taken away, as mounting does
 * @throws {TypeError} where the prefix is no such path
 */
export const serveUpgrades = (
  server: Server,
  channels: ReadonlyArray<Channel>,
  sockets: Pick<ChannelServer, "upgrade">,
  prefix = "",
): void => {
  if (!prefixForm.test(prefix)) {
    throw new TypeError(
      `prefix: found ${prefix.slice(0, 200)}, expected a path such as /ledger, without a slash at its end`,
    );
  }
  const paths = new Set(channels.map(({ path }) => `${prefix}${path}`));
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const { path, query } = targetOf(request.url ?? "/");
    if (!asksForWebSocket(request) || !paths.has(path)) return;
    if (prefix !== "")
      request.url = `${path.slice(prefix.length)}${query === "" ? "" : `?${query}`}`;
    sockets.upgrade(request, socket, head);
  });
};
