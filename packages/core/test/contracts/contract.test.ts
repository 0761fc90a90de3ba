import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { base64Encode } from "../../src/values/base64.js";
import {
  type Contract,
  contractIdOf,
  contractOfBlob,
  contractOfNode,
  createdEventBlobOf,
  discriminatorOf,
  isAuthentic,
} from "../../src/contracts/contract.js";
import { isContractId } from "../../src/values/grammar.js";
import type { CreateNode } from "../../src/events/ledger-event.js";
import { alice, bank, bob, iou, sha256, start } from "../ledger-fixture.js";

const seed = sha256("seed");
const content: Omit<Contract, "contractId"> = {
  templateId: `${"a".repeat(64)}:Main:Iou`,
  packageName: "sample",
  payload: iou(),
  signatories: [bank],
  observers: [alice],
  key: { value: { issuer: bank, reference: "r1" }, maintainers: [bank] },
  createdAt: start,
};
const contract: Contract = {
  ...content,
  contractId: contractIdOf(discriminatorOf(seed, 3), content, sha256),
};
const { key: _key, ...keyless } = content;

describe("a contract id", () => {
  it("is a version 1 id of the seed, the node and a hash of the content", () => {
    expect(contract.contractId).to.have.lengthOf(138);
    expect(contract.contractId.slice(0, 74)).to.equal(`00${seed.slice(0, 56)}00000003ca121220`);
    expect(isContractId(contract.contractId)).to.equal(true);
  });

  it("stays what it was when it was first written", () => {
    expect(contract.contractId).to.equal(
      "0019b25856e1c150ca834cffc8b59b23adbd0ec0389e58eb22b3b6476800000003ca121220e39e8486dea006090d051442560d71ada2f5747939c76e6c3b8f6d78978eeeff",
    );
  });

  it("differs from node to node of one transaction, up to the last one", () => {
    const ids = [0, 1, 0xffff, 19_999].map((node) => discriminatorOf(seed, node));
    expect(new Set(ids).size).to.equal(4);
    for (const id of ids) expect(id).to.have.lengthOf(64);
  });

  it("is that of the content it was made of", () => {
    expect(isAuthentic(contract, sha256)).to.equal(true);
    const read: Contract = JSON.parse(JSON.stringify(contract));
    expect(isAuthentic(read, sha256)).to.equal(true);
  });

  const other = "b".repeat(64);
  const changes: ReadonlyArray<readonly [string, Contract]> = [
    ["template", { ...contract, templateId: `${other}:Main:Iou` }],
    ["package name", { ...contract, packageName: "simple" }],
    ["payload", { ...contract, payload: iou({ amount: "10.0000000001" }) }],
    ["owner", { ...contract, payload: iou({ owner: bob }) }],
    ["signatories", { ...contract, signatories: [bob] }],
    ["observers", { ...contract, observers: [] }],
    ["stakeholders' part", { ...contract, signatories: [bank, alice], observers: [] }],
    [
      "key",
      { ...contract, key: { value: { issuer: bank, reference: "r2" }, maintainers: [bank] } },
    ],
    [
      "maintainers",
      { ...contract, key: { value: { issuer: bank, reference: "r1" }, maintainers: [alice] } },
    ],
    ["lack of a key", { ...keyless, contractId: contract.contractId }],
    ["creation time", { ...contract, createdAt: start + 1 }],
    [
      "discriminator",
      { ...contract, contractId: contract.contractId.replace("00000003ca", "00000004ca") },
    ],
    ["version", { ...contract, contractId: `01${contract.contractId.slice(2)}` }],
    [
      "hash",
      {
        ...contract,
        contractId: `${contract.contractId.slice(0, -1)}${contract.contractId.endsWith("0") ? "1" : "0"}`,
      },
    ],
    ["end of the id", { ...contract, contractId: `${contract.contractId}00` }],
  ];
  for (const [what, changed] of changes)
    it(`shows that the ${what} was changed`, () => {
      expect(isAuthentic(changed, sha256)).to.equal(false);
    });
});

describe("the blob of a created event", () => {
  const node: CreateNode = { kind: "create", nodeId: 3, witnesses: [bob], ...contract };
  const encoded = (value: unknown): string =>
    base64Encode(
      new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value)),
    );

  it("gives the contract back, authentic", () => {
    const read = contractOfBlob(createdEventBlobOf(node, start));
    if (isLeft(read)) throw new Error(read.left);
    expect(read.right).to.deep.equal(contract);
    expect(isAuthentic(read.right, sha256)).to.equal(true);
    expect(contractOfNode(node, start)).to.deep.equal(contract);
  });

  it("works for contracts without a key", () => {
    const { key: _dropped, ...plain } = node;
    const read = contractOfBlob(createdEventBlobOf(plain, start));
    expect(isLeft(read) ? read.left : "key" in read.right).to.equal(false);
  });

  const bad: ReadonlyArray<readonly [string, string, string]> = [
    ["no Base64", "***", "it is not standard Base64"],
    ["Base64 of no JSON", encoded("{"), "it does not hold a contract"],
    ["Base64 of no UTF-8", base64Encode(Uint8Array.of(0xff, 0xfe)), "it does not hold a contract"],
    [
      "JSON with broken UTF-8 in a text",
      base64Encode(
        new TextEncoder()
          .encode(JSON.stringify({ v: 1, ...contract, packageName: "~" }))
          .map((byte) => (byte === "~".charCodeAt(0) ? 0xff : byte)),
      ),
      "it does not hold a contract",
    ],
    ["another JSON", encoded([]), "it does not hold a contract"],
    ["another version", encoded({ v: 2, ...contract }), "it does not hold a contract"],
    ["no version", encoded(contract), "it does not hold a contract"],
    [
      "a missing field",
      encoded({ v: 1, ...contract, templateId: undefined }),
      "it does not hold a contract",
    ],
    [
      "a wrong field",
      encoded({ v: 1, ...contract, signatories: bank }),
      "it does not hold a contract",
    ],
    [
      "a wrong key",
      encoded({ v: 1, ...contract, key: { value: 1 } }),
      "it does not hold a contract",
    ],
  ];
  for (const [name, blob, reason] of bad)
    it(`is refused when it is ${name}`, () => {
      const read = contractOfBlob(blob);
      expect(isLeft(read) && read.left).to.equal(reason);
    });
});
