import { timestampFromText } from "@tallystick/core";
import { expect } from "chai";
import * as fc from "fast-check";
import { right } from "fp-ts/lib/Either.js";
import { textOfTime } from "../../src/projection/timestamp-text.js";

describe("The text of a time", () => {
  it("is the same instant with six digits of a second, also when it comes again", () => {
    const times = fc.array(fc.integer({ min: 0, max: 4_000_000_000_000_000 }), { maxLength: 30 });
    fc.assert(
      fc.property(times, (all) => {
        for (const time of [...all, ...all]) {
          expect(textOfTime(time)).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
          expect(timestampFromText(textOfTime(time))).to.deep.equal(right(time));
        }
      }),
    );
  });
});
