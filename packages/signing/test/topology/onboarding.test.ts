import { expect } from "chai";
import * as fc from "fast-check";
import { isLeft } from "fp-ts/lib/Either.js";
import { keySpecs } from "../../src/keys/key-spec.js";
import { signMessage } from "../../src/keys/private-key.js";
import type { TopologyMapping } from "../../src/messages/topology-transaction.js";
import { externalPartyTopology } from "../../src/topology/external-party-topology.js";
import { type OnboardingRequest, onboardExternalParty } from "../../src/topology/onboarding.js";
import { topologyTransactionHash } from "../../src/topology/topology-hash.js";
import { topologyKeyOf } from "../../src/topology/topology-key.js";
import { expectLeft, expectRight } from "../support/expect-right.js";
import { fromBase64, vectors } from "../support/published-vectors.js";
import {
  adding,
  hostingOf,
  newKey,
  otherParticipant,
  participant,
  requestOf,
  signAll,
} from "./signing-party.js";

const key = newKey();
const second = newKey("SIGNING_KEY_SPEC_EC_P256");
const third = newKey("SIGNING_KEY_SPEC_EC_SECP256K1");
const namespace = key.publicKey.fingerprint;
const hosting = hostingOf(namespace, [key]);

const errorOf = (request: OnboardingRequest) => expectLeft(onboardExternalParty(request));

const hostedBy = (
  participants: ReadonlyArray<readonly [string, number]>,
  threshold = 1,
): TopologyMapping => ({
  ...hosting,
  value: {
    ...hosting.value,
    threshold,
    participants: participants.map(([participantUid, permission]) => ({
      participantUid,
      permission,
    })),
  },
});

describe("onboardExternalParty", () => {
  for (const spec of keySpecs) {
    it(`makes the party of a generated topology that a key of ${spec} signed`, () => {
      const own = newKey(spec);
      const topology = expectRight(
        externalPartyTopology({
          partyHint: "alice",
          publicKey: own.publicKey,
          participant,
          localParticipantObservationOnly: false,
          otherConfirmingParticipants: [],
          observingParticipants: [],
          confirmationThreshold: 0,
        }),
      );
      const party = expectRight(onboardExternalParty(requestOf(topology.transactions, [own])));
      expect(party.partyId).to.equal(topology.partyId);
      expect(party.keys.map(({ fingerprint, keySpec }) => [fingerprint, keySpec])).to.deep.equal([
        [own.publicKey.fingerprint, spec],
      ]);
      expect([party.threshold, party.confirmationThreshold, party.isComplete]).to.deep.equal([
        1,
        1,
        true,
      ]);
    });
  }

  it("takes a signature over each transaction in place of one over all", () => {
    const transaction = adding(hosting);
    const signatures = [signMessage(key, topologyTransactionHash(transaction))];
    const request = {
      transactions: [{ transaction, signatures }],
      multiHashSignatures: [],
      participant,
    };
    expect(expectRight(onboardExternalParty(request)).isComplete).to.equal(true);
  });

  it("needs a signature of every key of several, and keeps the threshold", () => {
    const transaction = adding(hostingOf(namespace, [key, second, third], 2));
    const party = expectRight(onboardExternalParty(requestOf([transaction], [key, second, third])));
    expect([party.keys.length, party.threshold]).to.deep.equal([3, 2]);
    const error = errorOf(requestOf([transaction], [key, second]));
    expect(error.kind).to.equal("unauthorized");
    expect(error.message).to.contain(`keys=${third.publicKey.fingerprint}`);
  });

  it("makes a party of the three mappings of version 3.4", () => {
    const delegation: TopologyMapping = {
      kind: "namespaceDelegation",
      value: {
        namespace,
        targetKey: topologyKeyOf(key.publicKey),
        isRootDelegation: false,
        canSignAllMappings: {},
        canSignAllButNamespaceDelegations: undefined,
        canSignSpecificMappings: undefined,
      },
    };
    const keys: TopologyMapping = {
      kind: "partyToKeyMapping",
      value: {
        party: `alice::${namespace}`,
        threshold: 1,
        signingKeys: [topologyKeyOf(key.publicKey)],
      },
    };
    const transactions = [delegation, keys, hostingOf(namespace, [])].map((each) => adding(each));
    const party = expectRight(onboardExternalParty(requestOf(transactions, [key])));
    expect(party.keys.map(({ fingerprint }) => fingerprint)).to.deep.equal([namespace]);
    expect(errorOf(requestOf(transactions, [second])).message).to.contain("missing authorizations");
  });

  it("reads the published mappings of version 3.4 and asks for the signatures", () => {
    const legacy = vectors.topology[3]?.topologyTransactions.map(fromBase64) ?? [];
    const { message } = errorOf(requestOf(legacy, [key]));
    expect(message).to.contain("is to be hosted on a single participant");
  });

  it("is not complete without a signature, and with other hosts", () => {
    const unsigned = expectRight(onboardExternalParty(requestOf([adding(hosting)], [])));
    expect(unsigned.isComplete).to.equal(false);
    const shared = adding(
      hostedBy(
        [
          [participant, 2],
          [otherParticipant, 2],
        ],
        2,
      ),
    );
    const party = expectRight(onboardExternalParty(requestOf([shared], [key])));
    expect([party.isComplete, party.confirmationThreshold]).to.deep.equal([false, 2]);
  });

  it("refuses any single bit changed in the transaction or the signature", () => {
    const transaction = adding(hosting);
    const [signature] = signAll([transaction], [key]);
    if (signature === undefined) throw new Error("one signature");
    const flipped = (bytes: Uint8Array, bit: number) => {
      const copy = Uint8Array.from(bytes);
      const at = Math.floor(bit / 8) % copy.length;
      copy[at] = (copy[at] ?? 0) ^ (1 << (bit % 8));
      return copy;
    };
    fc.assert(
      fc.property(fc.nat({ max: 8 * transaction.length - 1 }), (bit) => {
        const altered = {
          transactions: [{ transaction: flipped(transaction, bit), signatures: [] }],
          multiHashSignatures: [signature],
          participant,
        };
        const forged = {
          transactions: [{ transaction, signatures: [] }],
          multiHashSignatures: [{ ...signature, bytes: flipped(signature.bytes, bit) }],
          participant,
        };
        expect(isLeft(onboardExternalParty(altered))).to.equal(true);
        expect(isLeft(onboardExternalParty(forged))).to.equal(true);
      }),
      { numRuns: 400 },
    );
  });

  it("refuses a signature over another purpose: the single hash as if it were the one over all", () => {
    const transaction = adding(hosting);
    const signature = signMessage(key, topologyTransactionHash(transaction));
    const request = {
      transactions: [{ transaction, signatures: [] }],
      multiHashSignatures: [signature],
      participant,
    };
    expect(errorOf(request)).to.deep.equal({
      kind: "unauthorized",
      message: "Transaction signature verification failed",
    });
  });

  for (const [what, mappings, message] of [
    ["a party without a hosting", [], "Transactions field is empty"],
    ["two hostings", [hosting, hosting], "Only one transaction of type PartyToParticipant"],
    [
      "a mapping of another kind",
      [hosting, { kind: "vettedPackages", value: new Uint8Array() }],
      "Unsupported transactions found: VettedPackages",
    ],
    ["submission permission", [hostedBy([[participant, 1]])], "Submission permission"],
    [
      "an unknown permission",
      [hostedBy([[participant, 7]])],
      "expected Confirmation or Observation",
    ],
    [
      "another single host",
      [hostedBy([[otherParticipant, 2]])],
      "Submit the allocation request on",
    ],
    [
      "a single host that observes",
      [hostedBy([[participant, 3]])],
      "Submit the allocation request on",
    ],
    [
      "hosts that only observe",
      [
        hostedBy([
          [participant, 3],
          [otherParticipant, 3],
        ]),
      ],
      "at least one node with Confirmation",
    ],
    [
      "hosts without this one",
      [
        hostedBy([
          [otherParticipant, 2],
          ["x::1220", 2],
        ]),
      ],
      "not hosting the party",
    ],
    [
      "a host twice",
      [
        hostedBy([
          [participant, 2],
          [participant, 3],
        ]),
      ],
      "each participant once",
    ],
    ["no threshold", [hostedBy([[participant, 2]], 0)], "threshold: found 0"],
    ["a threshold above the hosts", [hostedBy([[participant, 2]], 2)], "threshold: found 2"],
    [
      "no keys",
      [hostingOf(namespace, [])],
      "either in the PartyToParticipant or in a PartyToKeyMapping",
    ],
    ["a key twice", [hostingOf(namespace, [key, key])], "each key once"],
    ["a key threshold above the keys", [hostingOf(namespace, [key], 2)], "key threshold: found 2"],
    [
      "more than 20 keys",
      [
        hostingOf(
          namespace,
          Array.from({ length: 21 }, () => key),
        ),
      ],
      "found 21, expected 1 to 20",
    ],
  ] as const) {
    it(`refuses ${what}`, () => {
      const transactions = mappings.map((each) => adding(each));
      expect(errorOf(requestOf(transactions, [key])).message).to.contain(message);
    });
  }

  it("refuses keys without the uses they need", () => {
    const withUsage = (usage: ReadonlyArray<number>): TopologyMapping => ({
      ...hosting,
      value: {
        ...hosting.value,
        partySigningKeys: { keys: [{ ...topologyKeyOf(key.publicKey), usage }], threshold: 1 },
      },
    });
    const message = (usage: ReadonlyArray<number>) =>
      errorOf(requestOf([adding(withUsage(usage))], [key])).message;
    expect(message([1, 5])).to.contain("Missing Protocol usage");
    expect(message([4])).to.contain("Missing Namespace and Protocol usage");
  });

  it("refuses a serial other than 1, a removal, and bytes that are not a transaction", () => {
    const field = (transaction: Uint8Array) => {
      const error = errorOf(requestOf([transaction], [key]));
      return error.kind === "invalid field" ? error.field : error.kind;
    };
    expect(field(adding(hosting, 2))).to.equal("onboarding_transactions.transaction.serial");
    expect(field(adding(hosting, 1, 2))).to.equal("onboarding_transactions.transaction");
    expect(field(Uint8Array.of(1, 2))).to.equal("onboarding_transactions.transaction");
  });
});
