import { expect } from "chai";
import fc from "fast-check";
import {
  queryBoolean,
  queryInstant,
  queryInt32,
  queryTexts,
  textOffset,
} from "../../src/types/query-values.js";
import { read, refused } from "../refused.js";

describe("values of a query", () => {
  it("that are 32-bit integers are read whatever they are", () => {
    fc.assert(
      fc.property(fc.integer(), (value) => {
        expect(read(queryInt32, String(value))).to.equal(value);
      }),
    );
  });

  const noInt32 = ["2147483648", "-2147483649", "99999999999", "1.0", "1e3", "+1", " 1", "", "0x1"];
  for (const value of [...noInt32, 1, undefined, ["1"]]) {
    it(`that are ${JSON.stringify(value)} are not 32-bit integers`, () => {
      expect(refused(queryInt32, value)).to.equal(": expected a 32-bit integer");
    });
  }

  it("that are offsets are read as far as numbers are exact", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(read(textOffset, String(value))).to.equal(value);
      }),
    );
    for (const value of ["9007199254740992", "99999999999999999", "1.5", "", "x", 1])
      expect(refused(textOffset, value), String(value)).to.equal(": expected a whole number");
  });

  it("that are booleans are true or false and nothing else", () => {
    expect([read(queryBoolean, "true"), read(queryBoolean, "false")]).to.deep.equal([true, false]);
    for (const value of ["True", "1", "", true, undefined])
      expect(refused(queryBoolean, value), String(value)).to.match(/expected true or false/);
  });

  it("that come once or several times are all read in order", () => {
    expect(read(queryTexts, "b")).to.deep.equal(["b"]);
    expect(read(queryTexts, ["b", "a"])).to.deep.equal(["b", "a"]);
    expect(refused(queryTexts, undefined)).to.equal(": missing, expected a text or several");
    expect(refused(queryTexts, ["a", 1])).to.equal("[1]: expected a string, found the number 1");
  });

  it("that are times are microseconds", () => {
    expect(read(queryInstant, "2026-01-01T00:00:00.000001Z")).to.equal(1_767_225_600_000_001n);
    expect(refused(queryInstant, "yesterday")).to.not.equal(undefined);
    expect(refused(queryInstant, 5)).to.equal(": expected an ISO-8601 time, found the number 5");
  });
});
