import { fork } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { youngGeneration } from "../young-generation.js";

const serverFile = fileURLToPath(new URL("../esdb-server-process.js", import.meta.url));

/** A server of EventStoreDB's protocol in a process of its own. */
export interface EsdbServer {
  readonly connectionString: string;
  readonly close: () => Promise<void>;
}

const portOf = (message: unknown): number => {
  if (typeof message !== "object" || message === null || !("port" in message))
    throw new Error("the server sent no port");
  return Number(message.port);
};

/** Starts a server on a journal in this folder, flushed to disk at every append. */
export const startEsdbServer = async (folder: string): Promise<EsdbServer> => {
  const child = fork(serverFile, [join(folder, "server.db")], {
    execArgv: [youngGeneration],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const gone = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
  });
  const message = await new Promise<unknown>((resolve, reject) => {
    child.once("message", resolve);
    child.once("exit", () => reject(new Error("the server ended before it was ready")));
  });
  return {
    connectionString: `esdb://127.0.0.1:${portOf(message)}?tls=false`,
    close: async () => {
      if (child.connected) child.disconnect();
      await gone;
    },
  };
};
