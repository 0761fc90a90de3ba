import { expect } from "chai";
import { causeText, type ErrorPlace, placeText } from "../../src/errors/error-place.js";
import { illTypedValue } from "../../src/errors/interpretation-error.js";

const places: ReadonlyArray<readonly [ErrorPlace, string]> = [
  [
    { of: "command", index: 0, kind: "CreateCommand", part: "template", path: [] },
    "command[0].template",
  ],
  [
    { of: "command", index: 12, kind: "ExerciseCommand", part: "argument", path: ["a", "0", "b"] },
    "command[12].argument.a.0.b",
  ],
  [{ of: "prefetchKey", index: 1, part: "key", path: ["issuer"] }, "prefetchKey[1].key.issuer"],
  [{ of: "disclosedContract", index: 3 }, "disclosedContract[3]"],
  [{ of: "packagePreference", index: 0 }, "packagePreference[0]"],
];

describe("The place of an error in a composite command", () => {
  for (const [place, text] of places) {
    it(`is ${text} in the ledger's own terms`, () => {
      expect(placeText(place)).to.equal(text);
      expect(causeText({ cause: "wrong", place })).to.equal(`wrong at '${text}'`);
    });
  }

  it("is spelled by who shows it, and ends the sentence", () => {
    const place = { of: "packagePreference", index: 4 } as const;
    expect(causeText({ cause: "It is v1.0.", place }, ({ index }) => `#${index}`)).to.equal(
      "It is v1.0 at '#4'",
    );
  });

  it("is not in the text of an error that has none", () => {
    expect(causeText({ cause: "Nothing to say of a place." })).to.equal(
      "Nothing to say of a place.",
    );
  });
});

describe("The error of an ill-typed value", () => {
  const at = {
    of: "command",
    index: 2,
    kind: "ExerciseByKeyCommand",
    part: "key",
    path: ["_2"],
  } as const;

  it("says what was expected, and where: the path into the value ends that of the place", () => {
    const error = illTypedValue(at, { path: ["inner", "0"], reason: "expected a party" });
    expect(error).to.deep.include({
      code: "INVALID_ARGUMENT",
      cause: "The submitted request has invalid arguments: expected a party",
      place: { ...at, path: ["_2", "inner", "0"] },
    });
    expect(error.context).to.deep.equal({});
  });

  it("has that code too for a decimal with more digits than are kept", () => {
    const error = illTypedValue(at, { path: [], reason: "long", sentence: "s", losesDigits: true });
    expect(error).to.include({ code: "COMMAND_PREPROCESSING_FAILED", publicCause: "s" });
    expect(error.madeByInterface).to.equal(undefined);
  });

  it("has a code of its own for a field that is missing, and names it", () => {
    const missing = { path: ["inner", "owner"], reason: "absent", missingFields: ["owner"] };
    const error = illTypedValue(at, missing);
    expect(error).to.deep.include({
      code: "COMMAND_PREPROCESSING_FAILED",
      cause: "Missing non-optional fields: Set(owner)",
      place: { ...at, path: ["_2", "inner", "owner"] },
    });
    const two = illTypedValue(at, { ...missing, missingFields: ["owner", "amount"] });
    expect(two.publicCause).to.equal("Missing non-optional fields: Set(owner, amount)");
    expect(causeText(error)).to.equal(
      "Missing non-optional fields: Set(owner) at 'command[2].key._2.inner.owner'",
    );
  });
});
