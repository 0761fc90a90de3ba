import { expect } from "chai";
import { aboutMicros, durationWords } from "../../src/states/duration-words.js";

describe("durations in words", () => {
  it("take the largest unit that is exact", () => {
    expect(durationWords("2592000000000", "en")).to.equal("30 days");
    expect(durationWords("86400000000", "en")).to.equal("1 day");
    expect(durationWords("90000000000", "en")).to.equal("25 hours");
    expect(durationWords("600000000", "en")).to.equal("10 minutes");
    expect(durationWords("1000000", "en")).to.equal("1 second");
    expect(durationWords("1500", "en")).to.equal("1500 µs");
  });

  it("of a clock that is wrong are about so long", () => {
    for (const [milliseconds, words] of [
      [25_200_499, "7 hours"],
      [5_400_000, "90 minutes"],
      [45_400, "45 seconds"],
    ] as const)
      expect(durationWords(aboutMicros(milliseconds), "en")).to.equal(words);
  });

  it("leave what is no number as it is", () => {
    expect(durationWords("soon", "en")).to.equal("soon");
  });
});
