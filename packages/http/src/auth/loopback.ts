import type { IncomingMessage } from "node:http";
import { LRUCache } from "lru-cache";

/** True for an address that only this machine can reach. */
export const isLoopbackAddress = (address: string): boolean => {
  const plain = address.startsWith("::ffff:") ? address.slice("::ffff:".length) : address;
  return plain === "::1" || /^127(?:\.\d{1,3}){3}$/.test(plain);
};

/**
 * True for a host to listen on that may stand for loopback addresses; the address it leads to is
 * checked once more after listening.
 */
export const isLoopbackHost = (host: string): boolean =>
  host === "localhost" || isLoopbackAddress(host);

/**
 * True when the `Host` header of a request names this machine. A web page that points its own name
 * at 127.0.0.1 would otherwise reach a node whose secret everyone knows.
 */
const namesLoopback = (hostHeader: string): boolean => {
  const host = hostHeader.replace(/:\d{1,5}$/, "").toLowerCase();
  return (
    host === "localhost" ||
    host.endsWith(".localhost") ||
    host === "[::1]" ||
    isLoopbackAddress(host)
  );
};

/** Host headers found good before; the few that occur are not taken apart again. */
const knownHosts = new LRUCache<string, true>({ max: 100 });

const hasLoopbackName = (host: string): boolean => {
  if (knownHosts.has(host)) return true;
  if (!namesLoopback(host)) return false;
  knownHosts.set(host, true);
  return true;
};

/** True for a request that was made on this machine and that names this machine as its host. */
export const comesFromLoopback = ({ socket, headers }: IncomingMessage): boolean => {
  const address = socket.remoteAddress ?? "";
  if (address !== "127.0.0.1" && !isLoopbackAddress(address)) return false;
  return headers.host !== undefined && hasLoopbackName(headers.host);
};

/**
 * True when the `Origin` of a request is a page of this machine; what names no page at all, as the
 * text `null`, is not.
 */
export const isLoopbackOrigin = (origin: string): boolean => {
  const page = /^https?:\/\/([^/]+)$/i.exec(origin)?.[1];
  return page !== undefined && hasLoopbackName(page);
};
