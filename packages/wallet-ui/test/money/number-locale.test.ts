import { assert } from "chai";
import { numberLocaleOf } from "../../src/money/number-locale.js";

describe("the numbers of a locale", () => {
  it("have its digits, separators and groups", () => {
    assert.deepInclude(numberLocaleOf("en-IN"), {
      decimal: ".",
      group: ",",
      lastGroupSize: 3,
      groupSize: 2,
    });
    assert.deepInclude(numberLocaleOf("de"), { decimal: ",", group: ".", groupSize: 3 });
    assert.strictEqual(numberLocaleOf("ar-EG").digits.join(""), "٠١٢٣٤٥٦٧٨٩");
  });
});
