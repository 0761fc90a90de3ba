import { base64Encode, type Contract, type CreateNode } from "@tallystick/core";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { contractOfBlob, createdEventBlobOf } from "../../src/contracts/created-event-blob.js";

const [bank, alice] = ["bank::1220", "alice::1220"];
const start = 1_767_225_600_000_000;
const contract: Contract = {
  contractId: `00${"ab".repeat(72)}`,
  templateId: `${"a".repeat(64)}:Main:Iou`,
  packageName: "sample",
  payload: { issuer: bank, owner: alice, amount: "10.0000000000" },
  signatories: [bank],
  observers: [alice],
  key: { value: { issuer: bank, reference: "r1" }, maintainers: [bank] },
  createdAt: start,
};

describe("the blob of a created event", () => {
  const node: CreateNode = { kind: "create", nodeId: 3, ...contract };
  const encoded = (value: unknown): string =>
    base64Encode(
      new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value)),
    );

  it("gives the contract back, authentic", () => {
    const read = contractOfBlob(createdEventBlobOf(node, start));
    if (isLeft(read)) throw new Error(read.left.reason);
    expect(read.right).to.deep.equal(contract);
  });

  it("works for contracts without a key", () => {
    const { key: _dropped, ...plain } = node;
    const read = contractOfBlob(createdEventBlobOf(plain, start));
    expect(isLeft(read) ? read.left : "key" in read.right).to.equal(false);
  });

  const bad: ReadonlyArray<readonly [string, string, string]> = [
    ["no Base64", "***", "it is not standard Base64"],
    ["Base64 of no JSON", encoded("{"), "it contains no contract"],
    ["Base64 of no UTF-8", base64Encode(Uint8Array.of(0xff, 0xfe)), "it contains no contract"],
    [
      "JSON with broken UTF-8 in a text",
      base64Encode(
        new TextEncoder()
          .encode(JSON.stringify({ v: 1, ...contract, packageName: "~" }))
          .map((byte) => (byte === "~".charCodeAt(0) ? 0xff : byte)),
      ),
      "it contains no contract",
    ],
    ["another JSON", encoded([]), "it contains no contract"],
    ["another version", encoded({ v: 2, ...contract }), "it contains no contract"],
    ["no version", encoded(contract), "it contains no contract"],
    [
      "a missing field",
      encoded({ v: 1, ...contract, templateId: undefined }),
      "it contains no contract",
    ],
    ["a wrong field", encoded({ v: 1, ...contract, signatories: bank }), "it contains no contract"],
    ["a wrong key", encoded({ v: 1, ...contract, key: { value: 1 } }), "it contains no contract"],
  ];
  for (const [name, blob, reason] of bad) {
    it(`is refused when it is ${name}`, () => {
      const read = contractOfBlob(blob);
      expect(isLeft(read) && read.left.reason).to.equal(reason);
    });
  }
});
