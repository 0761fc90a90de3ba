import { expect } from "chai";
import { PackageReferenceWire } from "../../src/packages/package-reference.js";
import { read, refused } from "../refused.js";

const reference = { packageId: "ab", packageName: "iou", packageVersion: "1.0.0" };

describe("a package reference", () => {
  it("has id, name and version", () => {
    expect(read(PackageReferenceWire, { ...reference, more: 1 })).to.deep.equal(reference);
  });

  for (const field of Object.keys(reference)) {
    it(`needs ${field} as a text`, () => {
      expect(refused(PackageReferenceWire, { ...reference, [field]: undefined })).to.equal(
        `${field}: missing, expected a string`,
      );
      expect(refused(PackageReferenceWire, { ...reference, [field]: null })).to.equal(
        `${field}: expected a string, found null`,
      );
    });
  }
});
