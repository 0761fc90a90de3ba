import { PreparedTransaction as OfficialTransaction } from "@canton-network/core-ledger-proto";
import { expect } from "chai";
import * as fc from "fast-check";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import {
  type PreparedTransaction,
  decodePreparedTransaction,
  encodePreparedTransaction,
} from "../../src/messages/prepared-transaction.js";
import { anyPrepared, anyPreparedWithKeys } from "../support/arbitrary-transaction.js";
import { expectRight } from "../support/expect-right.js";
import { fromBase64, hex, preparedVector, vectors } from "../support/published-vectors.js";

const decode = (name: string): PreparedTransaction =>
  expectRight(decodePreparedTransaction(fromBase64(preparedVector(name).preparedTransaction)));

describe("PreparedTransaction", () => {
  it("has the same bytes as the official messages for any transaction", () => {
    fc.assert(
      fc.property(anyPrepared, (prepared) => {
        const encoded = encodePreparedTransaction(prepared);
        const official = OfficialTransaction.toBinary(OfficialTransaction.fromBinary(encoded));
        expect(hex(official)).to.equal(hex(encoded));
        expect(expectRight(decodePreparedTransaction(official))).to.deep.equal(prepared);
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

describe("decodePreparedTransaction", () => {
  it("reads every published message and writes the same bytes again", () => {
    for (const vector of [...vectors.preparedTransactions, ...vectors.preparedTransactionsV3Only]) {
      const encoded = fromBase64(vector.preparedTransaction);
      const prepared = expectRight(decodePreparedTransaction(encoded));
      expect(hex(encodePreparedTransaction(prepared))).to.equal(hex(encoded));
    }
  });

  it("reads any transaction that is written", () => {
    fc.assert(
      fc.property(fc.oneof(anyPrepared, anyPreparedWithKeys), (prepared) => {
        const encoded = encodePreparedTransaction(prepared);
        const read = expectRight(decodePreparedTransaction(encoded));
        expect(hex(encodePreparedTransaction(read))).to.equal(hex(encoded));
      }),
      { numRuns: 200 },
    );
  });

  it("never throws, whatever the bytes are", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (encoded) => {
        const read = decodePreparedTransaction(encoded);
        expect(isLeft(read) || isRight(read)).to.equal(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it("never throws for a message with some bytes changed, cut off or repeated", () => {
    const encoded = fromBase64(vectors.preparedTransactions[4]?.preparedTransaction ?? "");
    const at = fc.nat({ max: encoded.length - 1 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(at, fc.nat({ max: 255 })), { maxLength: 4 }),
        at,
        (changes, end) => {
          const copy = Uint8Array.from(encoded);
          for (const [place, byte] of changes) copy[place] = byte;
          for (const part of [
            copy,
            copy.subarray(0, end),
            Buffer.concat([copy, copy.subarray(end)]),
          ]) {
            const read = decodePreparedTransaction(part);
            if (isRight(read)) encodePreparedTransaction(read.right);
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
