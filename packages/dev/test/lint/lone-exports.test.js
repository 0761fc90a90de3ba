import { expect } from "chai";
import { loneExportFindings } from "../../src/lint/lone-exports.js";

/**
 * @param {Record<string, string>} files
 * @param {Record<string, string>} [allowed]
 * @returns {string[]} `file:line name`
 */
const found = (files, allowed) =>
  loneExportFindings(
    Object.entries(files).map(([file, text]) => ({ file, text, imports: [] })),
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
      "export type F = E;",
      "const inner = a;",
    ].join("\n");
    expect(
      found({ [file]: text, "packages/x/test/a.test.ts": "export const g = inner;" }),
    ).to.deep.equal([
      `${file}:1 a`,
      `${file}:2 b`,
      `${file}:3 c`,
      `${file}:4 D`,
      `${file}:5 E`,
      `${file}:6 F`,
      "packages/x/test/a.test.ts:1 g",
    ]);
  });

  it("allows what another file names, whichever it is", () => {
    const files = { [file]: "export const a = 1;\nexport const ab = 2;\n" };
    expect(found({ ...files, "packages/y/test/a.test.ts": "f(a)" })).to.deep.equal([
      `${file}:2 ab`,
    ]);
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
