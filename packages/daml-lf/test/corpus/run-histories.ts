import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { isLeft } from "fp-ts/lib/Either.js";
import { type Dar, readDar } from "../../src/dar.js";
import type { Pieces } from "../../src/values/meter.js";
import {
  comparableAnswer,
  type CompiledDars,
  compiledDars,
  type History,
  HistoryLedger,
} from "./history-ledger.js";

/** A step that was answered otherwise than recorded. */
interface HistoryDifference {
  readonly name: string;
  readonly step: number;
  readonly found: unknown;
  readonly expected: unknown;
}

/** Choices of contract ids that a history is tried with after the first. */
const otherSalts = Array.from({ length: 15 }, (_, at) => at + 1);

/** Replays histories; the packages of the same DARs are compiled once. */
export class HistoryRunner {
  readonly #compiled = new Map<string, CompiledDars>();

  /**
   * @param folder of the DARs
   * @param pieces what transactions take in one piece; default: as on a ledger
   * @param isProfiled see `HistoryLedger`
   */
  constructor(
    private readonly folder: string,
    private readonly pieces?: Pieces,
    private readonly isProfiled = false,
  ) {}

  /**
   * The steps that differ; those after the first may follow from it. Ids of contracts are random in
   * each engine, and programs can ask for their order: a history that is as recorded with some ids
   * differs in nothing.
   */
  async differences(history: History): Promise<ReadonlyArray<HistoryDifference>> {
    const dars = await this.#dars(history.dars);
    const first = differencesWith(new HistoryLedger(dars, 0, this.isProfiled), history);
    const isSame = (salt: number): boolean =>
      differencesWith(new HistoryLedger(dars, salt, this.isProfiled), history).length === 0;
    return first.length > 0 && otherSalts.some(isSame) ? [] : first;
  }

  async #dars(files: ReadonlyArray<string>): Promise<CompiledDars> {
    const key = files.join();
    const known = this.#compiled.get(key);
    if (known !== undefined) return known;
    const dars: Array<Dar> = [];
    for (const file of files) {
      const read = await readDar(readFileSync(join(this.folder, file)));
      if (isLeft(read)) throw new Error(read.left.cause);
      dars.push(read.right);
    }
    const compiled = compiledDars(dars, this.pieces);
    this.#compiled.set(key, compiled);
    return compiled;
  }
}

const isSameAnswer = (found: unknown, expected: unknown): boolean =>
  isDeepStrictEqual(withoutLocal(found, expected), expected);

/** A contract of a refused transaction has an id of its own in each engine. */
const withoutLocal = (found: unknown, expected: unknown): unknown => {
  const refused = errorIn(expected);
  const ours = errorIn(found);
  const contract = refused?.["contract"];
  return ours === undefined || typeof contract !== "string" || contract.startsWith("#")
    ? found
    : { refused: { ...ours, contract } };
};

const errorIn = (answer: unknown): Readonly<Record<string, unknown>> | undefined => {
  const refused: unknown =
    typeof answer === "object" && answer !== null && "refused" in answer
      ? answer.refused
      : undefined;
  // border: an error is an object
  return refused as Readonly<Record<string, unknown>> | undefined;
};

const differencesWith = (
  ledger: HistoryLedger,
  history: History,
): ReadonlyArray<HistoryDifference> => {
  const differences: Array<HistoryDifference> = [];
  for (const [step, { submit, answer }] of history.steps.entries()) {
    const expected = comparableAnswer(answer);
    let found: unknown;
    try {
      found = ledger.answer(submit);
    } catch (thrown) {
      found = { thrown: thrown instanceof Error ? thrown.stack : String(thrown) };
    }
    if (!isSameAnswer(found, expected))
      differences.push({ name: history.name, step, found, expected });
  }
  return differences;
};
