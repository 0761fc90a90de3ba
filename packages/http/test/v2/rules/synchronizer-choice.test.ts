import type { Ledger } from "@tallystick/node";
import { expect } from "chai";
import { right } from "fp-ts/lib/Either.js";
import {
  synchronizerOfPackages,
  validSynchronizer,
} from "../../../src/v2/rules/synchronizer-choice.js";
import { memoryLedger } from "../../fixtures/fake-ledger.js";
import { leftOf } from "../../fixtures/outcomes.js";

describe("the synchronizer a request names", () => {
  let ledger: Ledger;
  before(async () => {
    ledger = await memoryLedger();
  });
  after(() => ledger.close());

  it("is the node's own, named or not", () => {
    for (const named of [undefined, "", ledger.synchronizerId])
      expect(validSynchronizer(named, ledger)).to.deep.equal(right(ledger.synchronizerId));
  });

  it("does not match another one, even a similar one", () => {
    for (const named of ["x", "other::1220", `${ledger.synchronizerId} `, "x".repeat(5_000)]) {
      const error = leftOf(validSynchronizer(named, ledger));
      expect(error).to.include({
        code: "PACKAGE_SERVICE_NOT_CONNECTED_TO_SYNCHRONIZER",
        field: "synchronizerId",
      });
      expect(error.cause).to.contain(ledger.synchronizerId).and.to.have.length.below(500);
    }
  });

  it("must be an id where a DAR is uploaded", () => {
    for (const named of [undefined, "", ledger.synchronizerId])
      expect(synchronizerOfPackages(named, ledger)).to.deep.equal(right(ledger.synchronizerId));
    const other = `other::1220${"0".repeat(64)}`;
    expect(leftOf(synchronizerOfPackages(other, ledger)).code).to.equal(
      "PACKAGE_SERVICE_NOT_CONNECTED_TO_SYNCHRONIZER",
    );
    expect(leftOf(synchronizerOfPackages("x", ledger))).to.deep.include({
      code: "PROTO_DESERIALIZATION_FAILURE",
      publicCause: "Deserialization of protobuf message failed",
      context: {
        reason:
          "ValueConversionError(synchronizer_id,Invalid unique identifier `x` with missing namespace.)",
      },
    });
  });
});
