import { expect } from "chai";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import {
  JsExecuteSubmissionRequest,
  JsPrepareSubmissionRequest,
  MinLedgerTimeWire,
} from "../../src/signing/interactive-codecs.js";

const create = { CreateCommand: { templateId: "#m:M:T", createArguments: {} } };
const prepare = {
  commandId: "c",
  commands: [create],
  actAs: ["alice"],
  synchronizerId: "",
  packageIdSelectionPreference: [],
};
const signature = {
  format: "SIGNATURE_FORMAT_CONCAT",
  signature: "AA==",
  signedBy: "1220",
  signingAlgorithmSpec: "SIGNING_ALGORITHM_SPEC_ED25519",
};
const execute = {
  preparedTransaction: "AA==",
  partySignatures: { signatures: [{ party: "alice", signatures: [signature] }] },
  deduplicationPeriod: { Empty: {} },
  submissionId: "",
  hashingSchemeVersion: "HASHING_SCHEME_VERSION_V2",
};

describe("JsPrepareSubmissionRequest", () => {
  it("needs a command id, commands, acting parties, synchronizer and preferred packages", () => {
    expect(isRight(JsPrepareSubmissionRequest.decode(prepare))).to.equal(true);
    for (const name of Object.keys(prepare)) {
      expect(
        isLeft(JsPrepareSubmissionRequest.decode({ ...prepare, [name]: undefined })),
        name,
      ).to.equal(true);
    }
  });

  it("takes the fields that clients send too", () => {
    const whole = {
      ...prepare,
      userId: "u",
      readAs: [],
      minLedgerTime: { time: { MinLedgerTimeAbs: { value: "2026-01-01T00:00:00Z" } } },
      disclosedContracts: [],
      verboseHashing: true,
      prefetchContractKeys: [],
      maxRecordTime: "2026-01-01T00:00:00Z",
      estimateTrafficCost: {
        disabled: true,
        expectedSignatures: ["SIGNING_ALGORITHM_SPEC_ED25519"],
      },
      tapsMaxPasses: 3,
      hashingSchemeVersion: "HASHING_SCHEME_VERSION_V3",
    };
    const read = JsPrepareSubmissionRequest.decode(whole);
    expect(isRight(read) && read.right.hashingSchemeVersion).to.equal("HASHING_SCHEME_VERSION_V3");
    expect(isRight(read) && read.right.verboseHashing).to.equal(true);
    expect(
      isLeft(JsPrepareSubmissionRequest.decode({ ...whole, hashingSchemeVersion: "V9" })),
    ).to.equal(true);
  });
});

describe("JsExecuteSubmissionRequest", () => {
  it("needs the transaction, signatures, deduplication, a submission id and the scheme", () => {
    expect(isRight(JsExecuteSubmissionRequest.decode(execute))).to.equal(true);
    for (const name of Object.keys(execute)) {
      expect(
        isLeft(JsExecuteSubmissionRequest.decode({ ...execute, [name]: undefined })),
        name,
      ).to.equal(true);
    }
  });

  it("refuses texts that are not Base64", () => {
    expect(
      isLeft(JsExecuteSubmissionRequest.decode({ ...execute, preparedTransaction: "?" })),
    ).to.equal(true);
    const odd = {
      signatures: [{ party: "alice", signatures: [{ ...signature, signature: "?" }] }],
    };
    expect(
      isLeft(JsExecuteSubmissionRequest.decode({ ...execute, partySignatures: odd })),
    ).to.equal(true);
  });
});

describe("MinLedgerTimeWire", () => {
  for (const time of [
    undefined,
    { Empty: {} },
    { MinLedgerTimeAbs: { value: "2026-01-01T00:00:00Z" } },
    { MinLedgerTimeRel: { value: { seconds: 1, nanos: 0 } } },
  ]) {
    it(`takes ${JSON.stringify(time) ?? "nothing"}`, () => {
      expect(isRight(MinLedgerTimeWire.decode({ time }))).to.equal(true);
    });
  }

  it("refuses two at once and unknown ones", () => {
    const both = { Empty: {}, MinLedgerTimeAbs: { value: "x" } };
    expect(isLeft(MinLedgerTimeWire.decode({ time: both }))).to.equal(true);
    expect(isLeft(MinLedgerTimeWire.decode({ time: { Other: {} } }))).to.equal(true);
  });
});
