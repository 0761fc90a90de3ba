import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { readDar } from "../../src/dar.js";
import { type EvalLine, evaluated, programIn, recordedLines } from "./eval-lines.js";
import { compiledDars, HistoryLedger, type RecordedSubmission } from "./history-ledger.js";

const folder = fileURLToPath(new URL("../../../test/corpus/data/", import.meta.url));
const dar = "budget-2.2.dar";

/** A program that does not end, or not soon. */
type BudgetLine = EvalLine & {
  readonly submit?: RecordedSubmission;
  readonly observed: { readonly answer?: { readonly error?: unknown } };
};

const lines = recordedLines<BudgetLine>(`${folder}budget.jsonl.gz`);

describe("Programs that do not end", () => {
  for (const line of lines.filter(({ submit }) => submit === undefined)) {
    it(`end with the error that was recorded, or that of their budget: ${line.name}`, async () => {
      const answer = evaluated(await programIn(folder, dar), line);
      const { error = { kind: "Budget" } } = line.observed.answer ?? {};
      expect(answer).to.deep.equal({ error });
    }).timeout(120_000);
  }

  for (const [name, reason] of [
    ["update_Forever", /INTERPRETATION_TIME_EXCEEDED: The program takes more than it may/],
    ["update_Creates", /A transaction has at most 20000 nodes/],
    ["update_Itself", /Exercises may be nested at most \d+ deep/],
  ] as const) {
    it(`end the submission: ${name}`, async () => {
      const read = await readDar(readFileSync(folder + dar));
      if (isLeft(read)) throw new Error(read.left.cause);
      const submit = lines.find((line) => line.name === name)?.submit;
      if (submit === undefined) throw new Error(`no ${name}`);
      const answer = new HistoryLedger(compiledDars([read.right]), 0).answer(submit);
      expect(JSON.stringify(answer)).to.match(reason);
    }).timeout(120_000);
  }
});
