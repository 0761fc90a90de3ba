import { expect } from "chai";
import { byDay, dayNumber, dayWords } from "../../src/states/day-words.js";

const noon = (year: number, month: number, day: number): number =>
  new Date(year, month - 1, day, 12).getTime();

describe("the days of a list", () => {
  const now = noon(2026, 3, 1);
  const rows: ReadonlyArray<readonly [day: number, words: string]> = [
    [20260301, "Today"],
    [20260228, "Yesterday"],
    [20260223, "Monday, February 23"],
    [20251231, "December 31, 2025"],
  ];
  for (const [day, words] of rows)
    it(`call ${day} ${words}`, () => expect(dayWords(day, now, "en-US")).to.equal(words));

  it("are called in the language of the user", () => {
    expect(dayWords(20260301, now, "de-DE")).to.equal("Heute");
    expect(dayWords(20260223, now, "de-DE")).to.equal("Montag, 23. Februar");
  });

  it("are those of the zone of the browser", () => {
    expect(dayNumber(noon(2026, 1, 9))).to.equal(20260109);
    expect(dayNumber(new Date(2026, 0, 9, 0, 0, 0).getTime() - 1)).to.equal(20260108);
  });

  it("take consecutive items together", () => {
    expect(byDay([3, 3, 2, 1, 1], (each) => each)).to.deep.equal([
      { day: 3, items: [3, 3] },
      { day: 2, items: [2] },
      { day: 1, items: [1, 1] },
    ]);
  });
});
