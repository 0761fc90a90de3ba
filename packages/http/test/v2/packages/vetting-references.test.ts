import { expect } from "chai";
import { referencesError } from "../../../src/v2/packages/vetting-references.js";

const none = { packageId: "", packageName: "", packageVersion: "" };
const id = { packageId: "ab" };
const name = { packageName: "iou" };
const version = { packageVersion: "1.0.0" };
const errorOf = (given: object) =>
  referencesError(
    [
      { ...none, ...id },
      { ...none, ...given },
    ],
    "at",
  );

describe("References to packages that are vetted", () => {
  for (const given of [id, name, { ...name, ...version }, { ...id, ...name, ...version }]) {
    it(`may be ${Object.keys(given).join(" and ")}`, () => {
      expect(errorOf(given)).to.equal(undefined);
    });
  }

  for (const given of [{}, version, { ...id, ...name }, { ...id, ...version }]) {
    it(`are not ${Object.keys(given).join(" and ") || "empty"}`, () => {
      expect(errorOf(given)).to.include({ code: "PROTO_DESERIALIZATION_FAILURE", field: "at[1]" });
    });
  }

  const malformed = { packageId: "a.b", packageName: "a b", packageVersion: "x" };
  for (const [part, text] of Object.entries(malformed)) {
    it(`have no ${part} such as ${text}`, () => {
      const error = errorOf({ ...name, [part]: text });
      expect(error).to.include({ code: "PROTO_DESERIALIZATION_FAILURE", field: `at[1].${part}` });
      expect(error?.cause).to.contain(text);
    });
  }
});
