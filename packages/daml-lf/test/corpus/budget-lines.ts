import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { isLeft } from "fp-ts/lib/Either.js";
import { readDar } from "../../src/dar.js";
import { type EvalLine, evaluated, programIn } from "./eval-lines.js";
import { compiledDars, HistoryLedger, type RecordedSubmission } from "./history-ledger.js";

/** A program that does not end, or not soon: a closed expression, or a submission. */
export type BudgetLine = EvalLine & {
  readonly submit?: RecordedSubmission;
  readonly observed: { readonly answer?: { readonly error?: unknown } };
};

/** What a submission is answered. */
export const submittedLine = async (
  folder: string,
  { dar }: BudgetLine,
  submit: RecordedSubmission,
): Promise<unknown> => {
  const read = await readDar(readFileSync(join(folder, dar)));
  if (isLeft(read)) throw new Error(read.left.cause);
  return new HistoryLedger(compiledDars([read.right]), 0).answer(submit);
};

/**
 * What differs from what must come: the recorded error, or where the engine did not end, one of the
 * program's budget; undefined when nothing.
 */
export const budgetDifference = async (folder: string, line: BudgetLine): Promise<unknown> => {
  const { name, submit, observed } = line;
  if (submit !== undefined) {
    const found = await submittedLine(folder, line, submit);
    const isRefused = typeof found === "object" && found !== null && "refused" in found;
    return isRefused ? undefined : { name, found, expected: "an error" };
  }
  const found = evaluated(await programIn(folder, line.dar), line);
  const { error = { kind: "Budget" } } = observed.answer ?? {};
  return isDeepStrictEqual(found, { error }) ? undefined : { name, found, expected: { error } };
};
