import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { itNeeding } from "@tallystick/dev";
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

/** What a program prints about a node that is started with these flags. */
const printed = async (
  program: readonly [string, ...ReadonlyArray<string>],
  flags: ReadonlyArray<string>,
): Promise<ReadonlyArray<string>> => {
  const args = [file("packages/cli/dist/bundle/main.js"), "serve", "--port", "0", ...flags];
  const node = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
  try {
    const [command, ...more] = program;
    const { stdout } = await run(command, [...more, await readyAt(node)]);
    return stdout.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  } finally {
    node.kill("SIGTERM");
    await once(node, "exit");
  }
};

/** What the walk prints. */
const walked = (...flags: ReadonlyArray<string>): Promise<ReadonlyArray<string>> =>
  printed([file("examples/daml/walk.sh")], flags);

const folder = process.env["TALLYSTICK_DARS"];
const tokenStandard = [process.execPath, file("examples/daml/token-standard.js")] as const;

const expected = [
  "{}",
  "made",
  "IOU_TOO_SMALL: Interpretation error: Error: User failure: IOU_TOO_SMALL (error category 9): cannot split 12.5 off 10.0",
  "two",
  "2.5000000000",
  "alice 7.5000000000, bob 2.5000000000",
];

describe("the Daml example", () => {
  itNeeding("curl", "openssl")("uploads its DAR and runs it over HTTP", async () => {
    expect(await walked("--data", ":memory:")).to.deep.equal(expected);
  });

  itNeeding("curl", "openssl")("runs on a node that was started with the DAR", async () => {
    const dar = file("examples/daml/iou.dar");
    expect(await walked("--data", ":memory:", "--packages", dar)).to.deep.equal(expected);
  });

  it("says what it needs for the token standard", async () => {
    const env = { PATH: process.env["PATH"] };
    const [command, program] = tokenStandard;
    const refused: unknown = await run(command, [program], { env }).catch(
      (error: unknown) => error,
    );
    expect(refused).to.include({
      code: 2,
      stderr: "TALLYSTICK_DARS is not set: it names the folder with the DARs of the network\n",
    });
    if (folder === undefined)
      process.stdout.write("TALLYSTICK_DARS is not set: no genuine coin is transferred\n");
  });

  if (folder !== undefined) {
    it("transfers and trades genuine coins by the token standard", async () => {
      const lines = await printed(tokenStandard, ["--data", ":memory:", "--network", "off"]);
      expect(lines.filter((line) => !line.startsWith("uploaded"))).to.deep.equal([
        "tapped: alice 100.0, bob 100.0",
        "transferred 10.0000000000: alice 90.0, bob 100.0 + 10.0",
        "allocated: alice 60.0, bob 108.0",
        "settled: alice 60.0 + 2.0, bob 108.0 + 30.0",
      ]);
    });
  }

  it("runs as a library", async () => {
    const { stdout } = await run(process.execPath, [file("examples/daml/library.js")]);
    expect(stdout).to.equal("alice has this much of another currency left: 22.5000000000\n");
  });
});
