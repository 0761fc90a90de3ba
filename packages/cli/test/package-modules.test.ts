import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { loadPackages, loadRegistries } from "../src/package-modules.js";
import { scratchFolder, start } from "./process.js";
import { thrownBy } from "./thrown-by.js";

const core = import.meta.resolve("@tallystick/core");
const define = (name: string): string =>
  `definePackage({ name: ${JSON.stringify(name)}, version: "1.0.0" })`;

describe("loadPackages", () => {
  let folder: string;
  let remove: () => Promise<void>;

  beforeEach(async () => {
    [folder, remove] = await scratchFolder();
  });
  afterEach(() => remove());

  const moduleOf = async (name: string, text: string): Promise<string> => {
    const file = join(folder, name);
    await writeFile(file, `import { definePackage } from ${JSON.stringify(core)};\n${text}\n`);
    return file;
  };

  const namesIn = async (...files: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
    const loaded = await loadPackages(files);
    return loaded.map(({ name }) => name);
  };

  const errorOf = async (...files: ReadonlyArray<string>): Promise<string> =>
    (await thrownBy(() => loadPackages(files))).message;

  it("gives nothing for no module", async () => {
    expect(await namesIn()).to.deep.equal([]);
  });

  it("reads the packages of DARs", async () => {
    const dar = fileURLToPath(new URL("../../../../examples/daml/iou.dar", import.meta.url));
    expect(await namesIn(dar)).to.deep.equal(["iou-example"]);
    expect(await errorOf(join(folder, "no.dar"))).to.match(/^packages: cannot read .*no\.dar: /);
  });

  it("gives every package a module exports: named, by default and in lists", async () => {
    const text = `export const a = ${define("a")};\nexport default ${define("b")};
      export const lists = [${define("c")}, ${define("d")}];\nexport const other = { name: "x" };`;
    expect(await namesIn(await moduleOf("all.mjs", text))).to.have.members(["a", "b", "c", "d"]);
  });

  it("gives a package once that is exported twice", async () => {
    const text = `export const a = ${define("a")};\nexport default a;`;
    const file = await moduleOf("twice.mjs", text);
    expect(await namesIn(file, file)).to.deep.equal(["a"]);
  });

  it("finds the registries that modules export, each once", async () => {
    const text = `export const a = ${define("a")};
      export const registry = { kind: "token-registry", open: async () => ({}) };
      export const again = registry;\nexport const other = { kind: "token-registry" };`;
    const file = await moduleOf("registry.mjs", text);
    const dar = fileURLToPath(new URL("../../../../examples/daml/iou.dar", import.meta.url));
    expect(await loadRegistries([file, dar])).to.have.lengthOf(1);
    expect(await loadRegistries([await moduleOf("none.mjs", `export const a = ${define("a")};`)]))
      .to.be.empty;
  });

  it("keeps the order of the modules", async () => {
    const first = await moduleOf("first.mjs", `export const z = ${define("z")};`);
    const second = await moduleOf("second.mjs", `export const a = ${define("a")};`);
    expect(await namesIn(first, second)).to.deep.equal(["z", "a"]);
  });

  it("names a module that is not there, and a folder", async () => {
    const missing = join(folder, "missing.mjs");
    expect(await errorOf(missing))
      .to.contain(`cannot read ${missing}`)
      .and.to.contain("ENOENT");
    await mkdir(join(folder, "folder.mjs"));
    expect(await errorOf(join(folder, "folder.mjs"))).to.match(/folder\.mjs is not a file$/);
  });

  it("names a module that throws, and what it throws", async () => {
    const throws = await moduleOf("throws.mjs", 'throw new Error("no such currency");');
    expect(await errorOf(throws)).to.equal(
      `packages: ${throws} throws when it is imported: no such currency; "node ${throws}" shows where`,
    );
    const broken = await moduleOf("broken.mjs", "export const = 1;");
    expect(await errorOf(broken)).to.contain(`${broken} throws when it is imported: `);
  });

  for (const [what, text, found] of [
    ["exports nothing", "", "found no exports"],
    ["exports no package", "export const a = 1, b = null;", "found a, b"],
    [
      "exports what only looks like one",
      'export const p = { name: "p", version: "1", templates: [1], interfaces: [], choices: [], instances: [] };',
      "found p",
    ],
    ["exports a list with something else", `export const l = [${define("a")}, 1];`, "found l"],
  ] as const) {
    it(`says what is expected of a module that ${what}`, async () => {
      expect(await errorOf(await moduleOf("none.mjs", text)))
        .to.contain("none.mjs exports no package: expected what definePackage returns")
        .and.to.contain(found);
    });
  }

  for (const [what, text] of [
    ["ends the process", "process.exit(0);"],
    ["waits for what never comes", "await new Promise(() => {});"],
  ] as const) {
    it(`ends a start with what is wrong when a module ${what}`, async () => {
      const file = await moduleOf("ends.mjs", text);
      const args = ["serve", "--port", "0", "--data", ":memory:", "--packages", file];
      const { code, err } = await start(args).ended;
      expect([code, err]).to.deep.equal([
        2,
        `tallystick: packages: ${file} ends the process, or waits forever, when it is imported; it may only export\n`,
      ]);
    });
  }

  it("imports no module after one that has no package", async () => {
    const none = await moduleOf("none.mjs", "");
    const throws = await moduleOf("throws.mjs", 'throw new Error("imported");');
    expect(await errorOf(none, throws)).to.contain("none.mjs");
  });
});
