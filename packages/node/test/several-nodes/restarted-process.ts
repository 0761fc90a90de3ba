// A process that is killed and started again.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterwards } from "../test-ledger.js";

/** One child process at a time, of one program. */
export interface RestartedProcess {
  /** Starts it and resolves with the first message it sends. */
  start(args: ReadonlyArray<string>): Promise<unknown>;
  /** Kills it at once, as a crash would. */
  kill(): Promise<void>;
  /** False when it is not running. */
  send(message: object): boolean;
  isUp(): boolean;
}

/**
 * @param onMessage is called with every message but the first
 * @param onDeath is called when it has ended
 */
export const restartedProcess = (
  program: string,
  onMessage: (message: unknown) => void = () => undefined,
  onDeath: () => void = () => undefined,
): RestartedProcess => {
  const file = fileURLToPath(new URL(program, import.meta.url));
  let child: ChildProcess | undefined;
  let isUp = false;
  const kill = async (): Promise<void> => {
    const dying = child;
    child = undefined;
    isUp = false;
    if (dying === undefined || dying.exitCode !== null || dying.signalCode !== null) return;
    const gone = once(dying, "exit");
    dying.kill("SIGKILL");
    await gone;
    onDeath();
  };
  afterwards(kill);
  return {
    start: async (args) => {
      const started = fork(file, args, { stdio: ["ignore", "ignore", "inherit", "ipc"] });
      child = started;
      const first: unknown = await new Promise((resolve, reject) => {
        started.once("message", resolve);
        started.once("exit", () => reject(new Error(`${program} ended before it was ready`)));
      });
      started.on("message", onMessage);
      isUp = child === started;
      return first;
    },
    kill,
    send: (message) => isUp && child?.send(message) === true,
    isUp: () => isUp,
  };
};
