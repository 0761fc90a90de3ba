import {
  Amulet,
  AnsEntry,
  AnsEntryContext,
  FeaturedAppRight,
  MemberTraffic,
  MergeDelegation,
  MergeDelegationProposal,
  metadataV1,
  TransferCommandCounter,
  TransferOffer,
  TransferPreapproval,
  TransferPreapprovalProposal,
  ValidatorRight,
} from "@tallystick/coin";
import type { Contract } from "@tallystick/core";
import { expect } from "chai";
import { inMemoryContracts } from "../../src/contracts/in-memory-contracts.js";
import { namedOf } from "../../src/index.js";
import { held, int, round } from "../held-contracts.js";
import { alice, bob, cc, dso, operator, start } from "../wallet-ledger.js";

const delegation = { operator, owner: alice, meta: metadataV1.emptyMetadata };
const preapproval = { dso, receiver: alice, provider: operator, validFrom: 0n, lastRenewedAt: 0n };
const offer = {
  sender: alice,
  receiver: bob,
  dso,
  amount: { amount: cc("1"), unit: "AmuletUnit" as const },
  description: "",
  trackingId: "t",
  expiresAt: BigInt(start),
};
const traffic = {
  dso,
  memberId: "PAR::a::1220",
  synchronizerId: "global::1220",
  migrationId: int(0),
  totalPurchased: int(5),
  numPurchases: int(1),
  amuletSpent: cc("1"),
  usdSpent: cc("1"),
};
const entry = { dso, user: alice, name: "alice.unverified.ans", url: "", description: "" };

const reference = `00${"ab".repeat(32)}`;

const named: ReadonlyArray<readonly [what: string, Contract, party: string, text: string]> = [
  [
    "a name",
    held(AnsEntry, "c", { ...entry, expiresAt: BigInt(start) }),
    dso,
    "alice.unverified.ans",
  ],
  ["what pays for a name", held(AnsEntryContext, "c", { ...entry, reference }), dso, reference],
  [
    "a counter of nonces",
    held(TransferCommandCounter, "c", { dso, sender: alice, nextNonce: int(3) }),
    dso,
    alice,
  ],
  ["traffic", held(MemberTraffic, "c", traffic), dso, "PAR::a::1220"],
  ["an offer", held(TransferOffer, "c", offer), alice, bob],
  [
    "a preapproval",
    held(TransferPreapproval, "c", { ...preapproval, expiresAt: BigInt(start) }),
    alice,
    alice,
  ],
  [
    "the proposal of a preapproval",
    held(TransferPreapprovalProposal, "c", {
      receiver: alice,
      provider: operator,
      expectedDso: undefined,
    }),
    alice,
    operator,
  ],
  ["a featured right", held(FeaturedAppRight, "c", { dso, provider: bob }), dso, bob],
  [
    "a validator's right",
    held(ValidatorRight, "c", { dso, user: alice, validator: operator }),
    alice,
    operator,
  ],
  ["a merge delegation", held(MergeDelegation, "c", delegation), alice, alice],
  ["its proposal", held(MergeDelegationProposal, "c", { delegation }), alice, alice],
];

const templateOf = ({ templateId }: Contract): string => templateId.slice(65);

describe("the name of a contract", () => {
  for (const [what, contract, party, text] of named) {
    it(`of ${what} is what it is looked up by, for a stakeholder`, () => {
      expect(namedOf(templateOf(contract), contract.payload)).to.deep.equal({ party, text });
      expect([...contract.signatories, ...contract.observers]).to.include(party);
    });
  }

  it("is none of contracts that are never looked up so, nor of other payloads", () => {
    const amount = {
      initialAmount: cc("1"),
      createdAt: round(1),
      ratePerRound: { rate: cc("0.1") },
    };
    const coin = held(Amulet, "c", { dso, owner: alice, amount });
    expect(namedOf(templateOf(coin), coin.payload)).to.equal(undefined);
    expect(namedOf(AnsEntry.name, coin.payload)).to.equal(undefined);
    expect(namedOf(AnsEntry.name, null)).to.equal(undefined);
    expect(namedOf("Some.Module:Other", {})).to.equal(undefined);
  });

  it("is what views in memory find, in the order of names", () => {
    const names = ["b", "a", "ab", "a", "ä", "🙂", ""];
    const view = inMemoryContracts(
      names.map((name, at) =>
        held(AnsEntry, `c-${at}`, { ...entry, name, expiresAt: BigInt(start) }),
      ),
    );
    const idsOf = (found: ReadonlyArray<{ readonly contractId: string }>) =>
      found.map(({ contractId }) => contractId);
    expect(idsOf(view.named(AnsEntry, dso, "a"))).to.deep.equal(["c-1", "c-3"]);
    expect(idsOf(view.named(AnsEntry, dso, "a", 1))).to.deep.equal(["c-1"]);
    expect(idsOf(view.named(AnsEntry, alice, "a"))).to.deep.equal([]);
    expect(idsOf(view.namedWithin(AnsEntry, dso, "a", 9))).to.deep.equal(["c-1", "c-3", "c-2"]);
    expect(idsOf(view.namedWithin(AnsEntry, dso, "", 9))).to.deep.equal([
      "c-6",
      "c-1",
      "c-3",
      "c-2",
      "c-0",
      "c-4",
      "c-5",
    ]);
  });
});
