import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isShort } from "@tallystick/dev";
import { expect } from "chai";
import { allCanaries } from "../../src/canaries/all-canaries.js";
import { canaryTable } from "../../src/campaign/canary-table.js";
import { huntBudget } from "../../src/campaign/hunt.js";
import { huntAll } from "../../src/campaign/processes.js";

const page = fileURLToPath(new URL("../../../../../docs/simulation.md", import.meta.url));

const table = /<!-- canaries -->\n([\s\S]*?)\n<!-- end of canaries -->/;

/** Names and what they break, as rows of the page have them. */
const described = (text: string): ReadonlyArray<string> =>
  text
    .split("\n")
    .slice(2)
    .map((row) => row.split(" | ").slice(0, 2).join(" | "));

/** The histories that the page says, by canary: in the short form each is tried first. */
const written = (text: string): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...text.matchAll(/^\| ([^|]+) \| [^|]+ \| (\d+) \|/gm)].map(([, name = "", histories]) => [
      name,
      Number(histories),
    ]),
  );

describe("Canaries", () => {
  it("are each found within the budget, and are in the table of the page", async () => {
    const text = readFileSync(page, "utf8");
    const isWritten = process.env["UPDATE_DOCS"] === "1";
    const first = isShort() && !isWritten ? written(text) : {};
    const found = await huntAll({ budget: huntBudget, first });
    const missed = allCanaries.filter((_, at) => found[at] === undefined);
    expect(missed.map(({ name }) => name)).to.deep.equal([]);
    const rows = canaryTable(found);
    if (isWritten) {
      const marked = `<!-- canaries -->\n${rows}\n<!-- end of canaries -->`;
      writeFileSync(
        page,
        text.replace(table, () => marked),
      );
      return;
    }
    // how many histories each takes changes with the ledger
    expect(described(table.exec(text)?.[1] ?? "")).to.deep.equal(described(rows));
  });

  it("are at least twenty, each with a name of its own", () => {
    expect(new Set(allCanaries.map(({ name }) => name)).size).to.equal(allCanaries.length);
    expect(allCanaries.length).to.be.at.least(20);
  });
});
