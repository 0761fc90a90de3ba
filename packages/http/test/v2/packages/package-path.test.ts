import type { Ledger } from "@tallystick/node";
import { expect } from "chai";
import { isRight } from "fp-ts/lib/Either.js";
import { validPackageId } from "../../../src/v2/packages/package-path.js";
import { packagesGet } from "../../../src/v2/packages/packages-get.js";
import { packagesList } from "../../../src/v2/packages/packages-list.js";
import { packagesStatus } from "../../../src/v2/packages/packages-status.js";
import { memoryLedger } from "../../fixtures/fake-ledger.js";
import { leftOf } from "../../fixtures/outcomes.js";
import { type RowCalls, rowCalls } from "../../fixtures/row-calls.js";

const malformed = ["", "a.b", "a/b", "#iou", "x".repeat(65), "ä"];
const ofPackage = (packageId: string) => ({ parameters: { "package-id": packageId } });

describe("the package of a path", () => {
  it("is any PackageIdString", () => {
    for (const id of ["a", "x".repeat(64), "a-b_c 9"])
      expect(isRight(validPackageId(id)), id).to.equal(true);
  });

  for (const id of malformed) {
    it(`is not ${JSON.stringify(id.slice(0, 20))}, in the words of ledger-api 10`, () => {
      const error = leftOf(validPackageId(id));
      expect(error.code).to.equal("INVALID_ARGUMENT");
      expect(error.cause).to.contain(`Invalid package id: "${id}"`);
    });
  }

  describe("of a node", () => {
    let ledger: Ledger;
    let calls: RowCalls;
    before(async () => {
      ledger = await memoryLedger();
      calls = rowCalls(ledger);
    });
    after(() => ledger.close());

    it("is registered when the list has it, and unspecified when it does not (ledger-api 10)", async () => {
      const { packageIds }: { packageIds: ReadonlyArray<string> } = Object(
        await calls.json(packagesList),
      );
      expect(packageIds).to.deep.equal([...packageIds].sort()).and.to.not.be.empty;
      for (const id of packageIds) {
        expect(await calls.json(packagesStatus, ofPackage(id))).to.deep.equal({
          packageStatus: "PACKAGE_STATUS_REGISTERED",
        });
      }
      expect(await calls.json(packagesStatus, ofPackage("0".repeat(64)))).to.deep.equal({
        packageStatus: "PACKAGE_STATUS_UNSPECIFIED",
      });
    });

    it("cannot be downloaded where it is unknown or has no archive", async () => {
      expect(await calls.error(packagesGet, ofPackage("0".repeat(64)))).to.equal(
        "PACKAGE_NOT_FOUND",
      );
    });

    it("is looked up by no malformed id", async () => {
      for (const row of [packagesGet, packagesStatus]) {
        for (const id of malformed)
          expect(await calls.error(row, ofPackage(id)), id).to.equal("INVALID_ARGUMENT");
      }
    });
  });
});
