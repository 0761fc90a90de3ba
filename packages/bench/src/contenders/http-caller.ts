import { Agent, request } from "node:http";

/** What a server answered. */
export interface Answer {
  readonly status: number;
  readonly json: unknown;
}

/** Posts JSON to a server over connections that are kept. */
export interface HttpCaller {
  post(path: string, token: string, body: unknown): Promise<Answer>;
  close(): void;
}

const read = (text: string): unknown => (text === "" ? undefined : JSON.parse(text));

/** A caller of the server at an address, on so many connections. */
export const httpCaller = (url: string, connections: number): HttpCaller => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port } = new URL(url);
  return {
    post: (path, token, body) =>
      new Promise((resolve, reject) => {
        const text = JSON.stringify(body);
        const sent = request(
          {
            agent,
            hostname,
            port,
            path,
            method: "POST",
            headers: {
              authorization: `Bearer ${token}`,
              "content-type": "application/json",
              "content-length": Buffer.byteLength(text),
            },
          },
          (reply) => {
            const chunks: Array<Buffer> = [];
            reply.on("data", (chunk: Buffer) => chunks.push(chunk));
            reply.on("error", reject);
            reply.on("end", () => {
              try {
                const json = read(Buffer.concat(chunks).toString("utf8"));
                resolve({ status: reply.statusCode ?? 0, json });
              } catch (thrown) {
                reject(thrown instanceof Error ? thrown : new Error(String(thrown)));
              }
            });
          },
        );
        sent.on("error", reject);
        sent.end(text);
      }),
    close: () => agent.destroy(),
  };
};
