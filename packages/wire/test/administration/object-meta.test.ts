import { expect } from "chai";
import {
  metadataOf,
  noMetadata,
  ObjectMeta,
  versionBeforeCreation,
} from "../../src/administration/object-meta.js";
import { read, refused } from "../refused.js";

describe("metadata", () => {
  it("is empty where nothing is said", () => {
    expect(read(ObjectMeta, {})).to.deep.equal(noMetadata);
  });

  it("has its version as a text", () => {
    const annotations = { a: "b" };
    const metadata = metadataOf({ resourceVersion: 12, annotations });
    expect(metadata).to.deep.equal({ resourceVersion: "12", annotations });
    expect(read(ObjectMeta, metadata)).to.deep.equal(metadata);
  });

  const bad: ReadonlyArray<readonly [value: unknown, error: string]> = [
    [{ resourceVersion: 1 }, "resourceVersion: expected a string, found the number 1"],
    [{ annotations: { a: 1 } }, "annotations.a: expected a string, found the number 1"],
    [{ annotations: [] }, "annotations: expected an object, found an array"],
    ["", ': expected an object (ObjectMeta), found ""'],
  ];
  for (const [value, error] of bad) {
    it(`of ${JSON.stringify(value)} is refused`, () => {
      expect(refused(ObjectMeta, value)).to.equal(error);
    });
  }

  it("has no version of what is only to be created", () => {
    expect(versionBeforeCreation(undefined, "user.metadata")).to.equal(undefined);
    expect(versionBeforeCreation(noMetadata, "user.metadata")).to.equal(undefined);
    const long = versionBeforeCreation(
      { ...noMetadata, resourceVersion: "7".repeat(100) },
      "user.metadata",
    );
    expect(long).to.include({ code: "INVALID_ARGUMENT", field: "user.metadata.resourceVersion" });
    expect(long?.cause).to.contain("field user.metadata.resource_version must be not set");
  });
});
