import { lookup } from "node:dns/promises";
import { request as httpRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { Timer, Timers } from "@tallystick/background";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { isPublicAddress } from "./jwks-address.js";
import { type KeysUnavailable, unavailable } from "./keys-unavailable.js";

/** Longest document of keys that is read. */
export const maxJwksBytes = 64 * 1024;

interface HostAddress {
  readonly address: string;
  readonly family: number;
}

/** Finds the addresses of a name; rejects when there are none. */
type ResolveHost = (host: string) => Promise<ReadonlyArray<HostAddress>>;

/** Which addresses keys may be fetched from, and the timeout. */
export interface JwksAccess {
  /** Allows requests without TLS. */
  readonly allowHttp: boolean;
  /** Allows addresses that only this machine or its network can reach. */
  readonly allowPrivateAddresses: boolean;
  /** Timeout of name lookup, connection and answer together. */
  readonly timeoutMs: number;
  /** Replaces the system's lookup, for tests. */
  readonly resolve?: ResolveHost;
}

const systemLookup: ResolveHost = (host) => lookup(host, { all: true });

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

const urlError = (url: URL, { allowHttp }: JwksAccess): string | undefined => {
  if (url.protocol !== "https:" && url.protocol !== "http:") return "the URL is not HTTPS";
  if (url.protocol === "http:" && !allowHttp)
    return "keys are only fetched over HTTPS; auth.jwks.allowHttp lifts that";
  return url.username === "" && url.password === "" ? undefined : "the URL contains credentials";
};

/**
 * The checked addresses of the host. The connection uses these: the name is not looked up again.
 */
const addressesOf = async (
  url: URL,
  { allowPrivateAddresses, resolve = systemLookup }: JwksAccess,
): Promise<Either<KeysUnavailable, ReadonlyArray<HostAddress>>> => {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const family = isIP(host);
  const addresses = family === 0 ? await resolve(host) : [{ address: host, family }];
  if (addresses.length === 0) return unavailable(`${host} has no address`);
  const barred = allowPrivateAddresses
    ? undefined
    : addresses.find(({ address }) => !isPublicAddress(address));
  return barred === undefined
    ? right(addresses)
    : unavailable(
        `${host} resolves to ${barred.address}, which is not public; auth.jwks.allowPrivateAddresses lifts that`,
      );
};

const pinned =
  (addresses: ReadonlyArray<HostAddress>): LookupFunction =>
  (_host, { all }, answer) => {
    const [first] = addresses;
    if (all === true) answer(null, [...addresses]);
    else answer(null, first?.address ?? "", first?.family);
  };

const readAll = async (reply: IncomingMessage): Promise<Either<KeysUnavailable, Buffer>> => {
  // A redirect could lead anywhere, so it is an error.
  if (reply.statusCode !== 200) return unavailable(`HTTP status ${reply.statusCode}`);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of reply) {
    if (!Buffer.isBuffer(chunk)) return unavailable("the response is not bytes");
    bytes += chunk.length;
    if (bytes > maxJwksBytes)
      return unavailable(`the response is longer than ${maxJwksBytes} bytes`);
    chunks.push(chunk);
  }
  return right(Buffer.concat(chunks));
};

const get = (url: URL, options: RequestOptions): Promise<Either<KeysUnavailable, Buffer>> =>
  new Promise((resolve) => {
    const start = url.protocol === "https:" ? httpsRequest : httpRequest;
    const request = start(url, options, (reply) => {
      readAll(reply)
        .catch((error: unknown) => unavailable(reasonOf(error)))
        .then((read) => {
          request.destroy();
          resolve(read);
        })
        .catch(() => {});
    });
    request.on("error", (error) => resolve(unavailable(reasonOf(error))));
    request.end();
  });

const fetchKeys = async (
  url: URL,
  access: JwksAccess,
  signal: AbortSignal,
): Promise<Either<KeysUnavailable, Buffer>> => {
  try {
    const addresses = await addressesOf(url, access);
    if (isLeft(addresses)) return addresses;
    if (signal.aborted) return unavailable("too late");
    const headers = { accept: "application/json" };
    return await get(url, { agent: false, headers, signal, lookup: pinned(addresses.right) });
  } catch (error) {
    return unavailable(reasonOf(error));
  }
};

/**
 * Fetches a document of keys: one GET, no redirects, at most `maxJwksBytes`, the whole within
 * `timeoutMs`, only from addresses `access` allows. Left: the error, for the log. Never rejects.
 */
export const requestJwks = async (
  text: string,
  access: JwksAccess,
  timers: Timers,
): Promise<Either<KeysUnavailable, Buffer>> => {
  if (!URL.canParse(text)) return unavailable("the URL cannot be read");
  const url = new URL(text);
  const malformed = urlError(url, access);
  if (malformed !== undefined) return unavailable(malformed);
  const { timeoutMs } = access;
  const overdue = new AbortController();
  let timer: Timer | undefined;
  const late = new Promise<Either<KeysUnavailable, Buffer>>((resolve) => {
    timer = timers.after(timeoutMs, () => {
      resolve(unavailable(`no response within ${timeoutMs} ms`));
      overdue.abort();
    });
  });
  try {
    return await Promise.race([fetchKeys(url, access, overdue.signal), late]);
  } finally {
    timer?.cancel();
  }
};
