import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { readDar } from "../src/dar.js";
import { validateDar } from "../src/validate-dar.js";
import { darOf, message, payloadOf, typeRef0, unitExpr } from "./dar-writer.js";

/** The error of a package whose table of expressions has these entries, and a value of the last. */
const errorOf = async (entries: ReadonlyArray<Uint8Array>): Promise<string> => {
  const last = message([44, entries.length - 1]);
  const payload = payloadOf({
    inModule: (names) =>
      message([5, message([2, message([1, names.dname("x")], [2, typeRef0])], [3, last])]),
    inPackage: () => message(...entries.map((entry) => [7, entry] as const)),
  });
  const read = await readDar(darOf([payload]));
  if (isLeft(read)) return read.left.cause;
  const valid = await validateDar(read.right, () => false);
  return isLeft(valid) ? valid.left.cause : "";
};

describe("The validation of a DAR", () => {
  it("refuses a table of expressions that doubles with each entry", async () => {
    const entries = Array.from({ length: 60 }, (_, at) => {
      const before = message([44, at - 1]);
      return at === 0 ? unitExpr : message([15, message([1, before], [2, before])]);
    });
    expect(await errorOf(entries)).to.contain("the package has more than 300000 expressions");
  });

  it("refuses a table of expressions that nests without end", async () => {
    const entries = Array.from({ length: 5_000 }, (_, at) =>
      at === 0 ? unitExpr : message([26, message([1, typeRef0], [2, message([44, at - 1])])]),
    );
    expect(await errorOf(entries)).to.contain("an expression is nested more than 400 deep");
  });
});
