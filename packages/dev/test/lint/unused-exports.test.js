import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { unusedExportFindings } from "../../src/lint/unused-exports.js";

describe("unused-exports", () => {
  /** @type {string} */
  let root;

  before(() => {
    root = mkdtempSync(join(tmpdir(), "tallystick-exports-"));
    mkdirSync(join(root, "packages/x"), { recursive: true });
    writeFileSync(join(root, "packages/x/package.json"), JSON.stringify({ name: "@tallystick/x" }));
  });

  after(() => rmSync(root, { recursive: true }));

  /**
   * @param {Record<string, string>} files
   * @param {Record<string, string>} [allowed]
   * @returns {string[]} `line name`
   */
  const found = (files, allowed = {}) => {
    const texts = Object.entries(files).map(([file, text]) => ({ file, text }));
    return unusedExportFindings(root, ["packages/x"], texts, allowed).map(
      ({ file, line, message }) => {
        expect(file).to.equal("packages/x/src/index.ts");
        return `${line} ${message.split('"')[1]}`;
      },
    );
  };

  const index = "packages/x/src/index.ts";

  it("finds values that nothing outside names, listed, starred and declared", () => {
    const files = {
      [index]:
        'export {\n  a,\n  b as c,\n} from "./a.js";\nexport * from "./d.js";\nexport const e = 1;\n',
      "packages/x/src/d.ts": "export function d() {}\nfunction inner() {}\n",
      "packages/x/test/d.test.ts": "a",
    };
    expect(found(files)).to.deep.equal(["2 a", "3 c", "5 d", "6 e"]);
  });

  it("allows what a package, test, example or page uses that names the package", () => {
    const files = { [index]: 'export { a, b, c } from "./a.js";\n' };
    const using = 'import { a } from "@tallystick/x";';
    expect(
      found({
        ...files,
        "packages/y/test/a.test.ts": using,
        "docs/page.md": `${using.replace("a", "b")} b`,
      }),
    ).to.deep.equal(["1 c"]);
    expect(found({ ...files, "packages/y/src/a.ts": "a b c" })).to.have.length(3);
  });

  it("allows types that are part of a signature, and finds those nothing names again", () => {
    const files = {
      [index]: 'export { type A, type B } from "./a.js";\nexport type { C } from "./a.js";\n',
      "packages/x/src/a.ts":
        "export interface A {}\nexport interface B { readonly a: A }\nexport type C = 1;\n",
    };
    expect(found(files)).to.deep.equal(["1 B", "2 C"]);
  });

  it("allows what the list allows with a reason", () => {
    const files = { [index]: 'export { a } from "./a.js";\n' };
    expect(found(files, { "@tallystick/x a": "for users" })).to.be.empty;
  });
});
