import type { IncomingHttpHeaders } from "node:http";
import { LRUCache } from "lru-cache";

/** True for an address that only this machine can reach. */
export const isLoopbackAddress = (address: string): boolean => {
  const plain = address.startsWith("::ffff:") ? address.slice("::ffff:".length) : address;
  return plain === "::1" || /^127(?:\.\d{1,3}){3}$/.test(plain);
};

/**
 * True for a host to listen on that may be a loopback address; the resolved address is checked
 * again after listening.
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

/** Cache of valid Host headers; few occur. */
const knownHosts = new LRUCache<string, true>({ max: 100 });

const hasLoopbackName = (host: string): boolean => {
  if (knownHosts.has(host)) return true;
  if (!namesLoopback(host)) return false;
  knownHosts.set(host, true);
  return true;
};

/** Who makes a request: its headers, and the address of the connection that it came over. */
export interface RequestOrigin {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** True for a request from this machine with this machine as its host. */
export const comesFromLoopback = ({ socket, headers }: RequestOrigin): boolean => {
  const address = socket.remoteAddress ?? "";
  if (address !== "127.0.0.1" && !isLoopbackAddress(address)) return false;
  return headers.host !== undefined && hasLoopbackName(headers.host);
};

/**
 * True when the `Origin` of a request is a page of this machine; false for other texts, such as
 * `null`.
 */
export const isLoopbackOrigin = (origin: string): boolean => {
  const page = /^https?:\/\/([^/]+)$/i.exec(origin)?.[1];
  return page !== undefined && hasLoopbackName(page);
};
