import { expect } from "chai";
import { isJsonObject, type Json, type TransactionCommitted } from "@tallystick/core";
import {
  AcceptedTransferOffer,
  AcceptedTransferOffer_Complete,
  AmuletAllocation_DsoExpire,
  AmuletRules_BuyMemberTraffic,
  AppPaymentRequest,
  allocationV1,
  contextKeys,
  ExternalPartyAmuletRules_CreateTransferCommand,
  LockedAmulet,
  metadataKeys,
  TransferCommand_Send,
  TransferCommandCounter,
  transferInstructionV1,
  TransferPreapproval,
  Amulet_ExpireV2,
  LockedAmulet_ExpireAmuletV2,
} from "../../src/index.js";
import { TransferPreapproval_Renew } from "../../src/amulet/preapproval/transfer-preapproval.js";
import {
  AcceptedAppPayment_Expire,
  AcceptedAppPayment_Reject,
} from "../../src/payments/accepted-app-payment.js";
import { AmuletRules_CreateExternalPartySetupProposal } from "../../src/amulet/preapproval/external-party-setup.js";
import {
  LockedAmulet_OwnerExpireLockV2,
  LockedAmulet_UnlockV2,
} from "../../src/amulet/holding/amulet.js";
import { MergeDelegation_Merge } from "../../src/delegation/merge-delegation.js";
import { allocate, allocationIn, coinLeg } from "../allocation-fixture.js";
import { accept, appContext, collect, parties, requestOf } from "../app-payment-fixture.js";
import {
  alice,
  bob,
  cc,
  CoinLedger,
  coinsAsInputs,
  day,
  dso,
  exercisedIn,
  int,
  minute,
  provider,
  synchronizerId,
  validator,
} from "../coin-fixture.js";
import { delegate, mergeCall, merging } from "../merge-fixture.js";

const latest = new WeakMap<CoinLedger, TransactionCommitted>();

/** A ledger that remembers its latest transaction. */
class TellingLedger extends CoinLedger {
  override submit(...submission: Parameters<CoinLedger["submit"]>): TransactionCommitted {
    const event = super.submit(...submission);
    latest.set(this, event);
    return event;
  }
}

const at = (value: Json | undefined, key: string): Json | undefined =>
  value !== undefined && isJsonObject(value) ? value[key] : undefined;

const hintOf = (value: Json | undefined) => (typeof value === "string" ? value.split("::")[0] : "");

const keys = [metadataKeys.txKind, metadataKeys.sender, metadataKeys.reason, metadataKeys.burned];

/**
 * The exercises of a transaction whose results have metadata: choice, tag of the output, kind,
 * sender, reason, burned.
 */
const told = (ledger: CoinLedger): ReadonlyArray<string> => {
  const event = latest.get(ledger);
  if (event === undefined) throw new Error("nothing happened");
  return exercisedIn(event).flatMap(({ choice, result }) => {
    const values = at(at(result, "meta"), "values");
    if (values === undefined) return [];
    const tag = at(at(result, "output"), "tag");
    const shown = keys.map((key) => hintOf(at(values, key)) || "-").join(" | ");
    return [`${choice}${typeof tag === "string" ? ` ${tag.split("_")[1]}` : ""} | ${shown}`];
  });
};

const because = (reason: string) => ({ values: new Map([[metadataKeys.reason, reason]]) });
const lunch = because("lunch");
const {
  TransferFactory_Transfer,
  TransferInstruction_Accept,
  TransferInstruction_Reject,
  TransferInstruction_Update,
  TransferInstruction_Withdraw,
} = transferInstructionV1;

const begin = (ledger: CoinLedger, receiver = bob, context: object = {}) => {
  const { output } = ledger.exercise([alice], TransferFactory_Transfer, ledger.externalRules, {
    expectedAdmin: dso,
    transfer: ledger.transferOf(alice, receiver, "4", { meta: lunch }),
    extraArgs: ledger.extraArgs(context),
  });
  return output.tag === "TransferInstructionResult_Pending"
    ? output.value.transferInstructionCid
    : "";
};
const approved = (ledger: CoinLedger, receiver = bob) =>
  ledger.create([dso, receiver, provider], TransferPreapproval, {
    dso,
    receiver,
    provider,
    validFrom: BigInt(ledger.now),
    lastRenewedAt: BigInt(ledger.now),
    expiresAt: BigInt(ledger.now + day),
  });
const withArgs = (ledger: CoinLedger) => ({ extraArgs: ledger.extraArgs() });
const paying = (ledger: CoinLedger, party: string) => ({
  context: ledger.paymentContext(),
  inputs: coinsAsInputs(ledger, party),
});
/** A coin of alice, locked by bob for a minute. */
const locked = (ledger: CoinLedger, amount = "1") => {
  const amulet = {
    dso,
    owner: alice,
    amount: {
      initialAmount: cc(amount),
      createdAt: { number: int(0n) },
      ratePerRound: { rate: cc("0.0002") },
    },
  };
  const lock = { holders: [bob], expiresAt: BigInt(ledger.now + minute), optContext: undefined };
  return ledger.create([dso, alice, bob], LockedAmulet, { amulet, lock });
};
/** States for transfers of external parties from a round in which every coin is dust. */
const muchLater = (ledger: CoinLedger) => {
  const holdingFeesOpenRoundNumber = { number: int(100_000_000n) };
  return {
    externalPartyConfigState0Cid: ledger.openConfigState({ holdingFeesOpenRoundNumber }),
    externalPartyConfigState1Cid: ledger.openConfigState({ holdingFeesOpenRoundNumber }),
  };
};
const requested = (ledger: CoinLedger) =>
  ledger.create(parties, AppPaymentRequest, requestOf(ledger));
const allocated = (ledger: CoinLedger) =>
  allocationIn(allocate(ledger, { leg: coinLeg({ amount: cc("4"), meta: lunch }) }));

type Row = readonly [name: string, act: (ledger: CoinLedger) => unknown, told: readonly string[]];

const sent = "transfer | alice";
const unlocked = "unlock | - | holders released lock | -";
const lockOver = "unlock | - | lock expired | -";
const silent = "- | - | - | -";

const rows: ReadonlyArray<Row> = [
  ["a tap", (l) => l.tap(alice, "1"), ["AmuletRules_DevNet_Tap | mint | - | tapped faucet | -"]],
  [
    "a transfer",
    (l) => l.transfer(alice, [[bob, "1"]]),
    [`AmuletRules_Transfer | ${sent} | - | -`],
  ],
  [
    "a split",
    (l) => l.transfer(alice, [[alice, "1"]]),
    ["AmuletRules_Transfer | merge-split | - | - | -"],
  ],
  ["an offer", (l) => begin(l), [`TransferFactory_Transfer Pending | ${sent} | - | -`]],
  [
    "a transfer to oneself",
    (l) => begin(l, alice),
    ["TransferFactory_Transfer Completed | merge-split | - | - | -"],
  ],
  [
    "a direct transfer",
    (l) => begin(l, bob, { [contextKeys.transferPreapproval]: approved(l) }),
    [
      `TransferFactory_Transfer Completed | ${sent} | lunch | -`,
      `TransferPreapproval_SendV2 | ${sent} | lunch | -`,
    ],
  ],
  [
    "an acceptance",
    (l) => l.exercise([bob], TransferInstruction_Accept, begin(l), withArgs(l)),
    [
      `TransferInstruction_Accept Completed | ${sent} | - | -`,
      `LockedAmulet_UnlockV2 | ${unlocked}`,
    ],
  ],
  [
    "a rejection",
    (l) => l.exercise([bob], TransferInstruction_Reject, begin(l), withArgs(l)),
    [`TransferInstruction_Reject Failed | ${silent}`, `LockedAmulet_UnlockV2 | ${unlocked}`],
  ],
  [
    "a withdrawal",
    (l) => l.exercise([alice], TransferInstruction_Withdraw, begin(l), withArgs(l)),
    [`TransferInstruction_Withdraw Failed | ${silent}`, `LockedAmulet_UnlockV2 | ${unlocked}`],
  ],
  [
    "an expiry",
    (l) => {
      const cid = begin(l);
      l.pass(60 * minute);
      return l.exercise([dso], TransferInstruction_Update, cid, {
        extraActors: [],
        ...withArgs(l),
      });
    },
    [`TransferInstruction_Update Failed | ${silent}`, `LockedAmulet_UnlockV2 | ${unlocked}`],
  ],
  [
    "an unlocking",
    (l) => l.exercise([alice, bob], LockedAmulet_UnlockV2, locked(l), {}),
    [`LockedAmulet_UnlockV2 | ${unlocked}`],
  ],
  [
    "a lock that is over",
    (l) => {
      const cid = locked(l);
      l.pass(minute);
      return l.exercise([alice], LockedAmulet_OwnerExpireLockV2, cid, {});
    },
    [`LockedAmulet_OwnerExpireLockV2 | ${lockOver}`],
  ],
  [
    "dust",
    (l) => l.exercise([dso], Amulet_ExpireV2, l.coinsOf(alice)[0] ?? "", muchLater(l)),
    ["Amulet_ExpireV2 | expire-dust | - | - | 10.0"],
  ],
  [
    "locked dust",
    (l) => l.exercise([dso], LockedAmulet_ExpireAmuletV2, locked(l), muchLater(l)),
    ["LockedAmulet_ExpireAmuletV2 | expire-dust | - | - | 1.0"],
  ],
  [
    "a setup proposal",
    (l) => {
      l.tap(validator, "10");
      return l.exercise([validator], AmuletRules_CreateExternalPartySetupProposal, l.rules, {
        ...paying(l, validator),
        user: bob,
        validator,
        preapprovalExpiresAt: BigInt(l.now + 90 * day),
        expectedDso: dso,
      });
    },
    [
      "AmuletRules_CreateExternalPartySetupProposal | burn | - | create ExternalPartySetupProposal | 2.466",
    ],
  ],
  [
    "a renewal",
    (l) => {
      l.tap(provider, "10");
      const newExpiresAt = l.now + 91 * day;
      const cid = approved(l);
      return l.exercise([provider], TransferPreapproval_Renew, cid, {
        ...paying(l, provider),
        newExpiresAt: BigInt(newExpiresAt),
      });
    },
    ["TransferPreapproval_Renew | burn | - | renew TransferPreapproval | 2.466"],
  ],
  [
    "traffic",
    (l) => {
      l.tap(alice, "50");
      return l.exercise([alice], AmuletRules_BuyMemberTraffic, l.rules, {
        inputs: coinsAsInputs(l, alice),
        context: l.context,
        provider: alice,
        memberId: "PAR::node::1220",
        synchronizerId,
        migrationId: int(0n),
        trafficAmount: int(200_000n),
        expectedDso: dso,
      });
    },
    ["AmuletRules_BuyMemberTraffic | burn | - | traffic purchase | 33.34"],
  ],
  [
    "an older transfer offer",
    (l) => {
      const cid = l.create([alice, bob], AcceptedTransferOffer, {
        sender: alice,
        receiver: bob,
        dso,
        amount: { amount: cc("1"), unit: "AmuletUnit" },
        expiresAt: BigInt(l.now + day),
        trackingId: "t",
      });
      return l.exercise([alice, provider], AcceptedTransferOffer_Complete, cid, {
        inputs: coinsAsInputs(l, alice),
        transferContext: l.paymentContext(),
        walletProvider: provider,
      });
    },
    [`AmuletRules_Transfer | ${sent} | - | -`],
  ],
  [
    "a transfer command",
    (l) => {
      const counter = { dso, sender: alice, nextNonce: int(0n) };
      const transferCounterCid = l.create([dso], TransferCommandCounter, counter);
      const create = ExternalPartyAmuletRules_CreateTransferCommand;
      const { transferCommandCid } = l.exercise([alice], create, l.externalRules, {
        sender: alice,
        receiver: bob,
        delegate: validator,
        amount: cc("1"),
        expiresAt: BigInt(l.now + day),
        nonce: int(0n),
        description: "rent",
        expectedDso: dso,
      });
      const transferPreapprovalCidO = approved(l);
      return l.exercise([validator], TransferCommand_Send, transferCommandCid, {
        ...paying(l, alice),
        transferPreapprovalCidO,
        transferCounterCid,
      });
    },
    [`TransferPreapproval_Send | ${sent} | rent | -`, `AmuletRules_Transfer | ${sent} | - | -`],
  ],
  [
    "an app payment accepted",
    (l) => accept(l, requested(l)),
    [`AmuletRules_Transfer | ${sent} | - | -`],
  ],
  [
    "an app payment collected",
    (l) => collect(l, accept(l, requested(l)).acceptedPayment),
    [`LockedAmulet_UnlockV2 | ${unlocked}`, `AmuletRules_Transfer | ${sent} | - | -`],
  ],
  [
    "an app payment rejected",
    (l) => {
      const cid = accept(l, requested(l)).acceptedPayment;
      const [, ...receivers] = parties.slice(0, -1);
      return l.exercise(receivers, AcceptedAppPayment_Reject, cid, appContext(l));
    },
    [`LockedAmulet_UnlockV2 | ${unlocked}`],
  ],
  [
    "an app payment expired",
    (l) => {
      const cid = accept(l, requested(l)).acceptedPayment;
      l.pass(day);
      return l.exercise([alice], AcceptedAppPayment_Expire, cid, appContext(l));
    },
    [`LockedAmulet_OwnerExpireLockV2 | ${lockOver}`],
  ],
  ["an allocation", allocated, [`AllocationFactory_Allocate Completed | ${sent} | - | -`]],
  [
    "a settlement",
    (l) => {
      const execute = allocationV1.Allocation_ExecuteTransfer;
      return l.exercise([provider, alice, bob], execute, allocated(l), withArgs(l));
    },
    [`Allocation_ExecuteTransfer | ${sent} | - | -`, `LockedAmulet_UnlockV2 | ${unlocked}`],
  ],
  [
    "an allocation withdrawn",
    (l) => l.exercise([alice], allocationV1.Allocation_Withdraw, allocated(l), withArgs(l)),
    [`Allocation_Withdraw | ${silent}`, `LockedAmulet_UnlockV2 | ${unlocked}`],
  ],
  [
    "an allocation expired",
    (l) => {
      const cid = allocated(l);
      l.pass(60 * minute);
      return l.exercise([dso], AmuletAllocation_DsoExpire, cid, { expireLock: true });
    },
    [
      "AmuletAllocation_DsoExpire | - | - | expired as settleBefore has passed | -",
      `LockedAmulet_UnlockV2 | ${unlocked}`,
    ],
  ],
  [
    "a merge by delegation",
    (l) => {
      const cid = delegate(l, alice);
      l.tap(alice, "1");
      return l.exercise([provider], MergeDelegation_Merge, cid, merging(mergeCall(l, alice, "11")));
    },
    ["TransferFactory_Transfer Completed | merge-split | - | - | -"],
  ],
];

describe("the metadata of results", () => {
  for (const [name, act, expected] of rows) {
    it(`of ${name}`, () => {
      const ledger = new TellingLedger();
      ledger.tap(alice, "10");
      act(ledger);
      expect(told(ledger)).to.deep.equal(expected);
    });
  }

  it("have their keys under the names clients read", () => {
    expect(keys).to.deep.equal([
      "splice.lfdecentralizedtrust.org/tx-kind",
      "splice.lfdecentralizedtrust.org/sender",
      "splice.lfdecentralizedtrust.org/reason",
      "splice.lfdecentralizedtrust.org/burned",
    ]);
  });
});
