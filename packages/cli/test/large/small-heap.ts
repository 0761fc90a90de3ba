import { readFileSync } from "node:fs";
import { type Node, scratchFolder, startNode } from "../process.js";

/** The greatest resident set of a node so far, its threads included; MiB. */
export const peakRssMib = ({ child: { pid = 0 } }: Node): number => {
  const [, kib = "0"] =
    /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kib) / 1024;
};

/** Nodes with a small heap, and their folders, for the running test. */
export const smallHeapNodes = () => {
  const running: Node[] = [];
  const folders: Array<() => Promise<void>> = [];

  afterEach(async () => {
    for (const { child, ended } of running.splice(0)) {
      child.kill("SIGKILL");
      await ended;
    }
    for (const remove of folders.splice(0)) await remove();
  });

  return {
    folder: async (): Promise<string> => {
      const [data, remove] = await scratchFolder();
      folders.push(remove);
      return data;
    },
    /** @param heapMib of its main thread */
    start: async (data: string, heapMib: number, flags: ReadonlyArray<string>): Promise<Node> => {
      const env = { NODE_OPTIONS: `--max-old-space-size=${heapMib}` };
      const node = await startNode(data, flags, undefined, env);
      running.push(node);
      return node;
    },
  };
};
