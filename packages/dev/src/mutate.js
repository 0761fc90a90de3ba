// `npm run mutate -- <package> [source files]`: changes the sources of a package one small thing at
// a time and says which changes no test noticed. Works on a copy, so that neither a crash nor
// Ctrl-C leaves a changed source behind.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureBuilt } from "./build.js";
import { ensureInstalled, installTool } from "./install.js";
import { runProgram } from "./run-program.js";

/** Where the mutation tester has its own lock file; it is installed on first use. */
const TESTER = "packages/dev/mutation";

/** Folders of a package that the copy makes for itself. */
const LEFT_OUT = new Set(["node_modules", "dist", "reports"]);

/**
 * A mutated loop may never end; each run gets this long beyond what the tests took at first;
 * milliseconds.
 */
const TIMEOUT_MS = 10_000;

/**
 * @param {string} root
 * @param {string[]} args the folder name of a package, then source files such as `src/numbers.ts`
 * (default: all)
 * @returns {Promise<number>} the exit code
 */
export async function mutate(root, [name, ...files]) {
  if (name === undefined || !existsSync(join(root, "packages", name, "package.json"))) {
    console.error(
      "Usage: npm run mutate -- <package> [source files], for example: npm run mutate -- coin",
    );
    return 2;
  }
  await ensureInstalled(root);
  await ensureBuilt(root);
  await installTool(root, TESTER);
  const copy = mkdtempSync(join(tmpdir(), "tallystick-mutate-"));
  try {
    return await runTester(root, copyOf(root, copy, name), files);
  } finally {
    keepReport(root, copy, name);
    rmSync(copy, { recursive: true, force: true });
  }
}

/**
 * @param {string} root
 * @param {string} copy
 * @param {string} name
 * @returns {string} the package in the copy
 */
function copyOf(root, copy, name) {
  const target = join(copy, "packages", name);
  mkdirSync(join(copy, "packages"));
  cpSync(join(root, "packages", name), target, {
    recursive: true,
    filter: (path) => !LEFT_OUT.has(path.split(/[\\/]/).at(-1) ?? ""),
  });
  cpSync(join(root, "packages/tsconfig.base.json"), join(copy, "packages/tsconfig.base.json"));
  cpSync(join(root, "docs"), join(copy, "docs"), { recursive: true });
  // Other packages are read as they are built, through the links npm made.
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"), "junction");
  writeFileSync(join(copy, "package.json"), '{ "type": "module" }\n');
  const own = join(target, "tsconfig.json");
  writeFileSync(own, withoutReferences());
  return target;
}

/** The copy has no neighbours to build; their types come from node_modules. */
function withoutReferences() {
  return JSON.stringify({
    extends: "../tsconfig.base.json",
    compilerOptions: { rootDir: ".", outDir: "dist", tsBuildInfoFile: "dist/.tsbuildinfo" },
    include: ["src/**/*.ts", "test/**/*.ts"],
  });
}

/** @param {string} root @param {string} target @param {string[]} files */
function runTester(root, target, files) {
  const tester = join(root, TESTER, "node_modules/@stryker-mutator");
  const settings = {
    testRunner: "mocha",
    plugins: [pathToFileURL(join(tester, "mocha-runner/dist/src/index.js")).href],
    mochaOptions: { spec: ["dist/test/**/*.test.js"] },
    mutate: files.length === 0 ? ["src/**/*.ts", "!src/index.ts"] : files,
    inPlace: true,
    buildCommand: "node ../../node_modules/typescript/bin/tsc -b .",
    coverageAnalysis: "perTest",
    reporters: ["clear-text", "json"],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    jsonReporter: { fileName: "reports/mutation.json" },
    concurrency: 2,
    timeoutMS: TIMEOUT_MS,
    tsconfigFile: "no-such-file.json",
  };
  writeFileSync(join(target, "stryker.config.json"), JSON.stringify(settings));
  return runProgram(target, process.execPath, [join(tester, "core/bin/stryker.js"), "run"]);
}

/** @param {string} root @param {string} copy @param {string} name */
function keepReport(root, copy, name) {
  const report = join(copy, "packages", name, "reports/mutation.json");
  if (!existsSync(report)) return;
  const kept = join(root, "packages", name, "reports/mutation.json");
  mkdirSync(join(root, "packages", name, "reports"), { recursive: true });
  cpSync(report, kept);
  console.log(`The whole report: ${kept}`);
}
