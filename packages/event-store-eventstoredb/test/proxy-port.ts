// The port of a proxy, which ends with the test.
import type { Server } from "node:net";
import { atEnd } from "./served-store.js";

/**
 * Listens on a free port until the test ends.
 *
 * @param cut ends the connections of the server
 * @returns the port
 */
export const proxyPort = async (server: Server, cut: () => void): Promise<number> => {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  atEnd(async () => {
    cut();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  return address.port;
};
