import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Contender, ContenderSettings, Sample } from "./contender.js";
import { setAsideSnapshot } from "./data-folder.js";
import { youngGeneration } from "./young-generation.js";

const startProcessFile = fileURLToPath(new URL("./start-process.js", import.meta.url));

/** A start that takes longer fails its row; milliseconds. */
const startTimeoutMs = 180_000;

type Message = Readonly<Record<string, unknown>>;

const nextMessage = (child: ChildProcess): Promise<Message> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`not ready within ${startTimeoutMs} ms`));
    }, startTimeoutMs);
    child.once("message", (message: unknown) => {
      clearTimeout(timer);
      if (typeof message === "object" && message !== null) resolve({ ...message });
      else reject(new Error("the started process said something else"));
    });
    child.once("exit", (code) => {
      clearTimeout(timer);
      reject(new Error(`the started process ended with ${code ?? "a signal"}`));
    });
  });

const numberOf = (message: Message, name: string): number => {
  const value = message[name];
  return typeof value === "number" ? value : Number.NaN;
};

/**
 * From the start of a Node process to a ledger that takes commands; then its memory, off the clock;
 * then it is killed, as in a crash.
 */
const timedStart = async (data: string, contracts: number): Promise<Sample> => {
  const start = performance.now();
  const child = fork(startProcessFile, [data], {
    execArgv: ["--expose-gc", "--max-old-space-size=12288", youngGeneration],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const gone = new Promise((resolve) => child.once("exit", resolve));
  const ready = await nextMessage(child);
  const elapsedMs = performance.now() - start;
  const memoryMessage = nextMessage(child);
  child.send("memory");
  const memory = await memoryMessage;
  child.kill("SIGKILL");
  await gone;
  const heldBytes = numberOf(memory, "heapBytes") - numberOf(memory, "before");
  return {
    value: elapsedMs,
    notes: {
      offset: numberOf(ready, "offset"),
      heapBytesPerContract: Math.round(heldBytes / contracts),
      rssMegabytes: Math.round(numberOf(memory, "rssBytes") / 1e6),
    },
  };
};

/**
 * Starts on the shared data set. The files are in the page cache of the system, as after any
 * restart of a process.
 * @param withSnapshot false takes the snapshot away for as long as the contender is open
 */
export const openStartTime = async (
  withSnapshot: boolean,
  { dataSet, commands }: ContenderSettings,
): Promise<Contender> => {
  const aside = withSnapshot ? undefined : setAsideSnapshot(dataSet);
  return {
    info: {},
    run: () => {
      aside?.removeNew();
      return timedStart(dataSet, commands);
    },
    close: async () => aside?.restore(),
  };
};
