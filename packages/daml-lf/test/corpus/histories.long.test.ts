import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { transactionBudget } from "../../src/values/meter.js";
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
    const differences = async (runner: HistoryRunner): Promise<ReadonlyArray<unknown>> => {
      const all: Array<unknown> = [];
      for (const history of histories.filter(({ dars }) => dars.join() === dar))
        all.push(...(await runner.differences(history)));
      return all.slice(0, 3);
    };

    it(`have the same transactions, contracts and errors: ${dar}`, async () => {
      expect(await differences(new HistoryRunner(folder))).to.deep.equal([]);
    });

    it(`are the same, and take the same, where programs count what they take: ${dar}`, async () => {
      expect(await differences(new HistoryRunner(folder, undefined, true))).to.deep.equal([]);
      const slice = { steps: 3, bytes: 1_000 };
      const pieces = { slice, whole: transactionBudget, builtin: transactionBudget };
      expect(await differences(new HistoryRunner(folder, pieces, true))).to.deep.equal([]);
    });

    it(`are the same where programs pause at almost every call: ${dar}`, async () => {
      const slice = { steps: 3, bytes: 1_000 };
      const pieces = { slice, whole: transactionBudget, builtin: transactionBudget };
      expect(await differences(new HistoryRunner(folder, pieces))).to.deep.equal([]);
    });
  }
});
