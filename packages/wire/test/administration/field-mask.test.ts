import { expect } from "chai";
import { isLeft, right } from "fp-ts/lib/Either.js";
import {
  FieldMask,
  otherThanPath,
  patchOf,
  type PatchParts,
} from "../../src/administration/field-mask.js";
import { read, refused } from "../refused.js";

const parts: PatchParts<{ readonly id: string }> = {
  pathId: "alice",
  idField: "user.id",
  value: { id: "alice" },
  idOf: ({ id }) => id,
  shownBody: (user) => `user in body: ${user === undefined ? "None" : `Some(${user.id})`} `,
  updateMask: { paths: ["is_deactivated"] },
};
const errorOf = (changed: Partial<typeof parts>) => {
  const outcome = patchOf({ ...parts, ...changed });
  if (!isLeft(outcome)) throw new Error("accepted");
  return outcome.left;
};

describe("the parts of a PATCH", () => {
  it("are the object and the paths of its mask", () => {
    expect(patchOf(parts)).to.deep.equal(
      right({ value: { id: "alice" }, updateMask: ["is_deactivated"] }),
    );
  });

  it("must both be there", () => {
    const noValue = errorOf({ value: undefined });
    expect(noValue.code).to.equal("INVALID_ARGUMENT");
    expect(noValue.cause).to.contain('found nothing, expected "alice" as in the path');
    expect(noValue.publicCause).to.match(/: alice does not match user in body: None $/);
    const noMask = errorOf({ updateMask: undefined });
    expect(noMask.code).to.equal("MISSING_FIELD");
    expect(noMask.cause).to.contain(
      "update_mask (expected an object with the paths of the fields to change)",
    );
  });

  it("must be about what the path names, and that is said first", () => {
    const error = errorOf({ value: { id: "bob" }, updateMask: undefined });
    expect(error).to.include({ code: "INVALID_ARGUMENT", field: "user.id" });
    expect(error.cause).to.contain('found "bob", expected "alice" as in the path');
    expect(error.publicCause).to.match(/: alice does not match user in body: Some\(bob\) $/);
  });

  it("are shown in errors cut", () => {
    const { cause } = otherThanPath("b".repeat(1_000), "a".repeat(1_000), "user.id", "user");
    expect(cause).to.contain(`"${"b".repeat(128)}"`);
    expect(cause).to.contain(`"${"a".repeat(128)}"`);
  });
});

describe("the codec of masks", () => {
  it("has no paths where none are said, and keeps unknown fields", () => {
    expect(read(FieldMask, {})).to.deep.equal({ paths: [] });
    const unknownFields = { fields: {} };
    expect(read(FieldMask, { paths: ["a.b"], unknownFields })).to.deep.equal({
      paths: ["a.b"],
      unknownFields,
    });
  });

  it("publishes that it requires nothing, as it does", () => {
    expect(FieldMask.schema.required).to.equal(undefined);
    expect(Object.keys(Object(FieldMask.schema.properties))).to.deep.equal([
      "paths",
      "unknownFields",
    ]);
  });

  it("refuses paths that are not texts", () => {
    expect(refused(FieldMask, { paths: "a" })).to.equal('paths: expected an array, found "a"');
    expect(refused(FieldMask, { paths: ["a", null] })).to.equal(
      "paths[1]: expected a string, found null",
    );
  });
});
