import { expect } from "chai";
import { isStale, maskError, resourceVersionError } from "../../src/participant/update-mask.js";

const known = ["primary_party", "is_deactivated", "metadata.annotations"];
const all = known.join(", ");

describe("An update mask", () => {
  const table: ReadonlyArray<readonly [mask: ReadonlyArray<string>, error: string | undefined]> = [
    [["primary_party"], undefined],
    [known, undefined],
    [known.toReversed(), undefined],
    [[], `the update mask is empty; expected some of ${all}`],
    [["primaryParty"], `the update mask names "primaryParty"; expected some of ${all}`],
    [["primary_party", ""], `the update mask names ""; expected some of ${all}`],
    [["metadata"], `the update mask names "metadata"; expected some of ${all}`],
    [["toString"], `the update mask names "toString"; expected some of ${all}`],
    [["primary_party", "primary_party"], 'the update mask names "primary_party" twice'],
    [["x".repeat(61)], `the update mask names "${"x".repeat(60)}"; expected some of ${all}`],
  ];
  for (const [mask, error] of table) {
    it(`of [${mask.join(", ").slice(0, 60)}] is ${error === undefined ? "taken" : "refused"}`, () => {
      expect(maskError(mask, known)?.reason).to.equal(error);
    });
  }
});

describe("What a public node says of an update mask", () => {
  it("names the path that is not known, or there twice", () => {
    expect(maskError([], known)?.sentence).to.equal("The update mask contains no entries");
    expect(maskError(["foo"], known)?.sentence).to.equal(
      "The update path: 'foo' points to an unknown field.",
    );
    expect(maskError(["primary_party", "primary_party"], known)?.sentence).to.equal(
      "The update path: 'primary_party' is duplicated.",
    );
  });
});

describe("A resource version", () => {
  const table: ReadonlyArray<readonly [text: string, isFine: boolean]> = [
    ["", true],
    ["0", true],
    ["-1", true],
    ["007", true],
    ["9223372036854775807", true],
    ["9223372036854775808", false],
    ["-9223372036854775808", true],
    ["-9223372036854775809", false],
    ["1".repeat(20), false],
    ["1.0", false],
    ["+1", false],
    [" 1", false],
    ["1\n", false],
    ["0x1", false],
    ["one", false],
    ["-", false],
  ];
  for (const [text, isFine] of table) {
    it(`is ${isFine ? "taken" : "refused"}: ${JSON.stringify(text)}`, () => {
      const error = resourceVersionError(text);
      expect(error === undefined).to.equal(isFine);
      if (!isFine) {
        expect(error).to.deep.include({ code: "INVALID_FIELD", field: "resource_version" });
        expect(error?.cause).to.contain(`found "${text}", expected an integer`);
      }
    });
  }

  it("is stale when it is another number than the present one, however it is written", () => {
    const table: ReadonlyArray<readonly [text: string, current: number, stale: boolean]> = [
      ["", 3, false],
      ["3", 3, false],
      ["003", 3, false],
      ["2", 3, true],
      ["4", 3, true],
      ["-3", 3, true],
      ["0", 0, false],
      ["-0", 0, false],
    ];
    for (const [text, current, stale] of table)
      expect(isStale(text, current), `${text} at ${current}`).to.equal(stale);
  });
});
