import {
  AcceptedAppPayment,
  AcceptedTransferOffer,
  Amulet,
  AmuletAllocation,
  AppPaymentRequest,
  BuyTrafficRequest,
  coinInstrument,
  MintingDelegationProposal,
  SubscriptionIdleState,
  SubscriptionRequest,
  TransferCommand,
  TransferCommandCounter,
  TransferOffer,
  TransferPreapprovalProposal,
  AmuletAllocationV2,
} from "@tallystick/coin";
import type { Contract } from "@tallystick/core";
import { expect } from "chai";
import { defaultWalletConfig, type InboxItem, inboxOf, nextOf } from "../../src/index.js";
import { inMemoryContracts } from "../../src/contracts/in-memory-contracts.js";
import { allocationOf, specificationOf } from "../allocation-of.js";
import { held, int, many, round } from "../held-contracts.js";
import {
  alice,
  bob,
  carol,
  cc,
  dso,
  memberId,
  minute,
  operator,
  start,
  synchronizerId,
  WalletLedger,
} from "../wallet-ledger.js";

const network = new WalletLedger().bootstrap().networkState;
/** Some contract. */
const cid = network.amuletRules;
const inCc = (amount: string) => ({ amount: cc(amount), unit: "AmuletUnit" }) as const;
const coin = (owner: string, amount: string): Contract =>
  held(Amulet, `coin of ${owner}`, {
    dso,
    owner,
    amount: {
      initialAmount: cc(amount),
      createdAt: round(0),
      ratePerRound: { rate: cc("0.0001") },
    },
  });

const inbox = (
  party: string,
  contracts: ReadonlyArray<Contract>,
  { isOpen = true, now = start, most = 100, signsOutside = false } = {},
): ReadonlyArray<InboxItem> =>
  inboxOf(
    {
      view: inMemoryContracts(contracts),
      network: isOpen ? network : undefined,
      operator,
      config: defaultWalletConfig,
      now,
      signsOutside,
    },
    party,
    most,
  );

const shared = {
  sender: alice,
  receiver: bob,
  dso,
  expiresAt: BigInt(start + minute),
  trackingId: "t",
};
const offer = held(TransferOffer, "offer", { ...shared, amount: inCc("1"), description: "d" });
const accepted = held(AcceptedTransferOffer, "accepted", { ...shared, amount: inCc("10") });
const command = (nonce: number): Contract =>
  held(TransferCommand, `command ${nonce}`, {
    dso,
    sender: alice,
    receiver: bob,
    delegate: operator,
    amount: cc("3"),
    expiresAt: BigInt(start + minute),
    nonce: int(nonce),
    description: undefined,
  });
const counter = held(TransferCommandCounter, "counter", { dso, sender: alice, nextNonce: int(2) });
const traffic = held(BuyTrafficRequest, "traffic", {
  dso,
  endUserParty: alice,
  expiresAt: BigInt(start + minute),
  trackingId: "t",
  trafficAmount: int(1_000_000),
  memberId,
  synchronizerId,
  migrationId: int(0),
});
const request = held(AppPaymentRequest, "request", {
  sender: alice,
  receiverAmounts: [{ receiver: bob, amount: inCc("2") }],
  provider: carol,
  dso,
  expiresAt: BigInt(start + minute),
  description: "tea",
});
const payment = held(AcceptedAppPayment, "payment", {
  sender: alice,
  amuletReceiverAmounts: [{ receiver: bob, amuletAmount: cc("2") }],
  provider: carol,
  dso,
  lockedAmulet: cid,
  round: round(0),
  reference: cid,
});
const data = {
  subscriptionData: { sender: alice, receiver: bob, provider: carol, dso, description: "paper" },
  payData: {
    paymentAmount: inCc("4"),
    paymentInterval: { microseconds: int(60 * minute) },
    paymentDuration: { microseconds: int(10 * minute) },
  },
};
const subscription = held(SubscriptionRequest, "subscription", data);
const due = (dueAt: number): Contract =>
  held(SubscriptionIdleState, "due", {
    ...data,
    subscription: cid,
    nextPaymentDueAt: BigInt(dueAt),
    reference: cid,
  });
const noMeta = { values: new Map<string, string>() };
const allocation = held(AmuletAllocation, "allocation", {
  lockedAmulet: cid,
  allocation: {
    settlement: {
      executor: carol,
      settlementRef: { id: "s", cid: undefined },
      requestedAt: BigInt(start),
      allocateBefore: BigInt(start),
      settleBefore: BigInt(start + minute),
      meta: noMeta,
    },
    transferLegId: "leg",
    transferLeg: {
      sender: alice,
      receiver: bob,
      amount: cc("5"),
      instrumentId: coinInstrument(dso),
      meta: noMeta,
    },
  },
});
const allocationV2 = held(
  AmuletAllocationV2,
  "allocation v2",
  allocationOf({ expiresAt: BigInt(start + minute) }),
);
const minting = held(MintingDelegationProposal, "minting", {
  delegation: {
    beneficiary: alice,
    delegate: bob,
    dso,
    expiresAt: BigInt(start + minute),
    amuletMergeLimit: int(10),
  },
});
const proposal = held(TransferPreapprovalProposal, "proposal", {
  receiver: alice,
  provider: operator,
  expectedDso: dso,
});

describe("an inbox", () => {
  const rows: ReadonlyArray<
    readonly [kind: string, contracts: ReadonlyArray<Contract>, reasons: Record<string, string>]
  > = [
    ["transfer-offer", [offer], { [alice]: "waiting-for-receiver", [bob]: "waiting-for-you" }],
    [
      "accepted-transfer-offer",
      [accepted, coin(alice, "10")],
      { [alice]: "waiting-for-automation", [bob]: "waiting-for-sender" },
    ],
    [
      "accepted-transfer-offer",
      [accepted, coin(alice, "9")],
      { [alice]: "short-of-funds", [bob]: "waiting-for-sender" },
    ],
    ["transfer-command", [command(2), counter], { [alice]: "short-of-funds" }],
    ["transfer-command", [command(5), counter], { [alice]: "nonce-behind" }],
    [
      "transfer-command",
      [command(2), counter, coin(alice, "3")],
      { [alice]: "waiting-for-automation", [operator]: "waiting-for-automation" },
    ],
    ["traffic-request", [traffic], { [alice]: "short-of-funds" }],
    [
      "payment-request",
      [request],
      {
        [alice]: "waiting-for-you",
        [bob]: "waiting-for-sender",
        [carol]: "waiting-for-receiver",
      },
    ],
    [
      "accepted-payment",
      [payment],
      { [alice]: "waiting-for-app", [bob]: "waiting-for-app", [carol]: "waiting-for-app" },
    ],
    [
      "subscription-request",
      [subscription],
      {
        [alice]: "waiting-for-you",
        [bob]: "waiting-for-sender",
        [carol]: "waiting-for-receiver",
      },
    ],
    ["subscription-due", [due(start)], { [alice]: "short-of-funds", [bob]: "waiting-for-sender" }],
    ["allocation", [allocation], { [alice]: "waiting-for-app", [carol]: "waiting-for-app" }],
    ["allocation-v2", [allocationV2], { [alice]: "waiting-for-app", [bob]: "waiting-for-app" }],
    [
      "minting-delegation-proposal",
      [minting],
      { [alice]: "waiting-for-receiver", [bob]: "waiting-for-you" },
    ],
    ["preapproval-proposal", [proposal], { [alice]: "operator-lacks-funds" }],
    [
      "preapproval-proposal",
      [proposal, coin(operator, "1000")],
      { [alice]: "waiting-for-operator", [operator]: "waiting-for-operator" },
    ],
  ];
  for (const [kind, contracts, reasons] of rows) {
    for (const [party, code] of Object.entries(reasons)) {
      it(`says of a ${kind} to ${party.split("::")[0] ?? ""}: ${code}`, () => {
        const items = inbox(party, contracts);
        expect(items.map((item) => [item.kind, item.reason.code])).to.deep.equal([[kind, code]]);
        expect(items[0]?.counterparties).not.to.include(party);
        expect(items.map((item) => nextOf(item).actor)).not.to.include(undefined);
      });
    }
  }

  it("lets an allocation be withdrawn unless it is committed, and then after its deadline", () => {
    const actions = (committed: boolean, deadline?: number) => {
      const settlementDeadline = deadline === undefined ? undefined : BigInt(deadline);
      const payload = allocationOf({
        allocation: specificationOf({ committed, settlementDeadline }),
        expiresAt: BigInt(start + minute),
      });
      return inbox(alice, [held(AmuletAllocationV2, "c", payload)]).map((it) => it.actions);
    };
    expect(actions(false)).to.deep.equal([["withdraw"]]);
    expect(actions(true)).to.deep.equal([[]]);
    expect(actions(true, start + 1)).to.deep.equal([[]]);
    expect(actions(true, start)).to.deep.equal([["withdraw"]]);
  });

  it("has what is due paid by a party that signs outside of the node, which pays nothing for it", () => {
    const seen = (contracts: ReadonlyArray<Contract>, isOpen = true) =>
      inbox(alice, contracts, { signsOutside: true, isOpen }).map((item) => [
        item.reason.code,
        nextOf(item),
        item.actions,
      ]);
    const you = (step: string) => ({ step, actor: "you" });
    expect(seen([due(start), coin(alice, "1000")])).to.deep.equal([
      ["waiting-for-you", you("you-pay"), ["pay", "cancel"]],
    ]);
    expect(seen([due(start)])).to.deep.equal([
      ["short-of-funds", you("add-funds-and-pay"), ["cancel"]],
    ]);
    expect(seen([due(start), coin(alice, "1000")], false)).to.deep.equal([
      ["round-not-open", { step: "next-round", actor: "network" }, ["cancel"]],
    ]);
    // made over the ledger's own interface, and paid there
    expect(seen([accepted, coin(alice, "1000")])).to.deep.equal([
      ["waiting-for-you", you("you-pay"), []],
    ]);
    // of the receiver nothing is wanted, whoever signs for it
    const received = inbox(bob, [due(start)], { signsOutside: true });
    expect(received.map(({ reason, actions }) => [reason.code, actions])).to.deep.equal([
      ["waiting-for-sender", []],
    ]);
    const inNode = inbox(alice, [due(start), coin(alice, "1000")]);
    expect(inNode.map((item) => [item.reason.code, nextOf(item).step, item.actions])).to.deep.equal(
      [["waiting-for-automation", "wallet-acts", ["cancel"]]],
    );
  });

  it("names what is missing, and how many commands come first", () => {
    const [short] = inbox(alice, [accepted, coin(alice, "9.9999999999")]);
    expect(short?.reason).to.deep.equal({ code: "short-of-funds", missing: 1n });
    const [behind] = inbox(alice, [command(5), counter]);
    expect(behind?.reason).to.deep.equal({ code: "nonce-behind", behind: 3n });
    const [first] = inbox(alice, [command(1)]);
    expect(first?.reason).to.deep.equal({ code: "nonce-behind", behind: 1n });
  });

  it("waits for a round while none is open", () => {
    const waiting = inbox(alice, [accepted, traffic, due(start), command(0), proposal], {
      isOpen: false,
    });
    expect(waiting.map(({ reason }) => reason.code)).to.deep.equal(
      waiting.map(() => "round-not-open"),
    );
    expect(waiting).to.have.lengthOf(5);
  });

  it("lets what is over be rejected and withdrawn, not accepted", () => {
    const now = start + minute;
    const ofBob = inbox(bob, [offer], { now });
    expect(ofBob[0]).to.deep.include({
      reason: { code: "expired-not-cleared" },
      actions: ["reject"],
    });
    expect(inbox(alice, [offer], { now })[0]?.actions).to.deep.equal(["withdraw"]);
    expect(inbox(alice, [offer], { now: now - 1 })[0]?.reason.code).to.equal(
      "waiting-for-receiver",
    );
  });

  it("leaves out subscriptions that are not due, other parties' contracts and other kinds", () => {
    expect(inbox(alice, [due(start + 11 * minute)])).to.deep.equal([]);
    expect(inbox(carol, [offer, accepted, minting])).to.deep.equal([]);
  });

  it("reads a bounded number of each kind", () => {
    const offers = many(5, TransferOffer, "offer", {
      ...shared,
      amount: inCc("1"),
      description: "d",
    });
    expect(inbox(alice, [...offers, traffic], { most: 2 })).to.have.lengthOf(3);
  });
});
