import type { DisclosedBlob } from "@tallystick/core";
import { createHash } from "node:crypto";
import type { Contract, CreateNode, DisclosedContract, LedgerError } from "@tallystick/core";
import { expect } from "chai";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { readDisclosedContract } from "../../src/commands/disclosed-contract.js";
import { createdEventBlobOf } from "../../src/contracts/created-event-blob.js";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const synchronizerId = "local::1220aa";
const contractId = `00${"a".repeat(144)}`;
const templateId = `${"a".repeat(64)}:Main:Iou`;
const content = {
  contractId,
  templateId,
  packageName: "sample",
  payload: { owner: "alice" },
  signatories: ["bank"],
  observers: [],
};
const node: CreateNode = { kind: "create", nodeId: 0, ...content };
const createdEventBlob = createdEventBlobOf(node, 7);

const read = (js: DisclosedBlob): DisclosedContract => {
  const found = readDisclosedContract(js, 3, { sha256, synchronizerId });
  if (isLeft(found)) throw new Error(found.left.cause);
  return found.right;
};
const contractIn = (js: DisclosedBlob): Contract | undefined => {
  const { contract } = read(js);
  return isRight(contract) ? contract.right : undefined;
};
const errorIn = (js: DisclosedBlob): LedgerError | undefined => {
  const { contract } = read(js);
  return isLeft(contract) ? contract.left : undefined;
};

describe("a disclosed contract of a request", () => {
  it("is the contract of its blob, with the digest of the blob and its place", () => {
    expect(contractIn({ createdEventBlob })).to.deep.equal({ ...content, createdAt: 7 });
    expect(read({ createdEventBlob })).to.include({
      blobDigest: sha256(createdEventBlob),
    });
  });

  it("may say of itself what its blob says, or nothing", () => {
    const whole = { createdEventBlob, contractId, templateId, synchronizerId };
    const empty = { createdEventBlob, contractId: "", templateId: "", synchronizerId: "" };
    for (const js of [whole, empty]) expect(contractIn(js)?.contractId).to.equal(contractId);
  });

  const wrong: ReadonlyArray<readonly [string, DisclosedBlob, string, string]> = [
    [
      "its blob cannot be read",
      { createdEventBlob: "AAAA" },
      "INVALID_ARGUMENT",
      "createdEventBlob",
    ],
    [
      "its contract id is another",
      { createdEventBlob, contractId: `00${"b".repeat(64)}` },
      "INVALID_ARGUMENT",
      "contractId",
    ],
    [
      "its template is another",
      { createdEventBlob, templateId: "a:M:T" },
      "INVALID_ARGUMENT",
      "templateId",
    ],
    [
      "its synchronizer is another",
      { createdEventBlob, synchronizerId: "else::1220" },
      "PRESCRIBED_SYNCHRONIZER_ID_MISMATCH",
      "synchronizerId",
    ],
  ];
  for (const [name, js, code, field] of wrong) {
    it(`has an error in place of its contract when ${name}`, () => {
      expect(errorIn(js)).to.include({ code, field: `disclosedContracts[3].${field}` });
    });
  }

  it("that breaks a rule of the request is marked as such, one for another synchronizer is not", () => {
    expect(errorIn({ createdEventBlob: "AAAA" })?.invalidRequest).to.equal(true);
    expect(
      errorIn({ createdEventBlob, contractId: `00${"b".repeat(64)}` })?.invalidRequest,
    ).to.equal(true);
    const elsewhere = errorIn({ createdEventBlob, synchronizerId: "else::1220" });
    expect(elsewhere?.invalidRequest).to.equal(undefined);
  });

  it("is refused at once when its form is wrong", () => {
    const settings = { sha256, synchronizerId };
    const forms: ReadonlyArray<readonly [DisclosedBlob, string]> = [
      [{ createdEventBlob: "" }, "createdEventBlob"],
      [{ createdEventBlob, templateId: "#m:M:T" }, "templateId"],
      [{ createdEventBlob, templateId: "M:T" }, "templateId"],
      [{ createdEventBlob, contractId: "x?" }, "contractId"],
      [{ createdEventBlob, synchronizerId: "x" }, "synchronizerId"],
    ];
    for (const [js, field] of forms) {
      const found = readDisclosedContract(js, 0, settings);
      expect(isLeft(found) && found.left.field).to.equal(`disclosedContracts[0].${field}`);
    }
  });
});
