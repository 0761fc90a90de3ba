import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { filesOfRun, runTests, runWorkspaces, testFiles } from "../src/test-everything.js";

const PASSES = 'describe("a", () => { it("passes", () => {}); it("passes too", () => {}); });\n';

describe("the test run", () => {
  /** @type {string} */
  let root;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "tallystick-tests-"));
    writeFileSync(join(root, ".mocharc.json"), '{ "timeout": 2000 }');
  });

  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  /** @param {Record<string, string>} files */
  function write(files) {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
  }

  /** Runs one test file after the one that passes twice. @param {string} text */
  async function runWith(text, graceMs = 5_000) {
    write({ "good.test.mjs": PASSES, "other.test.mjs": text });
    const files = ["good.test.mjs", "other.test.mjs"];
    const { passed, failed } = await runTests(root, files, { graceMs, quiet: true });
    return { passed, failed };
  }

  it("counts what passes and what fails", async () => {
    const tally = await runWith(
      'it("passes", () => {}); it("fails", () => { throw new Error("no"); });',
    );
    expect(tally).to.deep.equal({ passed: 3, failed: 1 });
  });

  it("says what failed when its starter is ended, and ends", async () => {
    write({
      "a.test.mjs": `it("fails", () => { throw new Error("a reason"); });
        it("waits", () => new Promise((resolve) => setTimeout(resolve, 1_000_000)));`,
    });
    const everything = new URL("../src/test-everything.js", import.meta.url);
    const code = `import { runTests } from ${JSON.stringify(everything)};
      await runTests(${JSON.stringify(root)}, ["a.test.mjs"]);`;
    const starter = spawn(process.execPath, ["--input-type=module", "--eval", code]);
    let output = "";
    for (const stream of [starter.stdout, starter.stderr]) {
      stream.on("data", (/** @type {Buffer} */ data) => {
        output += String(data);
        if (output.includes("FAILED")) starter.kill();
      });
    }
    await once(starter, "close");
    expect(output).to.contain("Error: a reason");
    expect(output).to.contain("Whoever started the tests has ended before them.");
  });

  it("fails a test that is switched off", async () => {
    expect(await runWith('it.skip("is off", () => {});')).to.deep.equal({ passed: 2, failed: 1 });
    expect(await runWith('it("is off", function () { this.skip(); });')).to.deep.equal({
      passed: 2,
      failed: 1,
    });
    expect(await runWith('it("has no body");')).to.deep.equal({ passed: 2, failed: 1 });
  });

  it("fails when a test claims to be the only one", async () => {
    expect((await runWith('it.only("is alone", () => {});')).failed).to.be.greaterThan(0);
  });

  it("fails a test file with no test in it", async () => {
    expect(await runWith("export {};")).to.deep.equal({ passed: 2, failed: 1 });
  });

  it("fails when a test ends the process, even with exit code 0", async () => {
    expect((await runWith('it("exits", () => { process.exit(0); });')).failed).to.equal(1);
  });

  it("fails when a test file cannot be loaded", async () => {
    expect((await runWith('import "./not-there.js";')).failed).to.equal(1);
  });

  it("fails when the tests leave something running", async () => {
    const tally = await runWith('it("leaks", () => { setInterval(() => {}, 1_000); });', 200);
    expect(tally).to.deep.equal({ passed: 3, failed: 1 });
  });

  it("fails when there is nothing to run", async () => {
    const nothing = { passed: 0, failed: 1, skipped: 0 };
    const none = await runTests(root, [], { quiet: true });
    expect(none).to.deep.equal({ ...nothing, failures: "", failedFiles: [], missing: [] });
    const missing = new Set();
    expect(await runWorkspaces(root, [], { quiet: true })).to.deep.equal({ ...nothing, missing });
  });

  it("says what was expected of what failed", async () => {
    write({ "bad.test.mjs": 'it("adds", () => { throw new Error("expected 3, found 2"); });' });
    const { failures } = await runTests(root, ["bad.test.mjs"], { quiet: true });
    expect(failures).to.match(/1\) adds:[^]*Error: expected 3, found 2[^]*bad\.test\.mjs/);
  });

  it("runs each workspace in a process of its own, and adds them up", async () => {
    const names = ["packages/a", "packages/b", "packages/node", "examples/c"];
    const states = "globalThis.count = (globalThis.count ?? 0) + 1; if (count > 1) throw Error();";
    const files = names.flatMap((name) => [`${name}/x.test.mjs`, `${name}/y.test.mjs`]);
    write(Object.fromEntries(files.map((file) => [file, `it("runs", () => { ${states} });`])));
    const tally = await runWorkspaces(root, files, { quiet: true });
    expect(tally).to.deep.equal({ passed: 4, failed: 4, skipped: 0, missing: new Set() });
  });

  it("runs only tests that match when asked to", async () => {
    write({ "good.test.mjs": PASSES });
    const options = { grep: "too", quiet: true };
    const { passed, failed } = await runTests(root, ["good.test.mjs"], options);
    expect({ passed, failed }).to.deep.equal({ passed: 1, failed: 0 });
  });

  it("counts the tests that need a browser where there is none, and starts none of them", async () => {
    const hook = 'before(() => { throw new Error("no browser"); });';
    const scenarios = "packages/a/test/scenarios/c.test.mjs";
    write({
      "packages/a/test/b.test.mjs": PASSES,
      [scenarios]: `describe("c", () => { ${hook} it("one", () => {}); it("two", () => {}); });`,
    });
    const files = ["packages/a/test/b.test.mjs", scenarios];
    const without = await runWorkspaces(root, files, { quiet: true, hasBrowser: false });
    const missing = new Set();
    expect(without).to.deep.equal({ passed: 2, failed: 0, skipped: 2, missing });
    const alone = await runWorkspaces(root, [scenarios], { quiet: true, hasBrowser: false });
    expect(alone).to.deep.equal({ passed: 0, failed: 0, skipped: 2, missing });
    const { failed } = await runWorkspaces(root, files, { quiet: true, hasBrowser: true });
    expect(failed).to.equal(1);
  });

  it("runs a file with a browser that failed once more by itself, and no other", async () => {
    const states = (/** @type {string} */ mark) => `
      import { existsSync, writeFileSync } from "node:fs";
      it("is steady", () => {});
      it("is not", () => {
        const isFirst = !existsSync("${mark}");
        writeFileSync("${mark}", "");
        if (isFirst) throw new Error("too slow");
      });`;
    write({
      "packages/a/test/scenarios/once.test.mjs": states("once"),
      "packages/b/test/other.test.mjs": states("other"),
      "packages/c/test/scenarios/always.test.mjs": `it("fails", () => { throw new Error("no"); });`,
    });
    const files = ["a/test/scenarios/once", "b/test/other", "c/test/scenarios/always"];
    const paths = files.map((file) => `packages/${file}.test.mjs`);
    const { passed, failed } = await runWorkspaces(root, paths, { quiet: true });
    expect({ passed, failed }).to.deep.equal({ passed: 3, failed: 2 });
  });

  it("counts the tests that need a program where there is none, and says which", async () => {
    const from = new URL("../src/needed-programs.js", import.meta.url).href;
    const text = `import { itNeeding } from "${from}";
      describe("a", () => { itNeeding("cc")("one", () => {}); it("two", () => {}); });`;
    const path = process.env["PATH"];
    const runIn = (/** @type {string | undefined} */ folders) => {
      process.env["PATH"] = folders;
      return runWorkspaces(root, ["a.test.mjs"], { quiet: true });
    };
    write({ "a.test.mjs": text, "bin/cc": "", "bin/made/cc": "" });
    chmodSync(join(root, "bin/made/cc"), 0o755);
    try {
      const missing = new Set(["cc"]);
      expect(await runIn(join(root, "bin"))).to.deep.equal({
        passed: 1,
        failed: 0,
        skipped: 1,
        missing,
      });
      const { passed, skipped } = await runIn(join(root, "bin/made"));
      expect({ passed, skipped }).to.deep.equal({ passed: 2, skipped: 0 });
    } finally {
      process.env["PATH"] = path;
    }
  });

  it("says how much processor time each file took, that of its children included", async () => {
    const spin =
      "const end = process.cpuUsage().user + 100_000; while (process.cpuUsage().user < end);";
    write({
      "here.test.mjs": `describe("a", () => { it("spins", () => { ${spin} }); });`,
      "child.test.mjs": `import { execFileSync } from "node:child_process";
        describe("b", () => { it("spins", () => {
          execFileSync(process.execPath, ["-e", ${JSON.stringify(spin)}]);
        }); });`,
    });
    const { time } = await runTests(root, ["here.test.mjs", "child.test.mjs"], { quiet: true });
    const took = (/** @type {string} */ file) =>
      time?.files.filter((each) => each.file === file).reduce((s, e) => s + e.processorSeconds, 0);
    expect(took("here.test.mjs")).to.be.least(0.09);
    if (process.platform === "linux") expect(took("child.test.mjs")).to.be.least(0.09);
    expect(time?.processorSeconds).to.be.least(0.1);
  });

  it("takes tests from packages and examples, compiled where they have to be, and none whose source is gone", () => {
    write({
      "packages/core/package.json": "{}",
      "packages/core/test/inner/a.test.ts": "",
      "packages/core/test/notes.ts": "",
      "packages/core/dist/test/gone.test.js": "",
      "examples/embed/package.json": "{}",
      "examples/embed/test/c.test.js": "",
    });
    expect(testFiles(root)).to.deep.equal([
      "packages/core/dist/test/inner/a.test.js",
      "examples/embed/test/c.test.js",
    ]);
  });

  it("leaves long tests to the long forms and to whoever names them", () => {
    const all = ["packages/a/dist/test/b.test.js", "packages/a/dist/test/b.long.test.js"];
    expect(filesOfRun(all, [], false)).to.deep.equal({ files: all.slice(0, 1), left: 1 });
    expect(filesOfRun(all, [], true)).to.deep.equal({ files: all, left: 0 });
    expect(filesOfRun(all, ["b.long"], true)).to.deep.equal({ files: all.slice(1), left: 0 });
  });
});
