import { expect } from "chai";
import {
  type Contract,
  contractIdOf,
  contractOfNode,
  isAuthentic,
} from "../../src/contracts/contract.js";
import { discriminatorOf } from "../../src/events/ledger-ids.js";
import { isContractId } from "../../src/values/grammar.js";
import type { CreateNode } from "../../src/events/transaction-node.js";
import { alice, bank, bob, iou, seedOf, sha256, start } from "../ledger-fixture.js";

const seed = seedOf("seed");
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
  contractId: contractIdOf(discriminatorOf(seed, 3), 41, content, sha256),
};
const { key: _key, ...keyless } = content;

describe("a contract id", () => {
  it("is a version 1 id of the seed, the node, the offset and a hash of the content", () => {
    expect(contract.contractId).to.have.lengthOf(146);
    expect(contract.contractId.slice(0, 82)).to.equal(`00${seed}00000003ca01000000000029`);
    expect(isContractId(contract.contractId)).to.equal(true);
  });

  it("stays what it was when it was first written", () => {
    expect(contract.contractId).to.equal(
      "0019b25856e1c150ca834cffc8b59b23adbd0ec0389e58eb22b3b6476800000003ca01000000000029a74524431e395664cbc40d237c661bb122af8d3f0d5f853ac77cb44e123f5d0f",
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
    [
      "offset",
      {
        ...contract,
        contractId: contract.contractId.replace("ca01000000000029", "ca0100000000002a"),
      },
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
  for (const [what, changed] of changes) {
    it(`shows that the ${what} was changed`, () => {
      expect(isAuthentic(changed, sha256)).to.equal(false);
    });
  }
});

describe("the contract of a create node", () => {
  it("is what the node says, with or without a key", () => {
    const node: CreateNode = { kind: "create", nodeId: 3, ...contract };
    expect(contractOfNode(node, start)).to.deep.equal(contract);
    const { key: _dropped, ...plain } = node;
    expect("key" in contractOfNode(plain, start)).to.equal(false);
  });
});
