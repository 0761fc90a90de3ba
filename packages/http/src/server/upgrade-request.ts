import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { ArgumentError, checkArgument, foundValue } from "@tallystick/core";
import { targetOf } from "../answers/request-target.js";
import type { Channel } from "../streams/channel.js";
import { connectionEventOf } from "./tls.js";
import type { ChannelServer } from "../streams/channel-server.js";

/** True for an upgrade request for a websocket. */
export const asksForWebSocket = ({ method, headers }: IncomingMessage): boolean =>
  method === "GET" && headers.upgrade?.toLowerCase() === "websocket";

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
 * Serves a request that offers another protocol, such as HTTP/2, as if it had not: the offer may be
 * ignored. Some clients make it with every first request, and a server with an upgrade listener
 * gets these too, with only the head read; so the head is put back in front of the rest of the
 * connection.
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

/** A path of plain words, or empty. */
const prefixForm = /^(\/[A-Za-z0-9._~-]+)*$/;

/**
 * Passes the upgrade requests for channels to the channel server, and leaves all others to the
 * server's other listeners.
 *
 * @param prefix the path below which the interface is mounted; it is removed from the request's
 * path
 * @throws {ArgumentError} when the prefix is not such a path
 */
export const serveUpgrades = (
  server: Server,
  channels: ReadonlyArray<Channel>,
  sockets: Pick<ChannelServer, "upgrade">,
  prefix = "",
): void => {
  checkArgument("server", server, "object", { on: "function", listen: "function" });
  // callers without a type checker give anything
  const given: unknown = prefix;
  if (typeof given !== "string" || !prefixForm.test(given)) {
    throw new ArgumentError(
      `prefix: found ${foundValue(given)}, expected a path such as /ledger, without a slash at its end`,
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
