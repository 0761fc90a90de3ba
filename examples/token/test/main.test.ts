import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const main = fileURLToPath(new URL("../src/main.js", import.meta.url));

describe("the node with gold", () => {
  it("serves the registries of gold and of the coin, and stops when it is told to", async () => {
    const node = spawn(process.execPath, [main, "0"], { stdio: ["ignore", "pipe", "ignore"] });
    let printed = "";
    for await (const chunk of node.stdout) {
      printed += String(chunk);
      if (/ offers 100 to alice::/.test(printed)) break;
    }
    const [, base = ""] = /ready at (http:[^,]+),/.exec(printed) ?? [];
    const infoAt = async (path: string): Promise<string> =>
      (await fetch(`${base}${path}/registry/metadata/v1/info`)).text();
    expect(await infoAt("/gold")).to.contain('"adminId":"gold::');
    expect(await infoAt("")).to.contain('"adminId":"DSO::');
    const exited = once(node, "exit");
    node.kill("SIGINT");
    expect(await exited).to.deep.equal([0, null]);
  });
});
