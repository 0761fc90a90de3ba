import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { type BudgetLine, budgetDifference, submittedLine } from "./budget-lines.js";
import { recordedLines } from "./eval-lines.js";

const folder = fileURLToPath(new URL("../../../test/corpus/data/", import.meta.url));
const lines = recordedLines<BudgetLine>(`${folder}budget.jsonl.gz`);

describe("Programs that do not end", () => {
  for (const line of lines.filter(({ submit }) => submit === undefined)) {
    it(`end with the error that was recorded, or that of their budget: ${line.name}`, async () => {
      expect(await budgetDifference(folder, line)).to.equal(undefined);
    });
  }

  for (const [name, reason] of [
    ["update_Forever", /INTERPRETATION_TIME_EXCEEDED: The program takes more than it may/],
    ["update_Creates", /A transaction has at most 20000 nodes/],
    ["update_Itself", /Exercises may be nested at most \d+ deep/],
  ] as const) {
    it(`end the submission: ${name}`, async () => {
      const line = lines.find((each) => each.name === name);
      if (line?.submit === undefined) throw new Error(`no ${name}`);
      const answer = await submittedLine(folder, line, line.submit);
      expect(JSON.stringify(answer)).to.match(reason);
    });
  }
});
