import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";

const root = new URL("../../../../", import.meta.url);
const file = (path: string): string => fileURLToPath(new URL(path, root));
const run = promisify(execFile);

/** The address the node says it is ready at. */
const readyAt = async (node: ChildProcess): Promise<string> => {
  let printed = "";
  for await (const chunk of node.stdout ?? []) {
    printed += String(chunk);
    const address = /ready at (http:\/\/[\d.:]+)/.exec(printed)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error(`the node ended before it was ready: ${printed}`);
};

/** What the walk prints about a node that is started with these flags. */
const walked = async (...flags: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const args = [file("packages/cli/dist/src/main.js"), "serve", "--port", "0", ...flags];
  const node = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
  try {
    const { stdout } = await run(file("examples/daml/walk.sh"), [await readyAt(node)]);
    return stdout.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  } finally {
    node.kill("SIGTERM");
    await once(node, "exit");
  }
};

const expected = [
  "{}",
  "made",
  "IOU_TOO_SMALL: Interpretation error: Error: User failure: IOU_TOO_SMALL (error category 9): cannot split 12.5 off 10.0",
  "two",
  "2.5000000000",
  "alice 7.5000000000, bob 2.5000000000",
];

describe("the Daml example", function () {
  this.timeout(60_000);

  it("uploads its DAR and runs it over HTTP", async () => {
    expect(await walked("--data", ":memory:")).to.deep.equal(expected);
  });

  it("runs on a node that was started with the DAR", async () => {
    const dar = file("examples/daml/iou.dar");
    expect(await walked("--data", ":memory:", "--packages", dar)).to.deep.equal(expected);
  });

  it("runs as a library", async () => {
    const { stdout } = await run(process.execPath, [file("examples/daml/library.js")]);
    expect(stdout).to.equal("alice has this much of another currency left: 22.5000000000\n");
  });
});
