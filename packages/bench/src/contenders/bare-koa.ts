import { createServer } from "node:http";
import Koa from "koa";
import type { OpenContender } from "../contender.js";
import { listenOnLoopback } from "../loopback.js";

const readBody = (request: Koa.Request["req"]): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Array<Buffer> = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => resolve(Buffer.concat(chunks)));
    request.on("error", reject);
  });

/**
 * Bare Koa: reads the body, parses it as JSON, answers `{}`. No routes, no authentication, no
 * rules, nothing kept.
 */
export const open: OpenContender = async () => {
  const app = new Koa();
  app.use(async (context) => {
    const body: unknown = JSON.parse((await readBody(context.req)).toString("utf8"));
    context.status = typeof body === "object" ? 200 : 400;
    context.body = {};
  });
  const handle = app.callback();
  const server = createServer((request, response) => void handle(request, response));
  const url = await listenOnLoopback(server);
  return {
    info: { url },
    run: async () => ({ value: 0, notes: {} }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
