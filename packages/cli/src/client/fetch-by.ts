import { request } from "node:https";
import { Readable } from "node:stream";
import type { ClientTls } from "../tls-files.js";

/** The part of `fetch` that commands use. */
export type Fetch = (
  url: string,
  asked: {
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string | Uint8Array<ArrayBuffer>;
    readonly signal: AbortSignal;
  },
) => Promise<Response>;

/**
 * `fetch` with certificates of the caller, which that of Node does not take.
 *
 * @param base the address that is asked; certificates are nothing to one in clear text
 */
export const fetchBy = (tls: ClientTls | undefined, base: string): Fetch =>
  tls === undefined || !base.startsWith("https:")
    ? fetch
    : (url, { body, signal, ...asked }) =>
        new Promise((resolve, reject) => {
          const asking = request(url, { ...asked, ...tls, signal }, (answer) => {
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
