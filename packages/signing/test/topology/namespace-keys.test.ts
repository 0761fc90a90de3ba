import { expect } from "chai";
import type {
  NamespaceDelegation,
  TopologyMapping,
} from "../../src/messages/topology-transaction.js";
import { onboardExternalParty } from "../../src/topology/onboarding.js";
import { decentralizedNamespaceOf } from "../../src/topology/namespace-keys.js";
import { topologyKeyOf } from "../../src/topology/topology-key.js";
import { expectLeft, expectRight } from "../support/expect-right.js";
import { adding, hostingOf, newKey, requestOf } from "./signing-party.js";

const owners = [newKey(), newKey(), newKey("SIGNING_KEY_SPEC_EC_P256")];
const partyKey = newKey();
const names = owners.map(({ publicKey }) => publicKey.fingerprint);
const namespace = decentralizedNamespaceOf(names);

const delegation = (
  key: (typeof owners)[number],
  changed: Partial<NamespaceDelegation> = {},
): TopologyMapping => ({
  kind: "namespaceDelegation",
  value: {
    namespace: key.publicKey.fingerprint,
    targetKey: topologyKeyOf(key.publicKey),
    isRootDelegation: false,
    canSignAllMappings: {},
    canSignAllButNamespaceDelegations: undefined,
    canSignSpecificMappings: undefined,
    ...changed,
  },
});

const definition = (threshold: number, of = names, name = namespace): TopologyMapping => ({
  kind: "decentralizedNamespaceDefinition",
  value: { decentralizedNamespace: name, threshold, owners: of },
});

const transactions = (mappings: ReadonlyArray<TopologyMapping>) =>
  [...mappings, hostingOf(namespace, [partyKey])].map((each) => adding(each));

describe("a namespace of several owners", () => {
  const all = transactions([...owners.map((owner) => delegation(owner)), definition(2)]);

  it("is made by all of them", () => {
    const party = expectRight(onboardExternalParty(requestOf(all, [...owners, partyKey])));
    expect(party.partyId).to.equal(`alice::${namespace}`);
    expect(
      expectLeft(onboardExternalParty(requestOf(all, [...owners.slice(1), partyKey]))).kind,
    ).to.equal("unauthorized");
    expect(expectLeft(onboardExternalParty(requestOf(all, owners))).message).to.contain(
      partyKey.publicKey.fingerprint,
    );
  });

  it("has the hash of its owners as its name, in any order", () => {
    expect(decentralizedNamespaceOf(names.toReversed())).to.equal(namespace);
    const wrong = transactions([definition(2, names.slice(1))]);
    expect(expectLeft(onboardExternalParty(requestOf(wrong, owners))).message).to.contain(
      "the hash of its owners",
    );
  });

  it("has a threshold of at most its owners, and each owner once", () => {
    const message = (mapping: TopologyMapping) =>
      expectLeft(onboardExternalParty(requestOf(transactions([mapping]), owners))).message;
    expect(message(definition(4))).to.contain("namespace threshold: found 4");
    expect(message(definition(0))).to.contain("namespace threshold: found 0");
    expect(message(definition(1, [...names, ...names]))).to.contain("each owner once");
    expect(message(definition(1, ["x"]))).to.contain("as a fingerprint");
  });

  it("has at most ten owners", () => {
    const many = transactions([
      ...Array.from({ length: 11 }, () => delegation(partyKey)),
      definition(1),
    ]);
    expect(expectLeft(onboardExternalParty(requestOf(many, owners))).message).to.contain(
      "more than 10",
    );
  });
});

describe("a root delegation", () => {
  const [owner] = owners;
  if (owner === undefined) throw new Error("three owners");
  const own = owner.publicKey.fingerprint;
  const message = (changed: Partial<NamespaceDelegation>) =>
    expectLeft(
      onboardExternalParty(
        requestOf([adding(delegation(owner, changed)), adding(hostingOf(own, [owner]))], [owner]),
      ),
    ).message;

  it("must be of the party's namespace", () => {
    expect(message({ namespace: partyKey.publicKey.fingerprint })).to.contain("does not match");
  });

  it("must have the key of the namespace, allowed to sign everything", () => {
    expect(message({ targetKey: topologyKeyOf(partyKey.publicKey) })).to.contain(
      "not a root namespace",
    );
    expect(message({ canSignAllButNamespaceDelegations: {} })).to.contain("all mappings");
    expect(message({ canSignSpecificMappings: Uint8Array.of(8) })).to.contain("all mappings");
    expect(message({ targetKey: { ...topologyKeyOf(owner.publicKey), usage: [4] } })).to.contain(
      "all mappings",
    );
    expect(message({ targetKey: { ...topologyKeyOf(owner.publicKey), keySpec: 9 } })).to.contain(
      "key spec",
    );
  });
});
