import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Systems give ports above these to whoever wants any, also to connections. */
const FIRST = 20_000;
const COUNT = 12_000;

/** @param {number} port @returns {Promise<boolean>} */
async function isFree(port) {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}

/**
 * A free port of this machine that no one else gets by chance: a test may listen on it later, or
 * again after a restart.
 *
 * @returns {Promise<number>}
 */
export async function lastingPort() {
  for (;;) {
    const port = FIRST + randomInt(COUNT);
    if (await isFree(port)) return port;
  }
}
