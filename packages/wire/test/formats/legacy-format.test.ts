import { expect } from "chai";
import { type FormatChoice, formatChoiceError } from "../../src/formats/legacy-format.js";

const choice: FormatChoice = {
  present: "eventFormat",
  hasPresent: false,
  hasFilter: false,
  verbose: false,
};

describe("the choice between a format and its older form", () => {
  it("is clear with one of the two", () => {
    expect(formatChoiceError({ ...choice, hasPresent: true })).to.equal(undefined);
    expect(formatChoiceError({ ...choice, hasFilter: true })).to.equal(undefined);
    expect(formatChoiceError({ ...choice, hasFilter: true, verbose: true })).to.equal(undefined);
  });

  // clients compare these texts
  const use = "Please use either backwards compatible arguments (filter and verbose) or";
  const rows: ReadonlyArray<readonly [string, Partial<FormatChoice>, string, string]> = [
    [
      "both",
      { hasPresent: true, hasFilter: true, verbose: true },
      "filter",
      `Both event_format and filter are set. ${use} event_format, but not both.`,
    ],
    [
      "the older verbose beside the present form",
      { hasPresent: true, verbose: true },
      "verbose",
      `Both event_format and verbose are set. ${use} event_format, but not both.`,
    ],
    [
      "neither",
      {},
      "eventFormat",
      `Either filter/verbose or event_format is required. ${use} event_format.`,
    ],
    [
      "neither, of updates",
      { present: "updateFormat" },
      "updateFormat",
      `Either filter/verbose or update_format is required. ${use} update_format.`,
    ],
    [
      "both, of updates",
      { present: "updateFormat", hasPresent: true, hasFilter: true },
      "filter",
      `Both update_format and filter are set. ${use} update_format, but not both.`,
    ],
  ];
  for (const [name, change, field, cause] of rows) {
    it(`is refused with ${name}`, () => {
      const error = formatChoiceError({ ...choice, ...change });
      expect(error).to.include({ code: "INVALID_ARGUMENT", field });
      expect(error?.cause).to.equal(`The submitted request has invalid arguments: ${cause}`);
    });
  }
});
