import { expect } from "chai";
import { isLeft, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { SchemaType } from "../../src/types/schema-type.js";
import { expectedError, wireArray, wireInt32 } from "../../src/types/wire-type.js";

const Even = new SchemaType<number>("Even", { type: "integer" }, (u) =>
  typeof u === "number" && u % 2 === 0 ? right(u) : expectedError("an even number", u),
);
const lines = (errors: t.Errors): ReadonlyArray<string> =>
  errors.map(({ context, message }) => `${context.map(({ key }) => key).join("/")}: ${message}`);
const errorsOf = (type: t.Mixed, value: unknown): ReadonlyArray<string> => {
  const outcome = type.decode(value);
  return isLeft(outcome) ? lines(outcome.left) : [];
};

describe("a type with a schema", () => {
  it("is an io-ts type: guard, decoder and encoder agree", () => {
    for (const [value, fits] of [
      [2, true],
      [3, false],
      ["2", false],
    ] as const) {
      expect(Even.is(value), String(value)).to.equal(fits);
      expect(isLeft(Even.decode(value)), String(value)).to.equal(!fits);
    }
    expect(Even.decode(4)).to.deep.equal(right(4));
    expect(Even.encode(4)).to.equal(4);
  });

  it("reports to io-ts the reason, the value and the way to it", () => {
    const outcome = wireArray(Even).decode([2, 3]);
    if (!isLeft(outcome)) throw new Error("decoded");
    expect(lines(outcome.left)).to.deep.equal(["/1: expected an even number, found the number 3"]);
    expect(outcome.left[0]?.value).to.equal(3);
  });

  it("works inside the combinators of io-ts, with the path of both", () => {
    const Pair = t.type({ list: wireArray(Even) });
    expect(errorsOf(Pair, { list: [1] })).to.deep.equal([
      "/list/0: expected an even number, found the number 1",
    ]);
    expect(errorsOf(Pair, { list: [2] })).to.deep.equal([]);
    expect(errorsOf(t.partial({ list: wireArray(Even) }), {})).to.deep.equal([]);
  });

  it("works inside a union of io-ts, whose branches all report", () => {
    expect(errorsOf(t.union([Even, wireInt32]), "x")).to.have.lengthOf(2);
    expect(errorsOf(t.union([Even, wireInt32]), 3)).to.deep.equal([]);
  });

  it("reads once per decode and keeps what its reader makes of the value", () => {
    let reads = 0;
    const Trimmed = new SchemaType<string>("Trimmed", { type: "string" }, (u) => {
      reads += 1;
      return typeof u === "string" ? right(u.trim()) : left({ path: [], reason: "no", actual: u });
    });
    expect(Trimmed.decode(" a ")).to.deep.equal(right("a"));
    expect(reads).to.equal(1);
  });

  it("has no definitions unless it is given some", () => {
    expect(Even.definitions).to.deep.equal({});
    const Named = new SchemaType("Even", Even.schema, Even.read, { Even: Even.schema });
    expect(Named.definitions).to.deep.equal({ Even: { type: "integer" } });
  });
});
