import { expect } from "chai";
import type { TopologyMapping } from "../../src/messages/topology-transaction.js";
import { onboardingMappings } from "../../src/topology/onboarding-mappings.js";
import { topologyKeyOf } from "../../src/topology/topology-key.js";
import { expectLeft, expectRight } from "../support/expect-right.js";
import { hostingOf, newKey, participant } from "./signing-party.js";

const key = newKey();
const namespace = key.publicKey.fingerprint;
const unsigned = (mapping: TopologyMapping) => ({ mapping, serial: 1, signedBy: new Map() });
const keysOf = (party: string): TopologyMapping => ({
  kind: "partyToKeyMapping",
  value: { party, threshold: 1, signingKeys: [topologyKeyOf(key.publicKey)] },
});

describe("onboardingMappings", () => {
  it("sorts the mappings of a party out", () => {
    const found = expectRight(
      onboardingMappings([unsigned(hostingOf(namespace, [key]))], participant),
    );
    expect(found.namespace).to.equal(namespace);
    expect(found.signingKeys.map(({ fingerprint }) => fingerprint)).to.deep.equal([namespace]);
    expect([
      found.signingThreshold,
      found.partyToKey,
      found.decentralized,
      found.delegations,
    ]).to.deep.equal([1, undefined, undefined, []]);
  });

  it("takes the keys of a mapping of their own when the hosting has none", () => {
    const mappings = [hostingOf(namespace, []), keysOf(`alice::${namespace}`)].map(unsigned);
    expect(expectRight(onboardingMappings(mappings, participant)).partyToKey).not.to.equal(
      undefined,
    );
  });

  it("refuses keys in both places, of another party, and twice", () => {
    const message = (...mappings: ReadonlyArray<TopologyMapping>) =>
      expectLeft(onboardingMappings(mappings.map(unsigned), participant)).message;
    const keys = keysOf(`alice::${namespace}`);
    expect(message(hostingOf(namespace, [key]), keys)).to.contain("Not in both");
    expect(message(hostingOf(namespace, []), keysOf(`bob::${namespace}`))).to.contain(
      "does not match",
    );
    expect(message(hostingOf(namespace, []), keys, keys)).to.contain(
      "Only one transaction of type PartyToKeyMapping",
    );
    expect(message(keys)).to.contain("must be provided, got 0");
  });

  it("refuses a party id that is none", () => {
    const { value } = hostingOf(namespace, [key]);
    const mapping: TopologyMapping = {
      kind: "partyToParticipant",
      value: { ...value, party: "alice" },
    };
    expect(expectLeft(onboardingMappings([unsigned(mapping)], participant)).message).to.contain(
      "<hint>::<fingerprint>",
    );
  });
});
