import { Agent, request } from "node:http";

/** What a server answered. */
export interface Answer {
  readonly status: number;
  readonly json: unknown;
}

/** Asks a server, with and for JSON, over connections that are kept. */
export interface HttpCaller {
  get(path: string, token: string): Promise<Answer>;
  post(path: string, token: string, body: unknown): Promise<Answer>;
  close(): void;
}

const read = (text: string): unknown => (text === "" ? undefined : JSON.parse(text));

/** A caller of the server at an address, on so many connections. */
export const httpCaller = (url: string, connections: number): HttpCaller => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port } = new URL(url);
  const asked = (method: string, path: string, token: string, text = ""): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "content-length": Buffer.byteLength(text),
      };
      const sent = request({ agent, hostname, port, path, method, headers }, (reply) => {
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
      });
      sent.on("error", reject);
      sent.end(text);
    });
  return {
    get: (path, token) => asked("GET", path, token),
    post: (path, token, body) => asked("POST", path, token, JSON.stringify(body)),
    close: () => agent.destroy(),
  };
};
