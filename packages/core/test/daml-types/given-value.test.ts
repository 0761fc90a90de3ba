import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { givenValue } from "../../src/daml-types/given-value.js";
import { record } from "../../src/daml-types/record-types.js";
import { party } from "../../src/daml-types/scalar-types.js";

describe("A value that a program gives", () => {
  for (const [fields, expected] of [
    [{}, "an object without fields"],
    [{ owner: party }, "an object with the fields owner"],
  ] as const) {
    it(`must be ${expected}`, () => {
      const given = givenValue(record(fields), null);
      expect(isLeft(given) ? JSON.stringify(given.left) : "taken").to.contain(expected);
    });
  }
});
