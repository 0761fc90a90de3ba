import { expect } from "chai";
import { testArguments } from "../src/test-arguments.js";

describe("npm test", () => {
  const none = { words: [], grep: undefined, size: "short", isBusy: false };

  it("takes words, a pattern, a size and busy loops in any order", () => {
    expect(testArguments([])).to.deep.equal(none);
    expect(testArguments(["core", "--all", "wire"])).to.deep.equal({
      ...none,
      words: ["core", "wire"],
      size: "all",
    });
    expect(testArguments(["--grep", "seven words", "--nightly", "--busy"])).to.deep.equal({
      words: [],
      grep: "seven words",
      size: "nightly",
      isBusy: true,
    });
  });

  it("rejects an option there is not, and a pattern that is missing", () => {
    expect(() => testArguments(["--al"])).to.throw(
      "npm test knows no option --al; it knows --short, --all, --nightly, --busy, --grep PATTERN",
    );
    expect(() => testArguments(["--grep"])).to.throw("--grep needs a pattern");
  });
});
