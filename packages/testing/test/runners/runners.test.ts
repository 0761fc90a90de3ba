import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const modules = fileURLToPath(new URL("../../../../../node_modules", import.meta.url));
const debts = new URL("debts.js", import.meta.url).href;

/** A runner: where its `test` comes from, how it is started, what it says of the three tests. */
interface Runner {
  readonly test: string;
  readonly args: ReadonlyArray<string>;
  readonly says: ReadonlyArray<RegExp>;
}

const runners: ReadonlyArray<readonly [name: string, Runner]> = [
  [
    "node:test",
    {
      test: 'import { test } from "node:test"',
      args: ["--test", "--test-reporter=tap"],
      says: [/^# pass 2$/m, /^# fail 1$/m],
    },
  ],
  [
    "mocha",
    {
      test: 'import { it as test } from "mocha"',
      args: [join(modules, "mocha/bin/mocha.js"), "--timeout", "0"],
      says: [/2 passing/, /1 failing/],
    },
  ],
  [
    "vitest",
    {
      test: 'import { test } from "vitest"',
      args: [join(modules, "vitest/vitest.mjs"), "run", "--testTimeout=0"],
      says: [/2 passed/, /1 failed/],
    },
  ],
];

describe("tests of templates", () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "tallystick-runners-"));
    symlinkSync(modules, join(folder, "node_modules"));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const [name, { test, args, says }] of runners) {
    it(`run in ${name}, which reports what was expected and what came`, () => {
      const file = `${name.replace(":", "-")}.test.js`;
      writeFileSync(
        join(folder, file),
        `${test};\nimport { debts } from ${JSON.stringify(debts)};\ndebts(test);\n`,
      );
      // under node:test it would report to that one instead
      const { NODE_TEST_CONTEXT: _outer, ...env } = process.env;
      const { status, stdout, stderr } = spawnSync(process.execPath, [...args, file], {
        cwd: folder,
        env: { ...env, NO_COLOR: "1" },
        encoding: "utf8",
      });
      const output = stdout + stderr;
      expect(status, output).to.equal(1);
      for (const each of says) expect(output).to.match(each);
      expect(output).to.contain(
        "expected DAML_AUTHORIZATION_ERROR, found TEMPLATE_PRECONDITION_VIOLATED",
      );
    });
  }
});
