import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { recordedLines } from "./eval-lines.js";
import type { History } from "./history-ledger.js";
import { HistoryRunner } from "./run-histories.js";

const folder = fileURLToPath(new URL("../../../test/corpus/data/", import.meta.url));
const histories = readdirSync(folder)
  .filter((file) => file.startsWith("updates") && file.endsWith(".jsonl.gz"))
  .flatMap((file) => recordedLines<History>(folder + file));

describe("Histories of submissions that the genuine engine answered", () => {
  it("are all here", () => {
    expect(histories.length).to.equal(2150);
  });

  for (const dar of new Set(histories.map(({ dars }) => dars.join()))) {
    it(`have the same transactions, contracts and errors: ${dar}`, async () => {
      const runner = new HistoryRunner(folder);
      const differences: Array<unknown> = [];
      for (const history of histories.filter(({ dars }) => dars.join() === dar))
        differences.push(...(await runner.differences(history)));
      expect(differences.slice(0, 3)).to.deep.equal([]);
    });
  }
});
