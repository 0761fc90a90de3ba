import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type Contender, type ContenderSettings, Reply } from "./contender.js";
import { limits } from "./sizes.js";

/** The variable by which a contender's process gets its settings. */
export const settingsVariable = "TALLYSTICK_BENCH_SETTINGS";

const program = fileURLToPath(new URL("./contender-process.js", import.meta.url));

/**
 * Heap of a contender, the same on both sides: far above what any row needs, so that a limit is
 * never what is measured. The young generation has the size that `npm start` and the command set.
 */
const execArgv = ["--expose-gc", "--max-old-space-size=12288", "--max-semi-space-size=64"];

const nextReply = (child: ChildProcess, timeoutMs: number): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const done = (): void => {
      clearTimeout(timer);
      child.off("message", onMessage);
      child.off("exit", onExit);
    };
    const onMessage = (message: unknown): void => {
      if (!Reply.is(message)) return;
      done();
      if (message.kind === "failed") reject(new Error(message.reason));
      else resolve(message);
    };
    const onExit = (code: number | null): void => {
      done();
      reject(new Error(`the contender's process ended with ${code ?? "a signal"}`));
    };
    const timer = setTimeout(() => {
      done();
      child.kill("SIGKILL");
      reject(new Error(`no answer within ${timeoutMs} ms`));
    }, timeoutMs);
    child.on("message", onMessage);
    child.on("exit", onExit);
  });

const ask = (child: ChildProcess, request: "run" | "close"): Promise<Reply> => {
  const reply = nextReply(child, limits.answerMs);
  child.send(request);
  return reply;
};

export interface ProcessContender extends Contender {
  /** Ends it as a crash does. */
  kill(): Promise<void>;
}

/**
 * Starts a contender in a process of its own: a clean heap, and nothing of its work on anyone
 * else's clock.
 * @param id in the table of contenders
 * @returns rejects with the reason when it cannot be opened
 */
export const openProcessContender = async (
  id: string,
  settings: ContenderSettings,
): Promise<ProcessContender> => {
  const child = fork(program, [id], {
    execArgv,
    // not an argument: a password in it would show in a list of processes
    env: { ...process.env, [settingsVariable]: JSON.stringify(settings) },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const grown = Math.max(settings.coins, settings.contracts);
  const openMs = limits.answerMs + grown * limits.growMsPerCoin;
  const ready = await nextReply(child, openMs);
  return {
    info: ready.kind === "ready" ? ready.info : {},
    run: async () => {
      const reply = await ask(child, "run");
      if (reply.kind !== "measured") throw new Error(`${id} answered ${reply.kind}`);
      return reply.sample;
    },
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      await ask(child, "close").catch(() => child.kill("SIGKILL"));
      await gone;
    },
    kill: () => {
      child.kill("SIGKILL");
      return gone;
    },
  };
};
