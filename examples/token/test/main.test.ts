import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";

const root = new URL("../../../../", import.meta.url);
const file = (path: string): string => fileURLToPath(new URL(path, root));

/** Runs the node while something is done with its address; its exit code and signal. */
const whileServing = async (then: (base: string) => Promise<void>): Promise<unknown> => {
  const args = [file("examples/token/dist/src/main.js"), "0"];
  const node = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
  const exited = once(node, "exit");
  try {
    let printed = "";
    for await (const chunk of node.stdout) {
      printed += String(chunk);
      if (/ offers 100 to alice::/.test(printed)) break;
    }
    await then(/ready at (http:[^,]+),/.exec(printed)?.[1] ?? "");
  } finally {
    node.kill("SIGINT");
  }
  return exited;
};

describe("the node with gold", () => {
  it("serves the registries of gold and of the coin, and stops when it is told to", async () => {
    const exit = await whileServing(async (base) => {
      const infoAt = async (path: string): Promise<string> =>
        (await fetch(`${base}${path}/registry/metadata/v1/info`)).text();
      expect(await infoAt("/registries/gold")).to.contain('"adminId":"gold::');
      expect(await infoAt("")).to.contain('"adminId":"DSO::');
    });
    expect(exit).to.deep.equal([0, null]);
  });

  if (process.env["TALLYSTICK_DARS"] !== undefined) {
    it("trades gold by the network's own app, against its test token and the coin", async () => {
      await whileServing(async (base) => {
        const program = [file("examples/daml/token-trade.js"), base];
        const { stdout } = await promisify(execFile)(process.execPath, program);
        expect(stdout.split("\n").slice(-3)).to.deep.equal([
          "settled: alice has gold 75, test 20, coin 12.5",
          "settled: bob has gold 25, test 30, coin 87.5",
          "",
        ]);
      });
    });
  }
});
