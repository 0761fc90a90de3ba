import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { type EvaluatedValue, evaluateDar } from "../../src/inspect/evaluate-dar.js";
import type { Budget } from "../../src/values/meter.js";
import { recordedDar } from "../inspect/dars.js";

// programs that a genuine engine of 3.5.8 did not end within 8 s, unless said otherwise

const small: Budget = { steps: 3_000_000, bytes: 64 * 1024 * 1024 };

const evaluated = async (name: string, budget: Partial<Budget>): Promise<EvaluatedValue> => {
  const values = evaluateDar(await recordedDar("budget-2.2.dar"), { module: "M", name, budget });
  if (isLeft(values)) throw new Error(JSON.stringify(values.left));
  const [only] = values.right;
  if (only === undefined) throw new Error(`no ${name}`);
  return only;
};

const heapUsed = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

const rows: ReadonlyArray<readonly [name: string, reason: RegExp]> = [
  ["loop", /steps: more than 3000000/],
  ["loop_mutual", /steps: more than 3000000/],
  ["loop_fix", /steps: more than 3000000/],
  ["deep_endless", /memory: more than 67108864 bytes/],
  ["list_endless", /(steps|memory): more than/],
  ["text_doubling", /(text|memory): /],
  ["fib_60", /steps: more than 3000000/],
  ["map_endless", /(steps|memory): more than/],
  ["value_of_itself", /memory: more than 67108864 bytes/],
];

describe("A program that does not end", () => {
  for (const [name, reason] of rows) {
    it(`${name} is ended by its budget, and its memory returns`, async () => {
      const before = heapUsed();
      const { error, text } = await evaluated(name, small);
      expect(text).to.equal(undefined);
      expect(error?.kind).to.equal("Budget");
      expect(error?.message).to.match(reason);
      expect(heapUsed() - before).to.be.lessThan(16 * 1024 * 1024);
    });
  }

  it("count_1e12 fails as it does in the genuine engine", async () => {
    const { error } = await evaluated("count_1e12", {});
    expect(error).to.deep.include({
      kind: "FailureStatus",
      errorId: "UNHANDLED_EXCEPTION/DA.Exception.ArithmeticError:ArithmeticError",
      message: "ArithmeticError while evaluating (ADD_INT64 9223371464321704009 999990776586).",
    });
  });
});
