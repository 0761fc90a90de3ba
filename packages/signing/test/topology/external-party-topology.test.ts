import { expect } from "chai";
import { permissions } from "../../src/messages/topology-transaction.js";
import { publicKeyFrom } from "../../src/keys/public-key.js";
import {
  type ExternalPartyRequest,
  externalPartyTopology,
} from "../../src/topology/external-party-topology.js";
import { decodeTopologyTransaction } from "../../src/topology/versioned-transaction.js";
import { expectMessage, expectRight } from "../support/expect-right.js";
import { fromBase64, hex, keyVector, vectors } from "../support/published-vectors.js";
import { otherParticipant, participant } from "./signing-party.js";

const publicKeyOf = (name: string) => {
  const vector = keyVector(name);
  return expectRight(
    publicKeyFrom(
      vector.keySpec,
      "CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO",
      fromBase64(vector.publicKeyDerX509Spki),
    ),
  );
};

const request: ExternalPartyRequest = {
  partyHint: "alice",
  publicKey: publicKeyOf("alice"),
  participant,
  localParticipantObservationOnly: false,
  otherConfirmingParticipants: [],
  observingParticipants: [],
  confirmationThreshold: 0,
};

/** The request that gives a published transaction: its hosts are read from it. */
const requestOfVector = (
  name: string,
  key: string,
): readonly [ExternalPartyRequest, Uint8Array] => {
  const bytes = fromBase64(
    vectors.topology.find((each) => each.name === name)?.topologyTransactions[0] ?? "",
  );
  const { mapping } = expectRight(decodeTopologyTransaction(bytes));
  if (mapping.kind !== "partyToParticipant") throw new Error(mapping.kind);
  const [own, ...others] = mapping.value.participants;
  const uids = (permission: number) =>
    others.filter((host) => host.permission === permission).map((host) => host.participantUid);
  return [
    {
      partyHint: mapping.value.party.split("::")[0] ?? "",
      publicKey: publicKeyOf(key),
      participant: own?.participantUid ?? "",
      localParticipantObservationOnly: own?.permission === permissions.observation,
      otherConfirmingParticipants: uids(permissions.confirmation),
      observingParticipants: uids(permissions.observation),
      confirmationThreshold: 0,
    },
    bytes,
  ];
};

describe("externalPartyTopology", () => {
  for (const [name, key] of [
    ["combined-single-host-ed25519", "alice"],
    ["combined-multi-host-p256", "dave-p256"],
    ["combined-local-observer-secp256k1", "erin-secp256k1"],
  ] as const) {
    it(`gives the published bytes and hash of ${name}`, () => {
      const [asked, bytes] = requestOfVector(name, key);
      const topology = expectRight(externalPartyTopology(asked));
      expect(topology.transactions.map(hex)).to.deep.equal([hex(bytes)]);
      const published = vectors.topology.find((each) => each.name === name);
      expect(hex(topology.multiHash)).to.equal(published?.multiHash);
      expect(topology.publicKeyFingerprint).to.equal(keyVector(key).fingerprint);
      expect(topology.partyId).to.equal(`${asked.partyHint}::${keyVector(key).fingerprint}`);
    });
  }

  it("gives the published bytes of the three mappings of version 3.4 when they are wanted", () => {
    const published = vectors.topology.find(({ name }) => name === "legacy-three-mappings-ed25519");
    const bytes = (published?.topologyTransactions ?? []).map(fromBase64);
    const last = expectRight(decodeTopologyTransaction(bytes[2] ?? new Uint8Array())).mapping;
    const own = last.kind === "partyToParticipant" ? last.value.participants[0] : undefined;
    const topology = expectRight(
      externalPartyTopology({
        ...request,
        participant: own?.participantUid ?? "",
        separateMappings: true,
      }),
    );
    expect(topology.transactions.map(hex)).to.deep.equal(bytes.map(hex));
    expect(hex(topology.multiHash)).to.equal(published?.multiHash);
  });

  it("takes the threshold of confirmations of the request", () => {
    const asked = {
      ...request,
      otherConfirmingParticipants: [otherParticipant],
      confirmationThreshold: 1,
    };
    const [bytes] = expectRight(externalPartyTopology(asked)).transactions;
    const { mapping } = expectRight(decodeTopologyTransaction(bytes ?? new Uint8Array()));
    expect(mapping.kind === "partyToParticipant" && mapping.value.threshold).to.equal(1);
  });

  for (const [what, changed, message] of [
    ["an empty hint", { partyHint: "" }, "Party hint is empty"],
    ["a malformed hint", { partyHint: "a/b" }, "party_hint"],
    ["a negative threshold", { confirmationThreshold: -1 }, "Negative confirmation threshold"],
    [
      "a threshold above the confirmers",
      { confirmationThreshold: 2 },
      "exceeds number of confirming",
    ],
    [
      "no confirmer at all",
      { localParticipantObservationOnly: true },
      "exceeds number of confirming",
    ],
    [
      "itself among the confirmers",
      { otherConfirmingParticipants: [participant] },
      "otherConfirmingParticipantUids",
    ],
    [
      "itself among the observers",
      { observingParticipants: [participant] },
      "observingParticipantUids",
    ],
    [
      "a participant twice",
      {
        otherConfirmingParticipants: [otherParticipant],
        observingParticipants: [otherParticipant],
      },
      "referenced multiple times",
    ],
    ["a malformed participant", { observingParticipants: ["PAR"] }, "<name>::<fingerprint>"],
    [
      "very many participants",
      { observingParticipants: Array.from({ length: 100 }, (_, i) => `p${i}::1220`) },
      "at most 100",
    ],
  ] as const) {
    it(`refuses ${what}`, () => {
      expect(expectMessage(externalPartyTopology({ ...request, ...changed }))).to.contain(message);
    });
  }
});
