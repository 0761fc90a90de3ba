import { expect } from "chai";
import { isLeft, left } from "fp-ts/lib/Either.js";
import { evaluateDar, type EvaluationOptions } from "../../src/inspect/evaluate-dar.js";
import { recordedDar } from "./dars.js";

const values = async (options: EvaluationOptions) => {
  const evaluated = evaluateDar(await recordedDar("eval-2.2-data.dar"), options);
  if (isLeft(evaluated)) throw new Error(JSON.stringify(evaluated.left));
  return evaluated.right;
};

const one = async (name: string, budget = {}) => {
  const [only, ...others] = await values({ module: "M", name, budget });
  expect(others).to.deep.equal([]);
  if (only === undefined) throw new Error(`no ${name}`);
  return only;
};

describe("evaluateDar", () => {
  it("gives a value as Daml shows it and as the JSON interface writes it", async () => {
    expect(await one("data_0151")).to.deep.include({
      name: "M:data_0151",
      type: "M:R3",
      form: "value",
      text: String.raw`R3 {i = 3, t = ":\n\n9éécX\"\n", n = -512500000.0}`,
      json: { i: "3", t: ':\n\n9éécX"\n', n: "-512500000.0000000000" },
    });
  });

  it("says what failed and where", async () => {
    const { error, text, json } = await one("order_0405");
    expect([text, json]).to.deep.equal([undefined, undefined]);
    expect(error).to.deep.include({
      kind: "FailureStatus",
      errorId: "UNHANDLED_EXCEPTION/M:Exc",
      message: "exc payload",
    });
    expect(error?.place).to.deep.include({
      packageName: "eval-2-2-data-1.0.0",
      module: "M",
      definition: "fail",
    });
  });

  it("names functions and does not run them", async () => {
    const { form, type, text, error, steps } = await one("pty");
    expect([form, type, text, error, steps]).to.deep.equal([
      "function",
      "Text -> Party",
      undefined,
      undefined,
      0,
    ]);
  });

  it("evaluates every value of a module, each with a budget of its own", async () => {
    const all = await values({ module: "M" });
    expect(all.length).to.equal(511);
    const short = await values({ module: "M", budget: { steps: 3 } });
    const ended = short.filter(({ error }) => error?.kind === "Budget");
    expect(ended.length).to.be.greaterThan(50).and.lessThan(511);
    for (const { error } of ended) expect(error?.message).to.contain("more than 3");
  });

  it("names what there is when a module or a value is not there", async () => {
    const dar = await recordedDar("eval-2.2-data.dar");
    const noModule = evaluateDar(dar, { module: "N" });
    expect(noModule).to.deep.equal(left({ unknown: "N", known: ["M"] }));
    const noValue = evaluateDar(dar, { module: "M", name: "data_9999" });
    expect(isLeft(noValue) && "unknown" in noValue.left && noValue.left.known).to.include(
      "data_0151",
    );
  });
});
