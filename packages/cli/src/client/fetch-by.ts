import { request } from "node:https";
import { Readable } from "node:stream";
import type { ClientTls } from "../tls-files.js";
import { schemeError } from "./other-scheme.js";

/** `fetch` with certificates of the caller, which that of Node does not take. */
const fetchWith =
  (tls: ClientTls): typeof fetch =>
  async (to, asked) => {
    const wanted = new Request(to, asked);
    const { url, method, signal } = wanted;
    const headers = Object.fromEntries(wanted.headers);
    const body = new Uint8Array(await wanted.arrayBuffer());
    return new Promise((resolve, reject) => {
      const asking = request(url, { method, headers, signal, ...tls }, (answer) => {
        const { statusCode = 0 } = answer;
        // border: the same stream, in the types of the web and of Node
        const content = Readable.toWeb(answer) as ReadableStream;
        resolve(new Response(statusCode === 204 ? null : content, { status: statusCode }));
      });
      asking.on("error", (error) => {
        const reason: unknown = signal.reason;
        reject(reason instanceof Error ? reason : error);
      });
      asking.end(body);
    });
  };

/**
 * `fetch` with certificates of the caller. An error says where the server speaks TLS and the
 * address does not, or the other way round.
 *
 * @param base the address that is asked; certificates are nothing to one in clear text
 */
export const fetchBy = (tls: ClientTls | undefined, base: string): typeof fetch => {
  const ask = tls === undefined || !base.startsWith("https:") ? fetch : fetchWith(tls);
  return async (to, asked) => {
    try {
      return await ask(to, asked);
    } catch (thrown) {
      throw await schemeError(new URL(base), thrown);
    }
  };
};
