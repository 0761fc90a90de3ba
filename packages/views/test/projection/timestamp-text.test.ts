import { timestampToText } from "@tallystick/core";
import { expect } from "chai";
import * as fc from "fast-check";
import { textOfTime } from "../../src/projection/timestamp-text.js";

describe("The text of a time", () => {
  it("is that of core, also when it comes again", () => {
    const times = fc.array(fc.integer({ min: 0, max: 4_000_000_000_000_000 }), { maxLength: 30 });
    fc.assert(
      fc.property(times, (all) => {
        for (const time of [...all, ...all])
          expect(textOfTime(time)).to.equal(timestampToText(time));
      }),
    );
  });
});
