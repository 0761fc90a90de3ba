import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { walletRows } from "../../src/wallet/wallet-rows.js";

const file = fileURLToPath(new URL("../../../../../docs/external-parties.md", import.meta.url));
const begin =
  "<!-- from the rows of the wallet; UPDATE_DOCS=1 npm test -- external-parties-document writes it -->\n";
const end = "<!-- end -->";

const operations = walletRows.filter(
  ({ access, submits }) => access === "user" && submits === true,
);
const nameOf = ({ method, path }: { readonly method: string; readonly path: string }): string =>
  `${method} ${path}`;

const table = (): string => {
  const rows = operations.map((row) => {
    const { external, summary } = row;
    const how = typeof external === "object" ? `no. ${external.refused}` : "signs it";
    return `| \`${nameOf(row)}\` | ${summary} | ${how} |`;
  });
  return `| Operation | | A party that signs outside |\n|---|---|---|\n${rows.join("\n")}\n`;
};

describe("docs/external-parties.md", () => {
  it("is told by every operation of a wallet what an external party can do, and by no other row", () => {
    const decided = walletRows.filter(({ external }) => external !== undefined).map(nameOf);
    expect(decided).to.deep.equal(operations.map(nameOf));
  });

  it("has each of them", () => {
    const [before = "", rest = ""] = readFileSync(file, "utf8").split(begin);
    const after = rest.slice(rest.indexOf(end));
    const wanted = `${before}${begin}\n${table()}\n${after}`;
    if (process.env["UPDATE_DOCS"] === "1") writeFileSync(file, wanted);
    expect(readFileSync(file, "utf8")).to.equal(wanted);
  });
});
