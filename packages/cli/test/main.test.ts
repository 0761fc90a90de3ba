import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { tempFolder } from "./ledger-folder.js";

const main = fileURLToPath(new URL("../src/main.js", import.meta.url));

/** The size of a half of the young generation that the first line of `main.ts` gives it; MiB. */
const semiSpaceMib = 64;
/** The young generation has three parts of this size. */
const youngMib = 3 * semiSpaceMib;

/** What a thread says of itself; MiB. */
interface ThreadHeap {
  readonly isMain: boolean;
  /** Of old and young generation. */
  readonly limit: number;
  /** What was wanted for it; absent in the main thread. */
  readonly old?: number;
}

/** A module that each thread of a process loads before its own. */
const probe = `data:text/javascript,${encodeURIComponent(`
  import { writeSync } from "node:fs";
  import { getHeapStatistics } from "node:v8";
  import { isMainThread, resourceLimits } from "node:worker_threads";
  const limit = getHeapStatistics().heap_size_limit / 1024 ** 2;
  const old = resourceLimits.maxOldGenerationSizeMb;
  writeSync(1, "heap " + JSON.stringify({ isMain: isMainThread, limit, old }) + "\\n");
`)}`;

/** Starts a node, and ends it once it is ready. @returns what its threads said until then */
const heapsOf = async (data: string): Promise<ReadonlyArray<ThreadHeap>> => {
  const args = [`--max-semi-space-size=${semiSpaceMib}`, "--import", probe, main];
  const child = spawn(
    process.execPath,
    [...args, "serve", "--port", "0", "--data", data, "--network", "off"],
    { env: { PATH: process.env.PATH ?? "" }, stdio: ["ignore", "pipe", "pipe"] },
  );
  let [out, err] = ["", ""];
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    err += chunk;
  });
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    out += chunk;
    if (out.includes("ready at") && !child.killed) child.kill("SIGTERM");
  });
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect(code, err).to.equal(0);
  return out
    .split("\n")
    .filter((line) => line.startsWith("heap "))
    .map((line) => JSON.parse(line.slice("heap ".length)));
};

describe("The tallystick program", () => {
  it("has a large young generation in its main thread and not in the others", async () => {
    const heaps = await heapsOf(tempFolder());
    const others = heaps.filter(({ isMain }) => !isMain);
    const [first] = heaps;
    expect(others.length).to.be.above(0);
    for (const { limit, old = 0 } of others) {
      // the flag is in effect, where it is meant to be
      expect((first?.limit ?? 0) - old).to.be.at.least(youngMib);
      expect(limit - old).to.be.below(youngMib);
    }
  });
});
