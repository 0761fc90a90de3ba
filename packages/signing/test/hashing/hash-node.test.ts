import { expect } from "chai";
import { UnhashableValue } from "../../src/hashing/hash-input.js";
import { createNodeInput, nodeHashInput } from "../../src/hashing/hash-node.js";
import { schemeRules } from "../../src/hashing/hashing-scheme.js";
import { decodePreparedTransaction } from "../../src/messages/prepared-transaction.js";
import type { NodeContent } from "../../src/messages/transaction-node.js";
import { expectRight } from "../support/expect-right.js";
import { fromBase64, hex, preparedVector, vectors } from "../support/published-vectors.js";

const V2 = schemeRules.HASHING_SCHEME_VERSION_V2;
const V3 = schemeRules.HASHING_SCHEME_VERSION_V3;

const prepared = expectRight(
  decodePreparedTransaction(fromBase64(preparedVector("create-minimal").preparedTransaction)),
);
const content = prepared.transaction.nodes[0]?.content;
const seed = prepared.transaction.nodeSeeds[0]?.seed;
if (content?.kind !== "create" || seed === undefined) throw new Error("the vector has a create");
const create = content.value;

const key = {
  key: {
    templateId: create.templateId,
    packageName: "p",
    key: create.argument,
    hash: new Uint8Array(32),
  },
  maintainers: ["alice"],
};
const fetchFields = {
  ...create,
  actingParties: ["alice"],
  interfaceId: create.templateId,
  byKey: false,
};

describe("nodeHashInput", () => {
  it("gives the published bytes of a create", () => {
    expect(hex(nodeHashInput(V2, content, seed, []).bytes())).to.equal(
      vectors.preimagesOfCreateMinimalV2.encodedNode0,
    );
  });

  it("writes the interface of a fetch before its acting parties", () => {
    const bytes = hex(
      nodeHashInput(V2, { kind: "fetch", value: fetchFields }, undefined, []).bytes(),
    );
    expect(bytes.startsWith("0100000003322e3102")).to.equal(true);
    expect(bytes.endsWith(`00000001${"00000005"}${Buffer.from("alice").toString("hex")}`)).to.equal(
      true,
    );
  });

  it("writes nothing before a rollback with V3, and the version of the encoding with V2", () => {
    const rollback: NodeContent = { kind: "rollback", value: ["1"] };
    const child = new Uint8Array(32);
    expect(hex(nodeHashInput(V2, rollback, undefined, [child]).bytes())).to.equal(
      `010300000001${hex(child)}`,
    );
    expect(hex(nodeHashInput(V3, rollback, undefined, [child]).bytes())).to.equal(
      `0300000001${hex(child)}`,
    );
  });

  it("covers keys with V3 only", () => {
    const keyed: NodeContent = { kind: "fetch", value: { ...fetchFields, key, byKey: true } };
    const plain: NodeContent = { kind: "fetch", value: fetchFields };
    const bytes = (rules: typeof V2, node: NodeContent) =>
      hex(nodeHashInput(rules, node, undefined, []).bytes());
    expect(bytes(V2, keyed)).to.equal(bytes(V2, plain));
    expect(bytes(V3, keyed)).not.to.equal(bytes(V3, plain));
  });

  it("throws for what the scheme cannot hash", () => {
    const query: NodeContent = {
      kind: "queryByKey",
      value: {
        lfVersion: "2",
        packageName: "p",
        templateId: create.templateId,
        exhaustive: true,
        key,
        result: [],
      },
    };
    const short = { ...key, key: { ...key.key, hash: new Uint8Array(3) } };
    const of = (rules: typeof V2, node: NodeContent) => () => nodeHashInput(rules, node, seed, []);
    expect(of(V2, query)).to.throw(UnhashableValue, "V3");
    expect(of(V3, query)).not.to.throw();
    expect(of(V3, { kind: "queryByKey", value: { ...query.value, key: short } })).to.throw(
      "found 3 bytes",
    );
    expect(of(V2, { kind: "create", value: { ...create, lfVersion: "2" } })).to.throw("lf_version");
    expect(of(V3, { kind: "create", value: { ...create, lfVersion: "dev" } })).to.throw(
      "lf_version",
    );
    expect(of(V2, { kind: "create", value: { ...create, contractId: "xyz" } })).to.throw("hex");
  });
});

describe("createNodeInput", () => {
  it("says whether there is a seed", () => {
    const withSeed = hex(createNodeInput(V2, create, seed).bytes());
    const without = hex(createNodeInput(V2, create, undefined).bytes());
    expect(withSeed).to.contain(`01${hex(seed)}`);
    expect(without.length).to.equal(withSeed.length - 64);
  });
});
