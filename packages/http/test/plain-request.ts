import { type IncomingHttpHeaders, request } from "node:http";

/** What came back. */
export interface Told {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
  /** The parsed body, or undefined when it is not JSON. */
  readonly json: unknown;
}

/** What to send besides method and path. */
export interface Asking {
  readonly token: string | null;
  /** JSON value of the body. */
  readonly body?: unknown;
  /** Body that is no JSON. */
  readonly bytes?: string;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const contentOf = ({ body, bytes }: Asking): readonly [string, string] | undefined => {
  if (bytes !== undefined) return [bytes, "application/octet-stream"];
  return body === undefined ? undefined : [JSON.stringify(body), "application/json"];
};

/** One request, with a body whatever the method. */
export const ask = (base: string, method: string, path: string, asking: Asking): Promise<Told> =>
  new Promise((resolve, reject) => {
    const content = contentOf(asking);
    const headers = {
      ...(asking.token === null ? {} : { authorization: `Bearer ${asking.token}` }),
      ...(content === undefined
        ? {}
        : { "content-type": content[1], "content-length": Buffer.byteLength(content[0]) }),
    };
    const sent = request(`${base}${path}`, { method, headers }, (reply) => {
      let text = "";
      reply.setEncoding("utf8");
      reply.on("data", (chunk) => {
        text += chunk;
      });
      reply.on("end", () => {
        const type = reply.headers["content-type"] ?? "";
        const status = reply.statusCode ?? 0;
        resolve({ status, type, text, headers: reply.headers, json: parsed(text) });
      });
    });
    sent.on("error", reject);
    sent.end(content?.[0]);
  });
