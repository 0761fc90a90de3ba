import { PreparedTransaction as OfficialTransaction } from "@canton-network/core-ledger-proto";
import { expect } from "chai";
import * as fc from "fast-check";
import { PreparedTransaction } from "../../src/messages/prepared-transaction.js";
import { decodeMessage, encodeMessage } from "../../src/protobuf/message-codec.js";
import { anyPrepared } from "../support/arbitrary-transaction.js";
import { expectRight } from "../support/expect-right.js";
import { fromBase64, hex, preparedVector } from "../support/published-vectors.js";

const decode = (name: string): PreparedTransaction =>
  expectRight(
    decodeMessage(PreparedTransaction, fromBase64(preparedVector(name).preparedTransaction)),
  );

describe("PreparedTransaction", () => {
  it("has the same bytes as the official messages for any transaction", () => {
    fc.assert(
      fc.property(anyPrepared, (prepared) => {
        const encoded = encodeMessage(PreparedTransaction, prepared);
        const official = OfficialTransaction.toBinary(OfficialTransaction.fromBinary(encoded));
        expect(hex(official)).to.equal(hex(encoded));
        expect(expectRight(decodeMessage(PreparedTransaction, official))).to.deep.equal(prepared);
      }),
      { numRuns: 200 },
    );
  });

  it("tells absent bounds from bounds of zero", () => {
    const none = decode("metadata-no-bounds").metadata;
    const zero = decode("metadata-zero-bounds").metadata;
    expect([none.minLedgerEffectiveTime, none.maxLedgerEffectiveTime]).to.deep.equal([
      undefined,
      undefined,
    ]);
    expect([zero.minLedgerEffectiveTime, zero.maxLedgerEffectiveTime]).to.deep.equal([0n, 0n]);
  });

  it("reads the parts of the metadata", () => {
    const { metadata } = decode("metadata-two-act-as-physical-sync");
    expect(metadata.mediatorGroup).to.equal(3);
    expect(metadata.submitterInfo.actAs.length).to.equal(2);
    expect(metadata.synchronizerId).to.match(/::35-\d+$/);
    expect(decode("metadata-max-record-time").metadata.maxRecordTime).to.be.a("bigint");
    expect(decode("metadata-global-key-mapping").metadata.globalKeyMapping.length).to.equal(1);
    expect(
      decode("multiple-inputs-fetch-rollback-interface").metadata.inputContracts.length,
    ).to.equal(3);
  });
});
