import { expect } from "chai";
import { citationFindings } from "../../src/lint/citations.js";
import { textFiles } from "../../src/lint/text-files.js";
import { repositoryRoot } from "../../src/repository.js";

/** Put together, so that what these tests cite is no citation of this file. */
const api = ["ledger", "api"].join("-");
const specification = ["specifi", "cation"].join("");

const RULES = {
  file: "docs/reference/ledger-api/3-validation.md",
  text: "# Validation\n\n## 3 Validation\n\n### 3.1 Grammars\n\n### 3.4 Others\n",
};
const LF = { file: "docs/reference/daml-lf.md", text: "## A DARs\n\n### A.4 Package\n" };
const WALLET = { file: "docs/reference/wallet.md", text: "## 10. Preapproval\n" };

/** @param {string} text @returns {string[]} findings in a source with this text, `line message` */
const inSource = (text) =>
  citationFindings([RULES, LF, WALLET, { file: "packages/core/src/a.ts", text }]).map(
    ({ file, line, message }) => {
      expect(file).to.equal("packages/core/src/a.ts");
      return `${line} ${message}`;
    },
  );

describe("citations", () => {
  it("resolve to numbered headings, over pages of one document, letters and lists", () => {
    expect(inSource(`// (${api} 3.1, 3.4) and (${api} 3, daml-lf A.4) (wallet 10)`)).to.be.empty;
  });

  for (const [text, section] of [
    [`(${api} 3.2)`, `${api} 3.2`],
    [`(${api} 3.1, 3.9)`, `${api} 3.9`],
    ["wallet 10 and 11 say so", "wallet 11"],
    [`(daml-lf A.5, ${api} 3)`, "daml-lf A.5"],
    [`(${api} 3.1.7)`, `${api} 3.1.7`],
    [`see ${specification} 4.1`, `${specification} 4.1`],
  ]) {
    it(`of "${text}" have no section ${section}`, () => {
      expect(inSource(`\n// ${text}\n`)).to.deep.equal([
        `2 "${section}" is no section of docs/reference/`,
      ]);
    });
  }

  it("may go over the end of a line of a comment", () => {
    expect(inSource(`/**\n * Long (${api}\n * 3.7).\n */`)).to.deep.equal([
      `2 "${api} 3.7" is no section of docs/reference/`,
    ]);
  });

  it("name a section", () => {
    expect(inSource(`// (${api} Daml values)`)).to.deep.equal([
      `1 "${api}" is cited without a section`,
    ]);
  });

  it("are not seen in paths, words and numbers of something else", () => {
    expect(inSource("docs/reference/wallet/0.md, (wallet users), audit 100% and wallet 7x")).to.be
      .empty;
  });

  it("find one section in one place", () => {
    const twice = { file: "docs/reference/ledger-api/4.md", text: "\n## 3 Again\n" };
    expect(citationFindings([RULES, twice])).to.deep.equal([
      {
        file: twice.file,
        line: 2,
        rule: "citations",
        message: `section ${api} 3 is in ${RULES.file} already`,
      },
    ]);
  });

  it("of this repository are many, and the check sees them", () => {
    const files = textFiles(repositoryRoot);
    const withoutPages = files.filter(({ file }) => !file.startsWith("docs/reference/"));
    expect(citationFindings(withoutPages).length).to.be.greaterThan(400);
  });
});
