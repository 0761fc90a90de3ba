import { expect } from "chai";
import { VettedPackages, VettedPackageWire } from "../../src/packages/vetted-packages.js";
import { read, refused } from "../refused.js";

const one = { packageId: "ab", packageName: "iou", packageVersion: "1.0.0" };
const whole = {
  packages: [one],
  participantId: "p::1220",
  synchronizerId: "s::1220",
  topologySerial: 1,
};

describe("vetted packages", () => {
  it("are listed per participant and synchronizer", () => {
    expect(read(VettedPackages, whole)).to.deep.equal(whole);
    expect(read(VettedPackages, { ...whole, packages: [] }).packages).to.deep.equal([]);
  });

  for (const field of Object.keys(whole)) {
    it(`need ${field}`, () => {
      expect(refused(VettedPackages, { ...whole, [field]: undefined })).to.match(
        new RegExp(`^${field}: missing`),
      );
    });
  }

  it("may have an interval and a name, each by itself", () => {
    const validity = {
      packageId: "ab",
      validFromInclusive: "2026-01-01T00:00:00Z",
      validUntilExclusive: "2027-01-01T00:00:00Z",
    };
    expect(read(VettedPackageWire, validity)).to.deep.equal(validity);
    const nothingElse = { packageName: null, packageVersion: null, validFromInclusive: null };
    expect(read(VettedPackageWire, { packageId: "ab", ...nothingElse })).to.deep.equal({
      packageId: "ab",
    });
    expect(VettedPackageWire.schema.required).to.deep.equal(["packageId"]);
  });

  const bad: ReadonlyArray<readonly [change: object, error: string]> = [
    [{ topologySerial: 1.5 }, "topologySerial: expected a 32-bit integer, found the number 1.5"],
    [
      { topologySerial: 2 ** 31 },
      "topologySerial: expected a 32-bit integer, found the number 2147483648",
    ],
    [{ packages: [{}] }, "packages[0].packageId: missing, expected a string"],
    [{ packages: [one, null] }, "packages[1]: expected an object (VettedPackage), found null"],
    [
      { packages: [{ ...one, validFromInclusive: 1 }] },
      "packages[0].validFromInclusive: expected a string, found the number 1",
    ],
  ];
  for (const [change, error] of bad) {
    it(`are refused with ${JSON.stringify(change)}`, () => {
      expect(refused(VettedPackages, { ...whole, ...change })).to.equal(error);
    });
  }
});
