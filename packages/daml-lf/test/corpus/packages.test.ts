import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { recordedLines } from "./eval-lines.js";
import { differenceOf, type PackageLine, type UpgradeLine } from "./package-lines.js";

const file = fileURLToPath(new URL("../../../test/corpus/data/packages.jsonl.gz", import.meta.url));

describe("DARs that the genuine participant took or refused", () => {
  it("have the same verdicts, and so have pairs of versions of a package", async () => {
    const lines = recordedLines<PackageLine | UpgradeLine>(file);
    expect(lines.length).to.equal(709);
    const differences: Array<unknown> = [];
    for (const line of lines) {
      const difference = await differenceOf(line);
      if (difference !== undefined) differences.push(difference);
    }
    expect(differences).to.deep.equal([]);
  });
});
