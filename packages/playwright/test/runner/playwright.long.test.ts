import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const modules = fileURLToPath(new URL("../../../../../node_modules", import.meta.url));
const ours = new URL("../../src/index.js", import.meta.url).href;

const suite = `
import { test as base, expect } from "@playwright/test";
import { nodeFixtures } from ${JSON.stringify(ours)};

const test = base.extend(
  nodeFixtures({
    setUp: async (node) => {
      console.log("set up by worker " + process.env.TEST_PARALLEL_INDEX);
      return { alice: await node.user("alice", "100") };
    },
  }),
);

const balance = async (node) =>
  (await node.api("alice", "GET", "/v0/wallet/balance")).effective_unlocked_qty;

for (let at = 0; at < 20; at++)
  test("begins where the set-up ended " + at, async ({ node, made, request, baseURL }) => {
    expect(made.alice).toMatch(/^alice::/);
    expect(await balance(node)).toBe("20000.0000000000");
    expect(baseURL).toBe(node.url);
    expect((await request.get("/livez")).status()).toBe(200);
    await node.api("alice", "POST", "/v0/wallet/tap", { amount: "5" });
    expect(await balance(node)).toBe("21000.0000000000");
  });
`;

describe("A suite of Playwright", () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "tallystick-playwright-"));
    symlinkSync(modules, join(folder, "node_modules"));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    writeFileSync(join(folder, "suite.spec.js"), suite);
    writeFileSync(
      join(folder, "playwright.config.js"),
      "export default { workers: 2, fullyParallel: true };",
    );
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it("has a node for each worker, which is set up once and new for each test", () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [
        "--conditions=tallystick-modules",
        join(modules, "@playwright/test/cli.js"),
        "test",
        "--reporter=line",
      ],
      {
        cwd: folder,
        env: { ...process.env, NO_COLOR: "1", NODE_OPTIONS: "--conditions=tallystick-modules" },
        encoding: "utf8",
      },
    );
    const output = stdout + stderr;
    expect(status, output).to.equal(0);
    expect(output).to.match(/20 passed/);
    const setUps = output.match(/set up by worker \d/g) ?? [];
    expect(setUps.length).to.be.within(1, 2);
    expect(new Set(setUps).size).to.equal(setUps.length);
  });
});
