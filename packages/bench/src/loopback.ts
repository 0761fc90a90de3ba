import type { Server } from "node:http";

/**
 * Listens on a free port of the loopback address; resolves to the base URL without a slash at its
 * end.
 */
export const listenOnLoopback = (server: Server): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (address === null || typeof address === "string") reject(new Error("no port"));
      else resolve(`http://127.0.0.1:${address.port}`);
    });
  });
