import { expect } from "chai";
import { importsOf } from "../../src/lint/imports.js";
import { loneExportFindings } from "../../src/lint/lone-exports.js";

/**
 * @param {Record<string, string>} files
 * @param {Record<string, string>} [allowed]
 * @returns {string[]} `file:line name`
 */
const found = (files, allowed) =>
  loneExportFindings(
    Object.entries(files).map(([file, text]) => ({ file, text, imports: importsOf(text) })),
    allowed,
  ).map(({ file, line, message }) => `${file}:${line} ${message.split('"')[1]}`);

describe("lone-exports", () => {
  const file = "packages/x/src/a.ts";

  it("finds what only its own file names, of every kind, in tests and other packages too", () => {
    const text = [
      "export const a = 1;",
      "export function b() {}",
      "export async function* c() {}",
      "export class D {}",
      "export interface E {}",
      "export type F = string;",
      "const inner = a;",
    ].join("\n");
    const test = 'import { inner } from "../src/a.js";\nexport const g = inner;';
    expect(found({ [file]: text, "packages/x/test/a.test.ts": test })).to.deep.equal([
      `${file}:1 a`,
      `${file}:2 b`,
      `${file}:3 c`,
      `${file}:4 D`,
      `${file}:5 E`,
      `${file}:6 F`,
      "packages/x/test/a.test.ts:2 g",
    ]);
  });

  it("allows what a file that imports it names, also by way of one that passes it on whole", () => {
    const files = { [file]: "export const a = 1;\nexport const ab = 2;\n" };
    const test = (/** @type {string} */ from) => ({
      "packages/x/test/a.test.ts": `import { a } from "${from}";\nf(a);`,
    });
    expect(found({ ...files, ...test("../src/a.js") })).to.deep.equal([`${file}:2 ab`]);
    const all = { "packages/x/src/all.ts": 'export * from "./a.js";\n' };
    expect(found({ ...files, ...all, ...test("../src/all.js") })).to.deep.equal([`${file}:2 ab`]);
  });

  it("finds what others name that do not import it", () => {
    const files = { [file]: "export const a = 1;", "packages/x/src/b.ts": "f({ a: 1 });" };
    expect(found(files)).to.deep.equal([`${file}:1 a`]);
  });

  it("allows types that are part of a signature, and examples", () => {
    const text = "export interface A {}\nconst f = (a: A) => a;\n";
    expect(found({ [file]: text, "examples/x/a.js": "export const b = 1;" })).to.be.empty;
  });

  it("allows what the list allows with a reason", () => {
    expect(found({ [file]: "export const a = 1;" }, { [`${file} a`]: "for users" })).to.be.empty;
  });

  it("leaves what an index passes on whole to the rule on uses outside of the package", () => {
    const files = {
      "packages/x/src/index.ts": 'export * from "./room/index.js";\n',
      "packages/x/src/room/index.ts": 'export * as b from "./b.js";\n',
      "packages/x/src/room/b.ts": "export interface B {}\n",
      [file]: "export interface A {}\n",
    };
    expect(found(files)).to.deep.equal([`${file}:1 A`]);
  });
});
