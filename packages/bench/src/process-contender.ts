import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { ProcessContenderId } from "./contender-registry.js";
import type { Contender, ContenderSettings } from "./contender.js";
import { isReply, type Reply, type Request } from "./process-message.js";
import { youngGeneration } from "./young-generation.js";

/** A contender that has not answered by then is ended and its row fails; milliseconds. */
export const contenderTimeoutMs = 240_000;

/** How much longer a contender may take to grow its data, for each live coin; milliseconds. */
const growTimeoutMsPerCoin = 4;

const contenderProcessFile = fileURLToPath(new URL("./contender-process.js", import.meta.url));

/**
 * Heap of a contender, the same on both sides: far above what any row needs, so that a limit is
 * never what is measured. The young generation is as `npm start` and the command set it.
 */
const execArgv: ReadonlyArray<string> = [
  "--expose-gc",
  "--max-old-space-size=12288",
  youngGeneration,
];

const nextReply = (child: ChildProcess, timeoutMs: number): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const done = (): void => {
      clearTimeout(timer);
      child.off("message", onMessage);
      child.off("exit", onExit);
    };
    const onMessage = (message: unknown): void => {
      if (!isReply(message)) return;
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

const ask = async (child: ChildProcess, request: Request): Promise<Reply> => {
  const reply = nextReply(child, contenderTimeoutMs);
  child.send(request);
  return reply;
};

/**
 * Starts a contender in a process of its own: a clean heap, and nothing of its work on anybody
 * else's clock.
 * @returns rejects with the reason when it cannot be opened
 */
export const openProcessContender = async (
  id: ProcessContenderId,
  settings: ContenderSettings,
): Promise<Contender> => {
  const child = fork(contenderProcessFile, [id, JSON.stringify(settings)], {
    execArgv: [...execArgv],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const openTimeoutMs = contenderTimeoutMs + settings.coins * growTimeoutMsPerCoin;
  const ready = await nextReply(child, openTimeoutMs);
  return {
    info: ready.kind === "ready" ? ready.info : {},
    run: async () => {
      const reply = await ask(child, "run");
      if (reply.kind !== "measured") throw new Error(`${id} answered ${reply.kind}`);
      return reply.sample;
    },
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((resolve) => child.once("exit", resolve));
      await ask(child, "close").catch(() => child.kill("SIGKILL"));
      await gone;
    },
  };
};
