import { expect } from "chai";
import { shownDecimal, shownParty, shownText } from "../../src/model/shown.js";
import { cc } from "../coin-values.js";

describe("what Daml's show makes", () => {
  const decimals: Readonly<Record<string, string>> = {
    "0": "0.0",
    "30": "30.0",
    "2.466": "2.466",
    "-0.5": "-0.5",
    "100.1000000001": "100.1000000001",
    "1000": "1000.0",
  };
  for (const [value, expected] of Object.entries(decimals)) {
    it(`of the decimal ${value} is ${expected}`, () => {
      expect(shownDecimal(cc(value))).to.equal(expected);
    });
  }

  it("of a party has single quotes, of a text double ones", () => {
    expect(shownParty("alice::1220")).to.equal("'alice::1220'");
    expect(shownText('say "hi"')).to.equal('"say \\"hi\\""');
  });
});
