import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A node in a process of its own, which can be killed. */
export interface NodeProcess {
  /** `http://127.0.0.1:12345` */
  readonly base: string;
  /** Ends it at once, without a chance to write anything more. */
  kill(): Promise<void>;
}

const program = fileURLToPath(new URL("./node-program.js", import.meta.url));

const baseOf = async (child: ChildProcess): Promise<string> => {
  const [message]: ReadonlyArray<unknown> = await once(child, "message");
  return String(Reflect.get(Object(message), "base"));
};

/**
 * Starts a node with the journal of a folder; it ends with this process.
 *
 * @param port one that lasts, as another start takes it again
 */
export const startNodeProcess = async (data: string, port: number): Promise<NodeProcess> => {
  const child = fork(program, [data, String(port)], { execArgv: [] });
  const ended = once(child, "exit");
  const early = ended.then(([code]) => {
    throw new Error(`the node ended before it served: ${String(code)}`);
  });
  const base = await Promise.race([baseOf(child), early]);
  return {
    base,
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
};
