import {
  AcceptedTransferOffer,
  BuyTrafficRequest,
  MergeDelegation,
  MergeDelegationProposal,
  metadataV1,
  MintingDelegationProposal,
  TransferCommand,
  TransferOffer,
  TransferPreapproval,
  TransferPreapprovalProposal,
  Amulet,
  BatchMergeUtility,
  ValidatorRight,
} from "@tallystick/coin";
import type { Contract } from "@tallystick/core";
import { expect } from "chai";
import type { Submission } from "../../src/index.js";
import { automationOf } from "../automation-of.js";
import { heldAs, inFrontOf, int, withNames } from "../held-contracts.js";
import { tap } from "../wallet-actions.js";
import {
  alice,
  bob,
  cc,
  day,
  dso,
  memberId,
  minute,
  operator,
  synchronizerId,
  WalletLedger,
} from "../wallet-ledger.js";

/** More than any automation looks at first in one go. */
const count = 60;

/** An automation and the contracts it reacts to; each is one it can do something with. */
interface Case {
  readonly automation: string;
  readonly party: string;
  readonly contracts: (ledger: WalletLedger, index: number) => ReadonlyArray<Contract>;
  /** Contracts that all of them need. */
  readonly beside?: ReadonlyArray<Contract>;
}

const id = (index: number): string => `one-${index}-`;

const offerOf = (ledger: WalletLedger, index: number, expiresIn: number) => ({
  sender: alice,
  receiver: bob,
  dso,
  amount: { amount: cc("0.01"), unit: "AmuletUnit" as const },
  description: "",
  trackingId: `t-${index}`,
  expiresAt: BigInt(ledger.now + expiresIn),
});

const preapproval = { dso, provider: operator, validFrom: 0n, lastRenewedAt: 0n };
const delegationOf = (index: number) => ({
  operator,
  owner: `owner-${index}`,
  meta: metadataV1.emptyMetadata,
});

const coinOf = (owner: string, name: string): Contract =>
  heldAs(Amulet, name, {
    dso,
    owner,
    amount: {
      initialAmount: cc("1"),
      createdAt: { number: int(0) },
      ratePerRound: { rate: cc("0.0000000001") },
    },
  });

const cases: ReadonlyArray<Case> = [
  {
    automation: "auto-accept-transfers",
    party: bob,
    contracts: (ledger, index) => [heldAs(TransferOffer, id(index), offerOf(ledger, index, day))],
  },
  {
    automation: "complete-accepted-offers",
    party: alice,
    contracts: (ledger, index) => [
      heldAs(AcceptedTransferOffer, id(index), offerOf(ledger, index, day)),
    ],
  },
  {
    automation: "expire-requests",
    party: alice,
    contracts: (ledger, index) => [
      heldAs(TransferOffer, id(index), offerOf(ledger, index, -10 * minute)),
    ],
  },
  {
    automation: "expire-requests",
    party: bob,
    contracts: (ledger, index) => [
      heldAs(MintingDelegationProposal, id(index), {
        delegation: {
          beneficiary: `beneficiary-${index}`,
          delegate: bob,
          dso,
          expiresAt: BigInt(ledger.now - day),
          amuletMergeLimit: int(5),
        },
      }),
    ],
  },
  {
    automation: "complete-buy-traffic-requests",
    party: alice,
    contracts: (ledger, index) => [
      heldAs(BuyTrafficRequest, id(index), {
        dso,
        endUserParty: alice,
        expiresAt: BigInt(ledger.now + day),
        trackingId: `t-${index}`,
        trafficAmount: int(2_000_000),
        memberId,
        synchronizerId,
        migrationId: int(0),
      }),
    ],
  },
  {
    automation: "accept-merge-delegations",
    party: operator,
    contracts: (_ledger, index) => [
      heldAs(MergeDelegationProposal, id(index), { delegation: delegationOf(index) }),
    ],
  },
  {
    automation: "accept-transfer-preapprovals",
    party: operator,
    contracts: (_ledger, index) => [
      heldAs(TransferPreapprovalProposal, id(index), {
        receiver: `receiver-${index}`,
        provider: operator,
        expectedDso: dso,
      }),
    ],
  },
  {
    automation: "renew-transfer-preapprovals",
    party: operator,
    contracts: (ledger, index) => [
      heldAs(TransferPreapproval, id(index), {
        ...preapproval,
        receiver: `receiver-${index}`,
        expiresAt: BigInt(ledger.now + minute),
      }),
    ],
  },
  {
    automation: "send-transfer-commands",
    party: operator,
    contracts: (ledger, index) => [
      heldAs(ValidatorRight, `right-${index}`, {
        dso,
        user: `sender-${index}`,
        validator: operator,
      }),
      heldAs(TransferCommand, id(index), {
        dso,
        sender: `sender-${index}`,
        receiver: bob,
        delegate: operator,
        amount: cc("1"),
        expiresAt: BigInt(ledger.now + day),
        nonce: int(0),
        description: id(index),
      }),
    ],
  },
  {
    automation: "merge-holdings",
    party: operator,
    beside: [heldAs(BatchMergeUtility, "utility", { operator })],
    contracts: (_ledger, index) => [
      heldAs(MergeDelegation, id(index), delegationOf(index)),
      ...Array.from({ length: 11 }, (_, coin) => coinOf(`owner-${index}`, `coin-${index}-${coin}`)),
    ],
  },
];

const config = { autoAcceptTransfers: new Map([[bob, new Set([alice])]]) };

/** Everything an automation submits when whatever it submits fails, until it rests. */
const untilItRests = (ledger: WalletLedger, { automation, party, ...of }: Case) => {
  const contracts = Array.from({ length: count }, (_, index) => of.contracts(ledger, index));
  const view = inFrontOf(ledger.view, [...(of.beside ?? []), ...contracts.flat()]);
  const plan = automationOf(automation);
  const waiting = new Set<string>();
  const submitted: Array<Submission> = [];
  const isWaiting = (commandId: string): boolean => waiting.has(commandId);
  const context = ledger.context(config, { view, isWaiting });
  for (let round = 0; round < 4 * count; round++) {
    const planned = plan.plan(context, party);
    if (planned.length === 0) return { submitted, rounds: round };
    for (const submission of planned) {
      expect(isWaiting(submission.commandId), submission.commandId).to.equal(false);
      waiting.add(submission.commandId);
      submitted.push(submission);
    }
  }
  throw new Error(`${automation} never rests`);
};

/** What a submission is about: the contract, or for a first command its sender. */
const isAbout = (submission: Submission, index: number): boolean => {
  const text = JSON.stringify(withNames(submission));
  return text.includes(`"${id(index)}"`) || text.includes(`sender-${index}"`);
};

describe("an automation whose commands all fail", () => {
  const ledger = new WalletLedger().bootstrap().withWallets();
  before(() => {
    for (const party of [alice, operator]) for (let n = 0; n < 3; n++) tap(ledger, party, "1000");
    ledger.pass(minute);
    ledger.now += minute;
  });

  for (const [at, each] of cases.entries()) {
    it(`comes to every contract: ${each.automation} of ${each.party.split("::")[0]} (${at})`, () => {
      const { submitted } = untilItRests(ledger, each);
      const missed = Array.from({ length: count }, (_, index) => index).filter(
        (index) => !submitted.some((submission) => isAbout(submission, index)),
      );
      expect(missed).to.deep.equal([]);
      const ids = submitted.map(({ commandId }) => commandId);
      expect(new Set(ids).size).to.equal(ids.length);
    });
  }
});
