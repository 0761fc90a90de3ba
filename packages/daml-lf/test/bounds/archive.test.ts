import { expect } from "chai";
import fc from "fast-check";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { type DarLimits, defaultDarLimits, readArchive } from "../../src/index.js";
import { dalfOf, message, packageBytes, payloadOf, type Sketch } from "../dar-writer.js";

const read = (sketch: Sketch, limits: Partial<DarLimits> = {}) =>
  readArchive(dalfOf(payloadOf(sketch)), { ...defaultDarLimits, ...limits });

describe("The reading of an archive", () => {
  it("is bounded in its tables, fields and definitions", () => {
    const templates = Array.from({ length: 20 }, (_, at) => ({ name: `T${at}` }));
    for (const [limits, reason] of [
      [{ maxTableEntries: 10 }, /more than 10 of field/],
      [{ maxFields: 100 }, /more than 100 fields/],
      [{ maxDefinitions: 20 }, /more than 20 definitions/],
    ] as const) {
      const archive = read({ templates }, limits);
      expect(isLeft(archive) && archive.left.context["reason"]).to.match(reason);
      expect(isRight(read({}, limits))).to.equal(true);
    }
  });

  it("is read or refused, never anything else, whatever the package's bytes are changed to", () => {
    const sketch: Sketch = { minor: "3", templates: [{ name: "T", key: true }], interfaces: ["I"] };
    const content = packageBytes(sketch);
    const change = fc.tuple(fc.nat(content.length - 1), fc.nat(255));
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        const bytes = content.slice();
        for (const [at, byte] of changes) bytes[at] = byte;
        const archive = readArchive(dalfOf(message([3, "3"], [4, bytes])));
        return isRight(archive) || archive.left.code === "DAR_PARSE_ERROR";
      }),
      { numRuns: 5_000 },
    );
  });
});
