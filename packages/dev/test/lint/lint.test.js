import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { treeFindings } from "../../src/lint/lint.js";
import { formatFindings, oxlintFindings } from "../../src/lint/tools.js";
import { repositoryRoot } from "../../src/repository.js";

/** The manifest of a published package with these dependencies. @param {string[]} names */
function manifest(...names) {
  const dependencies = Object.fromEntries(names.map((name) => [name, "1.0.0"]));
  return JSON.stringify({ name: "@tallystick/x", dependencies }, undefined, 2);
}

/** A tree in which every rule is kept. */
const CLEAN_TREE = {
  "package.json": JSON.stringify({ devDependencies: { chai: "6.0.0" } }),
  "packages/core/package.json": manifest("fp-ts"),
  "packages/core/src/amount.ts":
    'import type { Either } from "fp-ts/lib/Either.js";\n\n' +
    "/** An amount or why there is none. */\nexport type Amount = Either<Error, bigint>;\n",
  "packages/core/test/amount.test.ts":
    'import { expect } from "chai";\nimport { right } from "fp-ts/lib/Either.js";\n' +
    'import type { Amount } from "../src/amount.js";\n\n' +
    "const one: Amount = right(1n);\nexpect(one).to.equal(one);\n",
};

describe("lint", () => {
  /** @type {string} */
  let root;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "tallystick-lint-"));
  });

  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  /** Writes the clean tree with these files in it. @param {Record<string, string>} files */
  function write(files) {
    for (const [file, text] of Object.entries({ ...CLEAN_TREE, ...files })) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
  }

  /**
   * @param {Record<string, string>} files
   * @returns {string[]} findings of the tree rules, `file:line rule`
   */
  function tree(files) {
    write(files);
    return treeFindings(root).map(({ file, line, rule }) => `${file}:${line} ${rule}`);
  }

  /** Gives the tree the tools and the settings of the repository. */
  function useTools() {
    symlinkSync(join(repositoryRoot, "node_modules"), join(root, "node_modules"));
    const plugin = join(repositoryRoot, "packages/dev/src/lint/oxlint-plugin.js");
    const settings = JSON.parse(readFileSync(join(repositoryRoot, ".oxlintrc.json"), "utf8"));
    writeFileSync(
      join(root, ".oxlintrc.json"),
      JSON.stringify({ ...settings, jsPlugins: [plugin] }),
    );
    cpSync(join(repositoryRoot, "biome.json"), join(root, "biome.json"));
  }

  /**
   * @param {Record<string, string>} files
   * @returns {Promise<string[]>} findings of oxlint, `file:line rule`
   */
  async function oxlint(files, typeAware = false) {
    write(files);
    useTools();
    const findings = await oxlintFindings(root, { typeAware });
    return findings.map(({ file, line, rule }) => `${file}:${line} ${rule}`).sort();
  }

  describe("of the tree", () => {
    it("finds nothing where every rule is kept", () => {
      expect(tree({})).to.deep.equal([]);
    });

    it("bars imports that point up or sideways", () => {
      const found = tree({
        "packages/event-store/package.json": manifest("@tallystick/core"),
        "packages/event-store/src/a.ts": 'import "@tallystick/core";\n',
        "packages/http/package.json": manifest(
          "@tallystick/event-store-sqlite",
          "@tallystick/node",
        ),
        "packages/http/src/a.ts":
          'import "@tallystick/node";\nimport "@tallystick/event-store-sqlite";\n',
        "packages/unheard-of/package.json": manifest("@tallystick/core"),
        "packages/unheard-of/src/a.ts": 'import "@tallystick/core";\n',
      });
      expect(found).to.deep.equal([
        "packages/event-store/src/a.ts:1 layers",
        "packages/http/src/a.ts:2 layers",
        "packages/unheard-of/src/a.ts:1 layers",
      ]);
    });

    it("bars a pure package from everything but fp-ts and io-ts", () => {
      const found = tree({
        "packages/core/package.json": manifest("fp-ts", "pino"),
        "packages/core/src/a.ts":
          'import { join } from "node:path";\nimport {\n  pino,\n} from "pino";\n',
        "packages/core/test/a.test.ts": 'import "node:path";\n',
      });
      expect(found).to.deep.equal([
        "packages/core/src/a.ts:1 layers",
        "packages/core/src/a.ts:2 layers",
      ]);
    });

    it("bars ways past a package's index, but not its further entries", () => {
      const found = tree({
        "packages/node/package.json": manifest("@tallystick/core", "@tallystick/views"),
        "packages/node/src/b.ts":
          'import "@tallystick/views/wallet";\nimport "@tallystick/views/query";\n',
        "packages/node/src/a.ts":
          'export * from "@tallystick/core/dist/src/amount.js";\n' +
          'const amount = await import("../../core/src/amount.js");\n',
      });
      expect(found).to.deep.equal([
        "packages/node/src/a.ts:1 layers",
        "packages/node/src/a.ts:2 layers",
        "packages/node/src/b.ts:2 layers",
      ]);
    });

    it("bars the paths of fp-ts that load a second instance", () => {
      const found = tree({
        "packages/core/src/a.ts":
          'import * as E from "fp-ts/Either";\nimport "fp-ts/lib/Either";\n',
      });
      expect(found).to.deep.equal([
        "packages/core/src/a.ts:1 layers",
        "packages/core/src/a.ts:2 layers",
      ]);
    });

    it("bars dependencies that are not declared, and those that only the root declares, in sources", () => {
      const found = tree({
        "packages/event-store/package.json": manifest(),
        "packages/event-store/src/a.ts": 'import "chai";\n',
      });
      expect(found).to.deep.equal(["packages/event-store/src/a.ts:1 dependencies"]);
    });

    it("bars dependencies that are declared and not imported", () => {
      const found = tree({ "packages/core/package.json": manifest("fp-ts", "io-ts") });
      expect(found).to.deep.equal(["packages/core/package.json:5 dependencies"]);
    });

    it("bars import cycles, of types too", () => {
      const found = tree({
        "packages/core/src/a.ts": 'import { b } from "./b.js";\n',
        "packages/core/src/b.ts": '\nimport type { C } from "./c.js";\n',
        "packages/core/src/c.ts": 'export * from "./a.js";\n',
      });
      expect(found).to.deep.equal(["packages/core/src/c.ts:1 cycles"]);
    });

    it("bars import cycles that a module closes which is loaded later, named after a key", () => {
      const found = tree({
        "packages/core/src/a.ts": 'export const rows = {\n  "b": () => import("./b.js"),\n};\n',
        "packages/core/src/b.ts": 'import { rows } from "./a.js";\n',
      });
      expect(found).to.deep.equal(["packages/core/src/b.ts:1 cycles"]);
    });

    it("takes no comment and no string for an import", () => {
      const found = tree({
        "packages/core/src/b.ts": "const text = 'import(\"node:fs\")';\n",
        "packages/core/src/a.ts":
          '/**\n * @example\n * import { readFile } from "node:fs";\n */\n' +
          '// const x = await import("node:fs")\nconst text = "import x from \'node:fs\'";\n',
      });
      expect(found).to.deep.equal([]);
    });

    it("bars file names that are not kebab-case or say nothing", () => {
      const found = tree({
        "packages/core/src/camelCase.ts": "",
        "packages/core/src/string-utils.ts": "",
        "packages/core/src/common/a.ts": "",
      });
      expect(found).to.have.members([
        "packages/core/src/camelCase.ts:1 file-names",
        "packages/core/src/string-utils.ts:1 file-names",
        "packages/core/src/common/a.ts:1 file-names",
        "packages/core/src/common/a.ts:1 rooms",
      ]);
    });

    for (const word of ["TODO", "FIXME", "not implemented", "stub"]) {
      it(`bars "${word}" in sources`, () => {
        const found = tree({ "packages/core/src/a.ts": `\n// ${word} later\n` });
        expect(found).to.deep.equal(["packages/core/src/a.ts:2 words"]);
      });
    }

    it("bars suppressions without a reason, in tests too", () => {
      const disable = ["oxlint", "disable-next-line"].join("-");
      const found = tree({
        "packages/core/src/a.ts": `// ${disable} eqeqeq -- null and undefined alike\n`,
        "packages/core/test/a.test.ts": `// ${disable} eqeqeq\n// @ts-${"expect-error"}\n`,
      });
      expect(found).to.deep.equal([
        "packages/core/test/a.test.ts:1 words",
        "packages/core/test/a.test.ts:2 words",
      ]);
    });

    it("bars marks of a linter that is off, whatever their reason", () => {
      const mark = ["biome", "ignore"].join("-");
      const found = tree({ "packages/core/src/a.ts": `// ${mark} lint/x: a good reason\n` });
      expect(found).to.deep.equal(["packages/core/src/a.ts:1 words"]);
    });
  });

  describe("of each file", () => {
    it("finds nothing where every rule is kept", async () => {
      expect(await oxlint({})).to.deep.equal([]);
    });

    it("bars casts outside of codecs that name no border", async () => {
      const cast = "(x as string)";
      const found = await oxlint({
        "packages/node/src/a.ts":
          `const x: unknown = [1] as const;\nf(${cast});\nf(x as unknown as string);\n` +
          `// border: the driver returns rows untyped,\n// and we wrote them\nf(${cast});\nf(\n  // border: same\n  ${cast},\n);\n` +
          "export {};\n",
        "packages/node/src/journal-codec.ts": `f(${cast});\nexport {};\n`,
        "packages/node/test/a.test.ts": `f(${cast});\nexport {};\n`,
      });
      expect(found).to.deep.equal([
        "packages/node/src/a.ts:2 tallystick(casts)",
        "packages/node/src/a.ts:3 tallystick(casts)",
      ]);
    });

    it("bars any and non-null assertions, in tests too", async () => {
      const found = await oxlint({
        "packages/node/src/a.ts": "const x: any = 1;\nf(x!.y);\nexport {};\n",
        "packages/node/test/a.test.ts": "const x: any = 1;\nf(x!.y);\nexport {};\n",
      });
      const rules = [":1 typescript(no-explicit-any)", ":2 typescript(no-non-null-assertion)"];
      expect(found).to.deep.equal(
        ["packages/node/src/a.ts", "packages/node/test/a.test.ts"].flatMap((file) =>
          rules.map((rule) => file + rule),
        ),
      );
    });

    it("bars the clock, chance and the process in pure packages only", async () => {
      const text =
        "f(Date.now());\nf(new Date());\nf(Math.random());\nf(process.env);\nf(new Date(0));\nexport {};\n";
      const found = await oxlint({
        "packages/core/src/a.ts": text,
        "packages/cli/src/a.ts": text,
      });
      expect(found).to.deep.equal([
        "packages/core/src/a.ts:1 eslint(no-restricted-properties)",
        "packages/core/src/a.ts:2 tallystick(clock)",
        "packages/core/src/a.ts:3 eslint(no-restricted-properties)",
        "packages/core/src/a.ts:4 eslint(no-restricted-globals)",
      ]);
    });

    it("bars the system's clock, timers and chance in packages that get theirs as data", async () => {
      const text =
        'import { randomBytes } from "node:crypto";\nf(Date.now());\nf(performance.now());\nsetTimeout(f, 1);\n' +
        "f(new Date());\nsetImmediate(f);\nf(Math.random());\nf(randomBytes(1));\n";
      const barred = ["node", "views", "http"];
      const found = await oxlint({
        ...Object.fromEntries(barred.map((name) => [`packages/${name}/src/a.ts`, text])),
        "packages/http/src/sessions/http-ids.ts":
          'import { randomBytes } from "node:crypto";\nf(randomBytes(1));\n',
        "packages/node/test/a.test.ts": text,
      });
      const rules = [
        ":1 eslint(no-restricted-imports)",
        ":2 eslint(no-restricted-properties)",
        ":3 eslint(no-restricted-globals)",
        ":4 eslint(no-restricted-globals)",
        ":5 tallystick(clock)",
        ":6 eslint(no-restricted-globals)",
        ":7 eslint(no-restricted-properties)",
      ];
      expect(found).to.have.members(
        barred.flatMap((name) => rules.map((rule) => `packages/${name}/src/a.ts${rule}`)),
      );
    });

    it("bars the console except in programs", async () => {
      const text = 'console.log("x");\nexport {};\n';
      const found = await oxlint({ "packages/node/src/a.ts": text, "packages/cli/src/a.ts": text });
      expect(found).to.deep.equal(["packages/node/src/a.ts:1 eslint(no-console)"]);
    });

    it("bars what a package exports without a doc comment, once for each name", async () => {
      const exported = { ".": { types: "./dist/src/index.d.ts" } };
      const found = await oxlint({
        "packages/node/package.json": JSON.stringify({ exports: exported }),
        "packages/node/src/index.ts":
          'export { A, b, C, e as named } from "./a.js";\nexport type { D } from "./a.js";\nexport * from "./all.js";\n',
        "packages/node/src/all.ts": "export const f = 1;\n",
        "packages/node/src/inner.ts": "export const g = 1;\n",
        "packages/node/src/a.ts":
          "/** Documented. */\nexport const A = 1;\nexport type A = number;\n\n// not a doc comment\nexport function b(): void {}\n\n" +
          '/** Too far away. */\n\nexport class C {}\ninterface D {}\nconst e = 1;\nexport { e };\nexport type { D };\nexport { x } from "./x.js";\n',
        "packages/node/test/a.test.ts": "export const a = 1;\n",
      });
      const places = [...[6, 10, 11, 12].map((line) => `a.ts:${line}`), "all.ts:1"];
      expect(found).to.have.members(
        places.map((place) => `packages/node/src/${place} tallystick(documented-exports)`),
      );
    });

    it("bars functions of more than 70 lines, not counting suites", async () => {
      const lines = (/** @type {number} */ count) => "f();\n".repeat(count);
      const found = await oxlint({
        "packages/node/src/a.ts": `function long() {\n${lines(69)}}\nfunction justRight() {\n${lines(68)}}\nexport { };\nf(long, justRight);\n`,
        "packages/node/test/a.test.ts":
          `function contract() {\n  describe("suite", () => {\n${lines(80)}it("is long", () => {\n${lines(69)}});\n});\n}\n` +
          "export {};\ncontract();\n",
      });
      expect(found).to.deep.equal([
        "packages/node/src/a.ts:1 tallystick(function-length)",
        "packages/node/test/a.test.ts:83 tallystick(function-length)",
      ]);
    });

    it("bars sources of more than 400 lines and tests of more than 600", async () => {
      const lines = (/** @type {number} */ count) => `${"f();\n".repeat(count - 1)}export {};\n`;
      const found = await oxlint({
        "packages/node/src/a.ts": lines(401),
        "packages/node/src/b.ts": lines(400),
        "packages/node/test/a.test.ts": lines(601),
        "packages/node/test/b.test.ts": lines(600),
      });
      expect(found.map((each) => each.replace(/:\d+/, ""))).to.deep.equal([
        "packages/node/src/a.ts eslint(max-lines)",
        "packages/node/test/a.test.ts eslint(max-lines)",
      ]);
    });

    it("bars braces around a body of one line, and bodies of more lines without them", async () => {
      const found = await oxlint({
        "packages/node/src/a.ts":
          "if (x) f();\nif (x) {\n  f();\n}\nif (x)\n  f(\n    y,\n  );\n" +
          "for (const y of z) {\n  f(y);\n  g(y);\n}\nexport {};\n",
      });
      expect(found).to.deep.equal([
        "packages/node/src/a.ts:2 eslint(curly)",
        "packages/node/src/a.ts:6 eslint(curly)",
      ]);
    });

    it("bars the tag of an Either, read or written, in tests too", async () => {
      const text =
        'if (x._tag === "Left") f();\nconst { _tag } = x;\nf({ _tag: "Left" }, _tag);\n' +
        'f({ "_tag": "Left" });\nexport type A = { readonly _tag: "Left" };\n' +
        'class IoTs {\n  readonly _tag = "IoTs";\n}\nf(IoTs);\n';
      const found = await oxlint({
        "packages/node/test/a.ts": text,
        "packages/node/test/b.test.ts": text,
      });
      expect(found).to.deep.equal(
        ["packages/node/test/a.ts", "packages/node/test/b.test.ts"].flatMap((file) =>
          [1, 2, 3, 4, 5].map((line) => `${file}:${line} tallystick(either-form)`),
        ),
      );
    });

    it("bars a Left that is a text, except in tests", async () => {
      const text =
        'import type { Either } from "fp-ts/lib/Either.js";\n' +
        "export const a = (): Promise<Either<string, 1>> => f();\n" +
        'const b: Either<"a" | "b", string> = g();\nconst c: Either<Error, string> = h();\nf(b, c);\n';
      const found = await oxlint({
        "packages/node/src/a.ts": text,
        "packages/node/test/a.test.ts": text,
      });
      const barred = found.filter((each) => each.includes("either-error"));
      expect(barred).to.deep.equal(["packages/node/src/a.ts:2 tallystick(either-error)"]);
    });

    it("bars fp-ts imported as a whole", async () => {
      const found = await oxlint({
        "packages/node/src/a.ts":
          'import * as E from "fp-ts/lib/Either.js";\nimport { left } from "fp-ts/lib/Either.js";\n' +
          'import * as t from "io-ts";\nf(E, left, t);\n',
      });
      expect(found).to.deep.equal(["packages/node/src/a.ts:1 tallystick(either-form)"]);
    });

    it("bars literal texts in the browser wallet, except in its catalogues", async () => {
      const text =
        'f("kind", "Enter a name.", x === "Enter", `/a/${x}`, `${x} coins`, { kind: x ? "too long" : y }, "M4 11l8-7 8 7v9");\n' +
        'export const A = () => <p title="now" id="now" style={s["Big one"]}>no</p>;\n' +
        'export const B = () => <p title={x ? "now" : t}>{x ?? "no"}</p>;\n' +
        'export const C = () => <p>{x} {"-"} 7 <kbd>g</kbd></p>;\n' +
        'if (x) throw new Error("there is no x");\n' +
        "f(`Revoke ${x}`.trim());\n" +
        'export const D = () => <L none="none" first="none" />;\n';
      const found = await oxlint({
        "packages/wallet-ui/src/a.tsx": text,
        "packages/wallet-ui/src/messages.ts": 'export const messages = { title: "A title" };\n',
        "packages/node/src/a.tsx": text,
      });
      const barred = found.filter((each) => each.includes("literal-texts"));
      expect(barred).to.deep.equal(
        [1, 1, 2, 2, 3, 3, 6, 7].map(
          (line) => `packages/wallet-ui/src/a.tsx:${line} tallystick(literal-texts)`,
        ),
      );
    });

    it("bars intervals and queries that are read again after a time in the browser wallet", async () => {
      const text =
        "f({ refetchInterval: 5_000 });\nwindow.setInterval(f, 1_000);\nsetTimeout(f, 1_000);\n";
      const found = await oxlint({
        "packages/wallet-ui/src/a.ts": text,
        "packages/wallet-ui/test/a.ts": text,
      });
      expect(found).to.deep.equal(
        [1, 2].map((line) => `packages/wallet-ui/src/a.ts:${line} tallystick(polls)`),
      );
    });

    it("bars comparing what was read of a page once in tests of the browser wallet", async () => {
      const text =
        "expect(await page.locator('a').count()).to.equal(1);\n" +
        "expect((await item.innerText()).trim(), 'b').to.equal('c');\n" +
        "await eventually(async () => expect(await item.innerText()).to.equal('c'));\n" +
        "expect(await node.api('alice', 'GET', '/')).to.equal(1);\n";
      const found = await oxlint({
        "packages/wallet-ui/test/scenarios/a.test.ts": `${text}export {};\n`,
        "packages/http/test/a.test.ts": `${text}export {};\n`,
      });
      expect(found).to.deep.equal(
        [1, 2].map(
          (line) => `packages/wallet-ui/test/scenarios/a.test.ts:${line} tallystick(page-readings)`,
        ),
      );
    });

    it("bars time-outs of single tests and suites", async () => {
      const text =
        'it("x", function () {\n  this.timeout(1);\n});\nit("y", () => {}).timeout(1);\nAbortSignal.timeout(1);\nexport {};\n';
      const found = await oxlint({ "packages/node/test/a.test.ts": text });
      expect(found.filter((each) => each.includes("test-timeouts"))).to.deep.equal(
        [2, 4].map((line) => `packages/node/test/a.test.ts:${line} tallystick(test-timeouts)`),
      );
    });

    it("bars every way to switch a test off", async () => {
      const ways = ["describe.only", "describe.skip", "it.only", "it.skip", "xit", "xdescribe"];
      const calls = [...ways, "this.skip"].map((call) => `${call}("x", () => {});\n`);
      const found = await oxlint({
        "packages/node/test/a.test.ts": `it("y", () => {});\n${calls.join("")}export {};\n`,
      });
      expect(found).to.deep.equal(
        calls.map(
          (_, index) => `packages/node/test/a.test.ts:${index + 2} tallystick(switched-off-tests)`,
        ),
      );
    });

    it("bars promises that no one awaits and switches that leave a case out, by type", async () => {
      const found = await oxlint(
        {
          "packages/node/tsconfig.json": JSON.stringify({
            compilerOptions: { strict: true, module: "NodeNext", target: "ES2023", types: [] },
            include: ["src"],
          }),
          "packages/node/src/a.ts":
            "async function work(): Promise<void> {}\nwork();\n" +
            'function name(kind: "a" | "b"): void {\n  switch (kind) {\n    case "a":\n  }\n}\nname("a");\nexport {};\n',
        },
        true,
      );
      expect(found).to.deep.equal([
        "packages/node/src/a.ts:2 typescript(no-floating-promises)",
        "packages/node/src/a.ts:4 typescript(switch-exhaustiveness-check)",
      ]);
    });

    it("finds files that are not formatted", async () => {
      write({
        "packages/core/package.json": `${manifest("fp-ts")}\n`,
        "packages/core/src/a.ts": "const a = 'x'\n",
      });
      useTools();
      const found = await formatFindings(root);
      expect(found.map(({ file }) => file)).to.include("packages/core/src/a.ts");
      expect(found.map(({ file }) => file)).not.to.include("packages/core/src/amount.ts");
    });
  });
});
