import { expect } from "chai";
import { type Numeric, numericToText } from "@tallystick/core";
import {
  metadataKeys,
  TransferPreapproval,
  TransferPreapproval_Cancel,
  TransferPreapproval_Expire,
  TransferPreapprovalProposal,
  ValidatorRewardCoupon,
} from "../../../src/index.js";
import { TransferPreapproval_Renew } from "../../../src/amulet/preapproval/transfer-preapproval.js";
import { TransferPreapproval_Fetch } from "../../../src/amulet/preapproval/transfer-preapproval.js";
import {
  bob,
  carol,
  cc,
  CoinLedger,
  coinsAsInputs,
  day,
  dso,
  provider,
} from "../../coin-fixture.js";
import { accept, approved, lifetime, proposed } from "../../preapproval-fixture.js";

const shown = (amount: Numeric): string => numericToText(amount);

describe("a proposal of a preapproval", () => {
  it("when accepted becomes a preapproval that the provider has paid for", () => {
    const { ledger, proposal } = proposed();
    const { transferPreapprovalCid, amuletPaid, transferResult } = accept(
      ledger,
      proposal,
      ledger.now + lifetime,
    );
    // 90 days at 0.00274 USD per day and 0.10 USD per CC (wallet 20.4)
    expect(shown(amuletPaid)).to.equal("2.4660000000");
    expect(ledger.balanceOf(provider)).to.equal("97.5340000000");
    expect(transferResult.summary.senderChangeAmount).to.equal(cc("97.534"));
    expect(ledger.active(TransferPreapproval)).to.deep.equal([
      {
        contractId: transferPreapprovalCid,
        payload: {
          dso,
          receiver: bob,
          provider,
          validFrom: BigInt(ledger.now),
          lastRenewedAt: BigInt(ledger.now),
          expiresAt: BigInt(ledger.now + lifetime),
        },
      },
    ]);
    expect(ledger.active(TransferPreapprovalProposal)).to.deep.equal([]);
  });

  it("earns the payer's validator a coupon over what was burned", () => {
    const { ledger } = approved();
    expect(ledger.active(ValidatorRewardCoupon).map(({ payload }) => payload)).to.deep.equal([
      { dso, user: provider, amount: cc("2.466"), round: { number: 0n } },
    ]);
  });

  const fees: ReadonlyArray<readonly [string, number, string | undefined, string, string]> = [
    ["a day", day, undefined, "0.1", "0.0274000000"],
    ["a day by default", day, "none", "0.1", "0.0274000000"],
    ["half a day", day / 2, undefined, "0.1", "0.0137000000"],
    ["a year at another fee", 365 * day, "0.01", "0.5", "7.3000000000"],
  ];
  it("is not possible for a fee of 0", () => {
    for (const [micros, fee] of [
      [1, "0.00274"],
      [90 * day, "0"],
    ] as const) {
      const { ledger, proposal } = proposed({
        config: (config) => ({ ...config, transferPreapprovalFee: cc(fee) }),
      });
      expect(ledger.reasonOf(() => accept(ledger, proposal, ledger.now + micros))).to.equal(
        "Amount is positive",
      );
    }
  });

  for (const [name, micros, fee, price, paid] of fees) {
    it(`costs ${paid} CC for ${name}`, () => {
      const { ledger, proposal } = proposed({
        price,
        config: (config) => ({
          ...config,
          transferPreapprovalFee:
            fee === undefined
              ? config.transferPreapprovalFee
              : fee === "none"
                ? undefined
                : cc(fee),
        }),
      });
      const { amuletPaid } = accept(ledger, proposal, ledger.now + micros);
      expect(shown(amuletPaid)).to.equal(paid);
      expect(ledger.active(ValidatorRewardCoupon)).to.have.lengthOf(amuletPaid > 0n ? 1 : 0);
      const left = cc("100") - amuletPaid;
      expect(cc(ledger.balanceOf(provider))).to.equal(left);
    });
  }

  const table: ReadonlyArray<readonly [string, ReadonlyArray<string>, number, string]> = [
    ["by the provider", [provider], 1, "Amount is positive"],
    ["by the receiver", [bob], 1, "DAML_AUTHORIZATION_ERROR"],
    ["by somebody else, who does not see it", [carol], 1, "CONTRACT_NOT_FOUND"],
    ["for no time", [provider], 0, "expiresAt is not in the past"],
    ["for a time that is past", [provider], -1, "expiresAt is not in the past"],
  ];
  for (const [name, by, after, outcome] of table) {
    it(`is accepted ${name}: ${outcome}`, () => {
      const { ledger, proposal } = proposed();
      expect(ledger.reasonOf(() => accept(ledger, proposal, ledger.now + after, by))).to.equal(
        outcome,
      );
      expect(ledger.active(TransferPreapproval)).to.have.lengthOf(outcome === "accepted" ? 1 : 0);
    });
  }

  it("is not accepted twice, without funds, or for another coin", () => {
    const { ledger, proposal } = proposed();
    accept(ledger, proposal, ledger.now + day);
    const again = () => accept(ledger, proposal, ledger.now + day);
    expect(ledger.reasonOf(again)).to.equal("CONTRACT_NOT_FOUND");
    const poor = proposed();
    poor.ledger.transfer(provider, [[carol, "99"]]);
    expect(
      poor.ledger.reasonOf(() => accept(poor.ledger, poor.proposal, poor.ledger.now + lifetime)),
    ).to.equal("insufficient-funds");
    const other = new CoinLedger();
    other.tap(provider, "100");
    const expecting = other.create([bob], TransferPreapprovalProposal, {
      receiver: bob,
      provider,
      expectedDso: carol,
    });
    expect(other.reasonOf(() => accept(other, expecting, other.now + day))).to.equal(
      "DSO party expected by caller 'carol' does not match actual DSO party 'DSO'",
    );
  });

  it("that expects no DSO in particular is taken by none", () => {
    const ledger = new CoinLedger();
    ledger.tap(provider, "100");
    const proposal = ledger.create([bob], TransferPreapprovalProposal, {
      receiver: bob,
      provider,
      expectedDso: undefined,
    });
    expect(ledger.reasonOf(() => accept(ledger, proposal, ledger.now + day))).to.equal(
      "Expected DSO party not set by caller. Please change your code to set it as a prudent security measure.",
    );
  });
});

describe("the life of a preapproval", () => {
  const renew = (ledger: CoinLedger, preapproval: string, newExpiresAt: number, by = provider) =>
    ledger.exercise([by], TransferPreapproval_Renew, preapproval, {
      context: ledger.paymentContext(),
      inputs: coinsAsInputs(ledger, provider),
      newExpiresAt: BigInt(newExpiresAt),
    });

  it("is longer once renewed, for a fee over what is added", () => {
    const { ledger, preapproval } = approved();
    const begun = ledger.now;
    ledger.pass(70 * day);
    const renewed = renew(ledger, preapproval, begun + 2 * lifetime);
    expect(shown(renewed.amuletPaid)).to.equal("2.4660000000");
    expect([renewed.receiver, renewed.provider]).to.deep.equal([bob, provider]);
    expect(Object.fromEntries(renewed.meta?.values ?? [])).to.include({
      [metadataKeys.txKind]: "burn",
      [metadataKeys.reason]: "renew TransferPreapproval",
      [metadataKeys.burned]: "2.466",
    });
    expect(ledger.active(TransferPreapproval)).to.deep.equal([
      {
        contractId: renewed.transferPreapprovalCid,
        payload: {
          dso,
          receiver: bob,
          provider,
          validFrom: BigInt(begun),
          lastRenewedAt: BigInt(begun + 70 * day),
          expiresAt: BigInt(begun + 2 * lifetime),
        },
      },
    ]);
  });

  type Act = (ledger: CoinLedger, preapproval: string) => unknown;
  const cancel =
    (p: string): Act =>
    (ledger, preapproval) =>
      ledger.exercise([p], TransferPreapproval_Cancel, preapproval, { p });
  const expire =
    (by: string): Act =>
    (ledger, preapproval) =>
      ledger.exercise([by], TransferPreapproval_Expire, preapproval, {});
  const renewed =
    (added: number, by = provider): Act =>
    (ledger, preapproval) => {
      const expiresAt = Number(ledger.active(TransferPreapproval)[0]?.payload.expiresAt ?? 0n);
      return renew(ledger, preapproval, expiresAt + added, by);
    };
  const last = lifetime - 1;
  const table: ReadonlyArray<readonly [string, Act, number, string]> = [
    ["renewed in its last moment", renewed(1), last, "Amount is positive"],
    ["renewed when it is over", renewed(1), lifetime, "Contract is not expired"],
    ["renewed for no time", renewed(0), 0, "newExpiresAt is after expiresAt"],
    ["renewed for a shorter time", renewed(-1), 0, "newExpiresAt is after expiresAt"],
    ["renewed by the receiver", renewed(1, bob), 0, "DAML_AUTHORIZATION_ERROR"],
    ["cancelled by the receiver", cancel(bob), last, "accepted"],
    ["cancelled by the provider", cancel(provider), 0, "accepted"],
    [
      "cancelled by somebody else",
      cancel(carol),
      0,
      "Controller 'carol' is either receiver or provider",
    ],
    ["cancelled by the DSO", cancel(dso), 0, "Controller 'DSO' is either receiver or provider"],
    ["cancelled when it is over", cancel(bob), lifetime, "deadline-exceeded"],
    ["expired by the DSO when it is over", expire(dso), lifetime, "accepted"],
    ["expired by the DSO before", expire(dso), last, "Contract has expired"],
    ["expired by the receiver", expire(bob), lifetime, "DAML_AUTHORIZATION_ERROR"],
    ["expired by the provider", expire(provider), lifetime, "DAML_AUTHORIZATION_ERROR"],
  ];
  for (const [name, act, after, outcome] of table) {
    it(`when ${name}: ${outcome}`, () => {
      const { ledger, preapproval } = approved();
      ledger.pass(after);
      expect(ledger.reasonOf(() => act(ledger, preapproval))).to.equal(outcome);
      const before = ledger.active(TransferPreapproval).map(({ contractId }) => contractId);
      expect(before.includes(preapproval)).to.equal(outcome !== "accepted");
    });
  }

  for (const [first, act] of [
    ["cancelled", cancel(bob)],
    ["renewed", renewed(day)],
  ] as const) {
    it(`that was ${first} does not exist for any further choice`, () => {
      const { ledger, preapproval } = approved();
      act(ledger, preapproval);
      for (const again of [cancel(bob), cancel(provider), renewed(day)])
        expect(ledger.reasonOf(() => again(ledger, preapproval))).to.equal("CONTRACT_NOT_FOUND");
    });
  }

  it("can be read by anyone", () => {
    const { ledger, preapproval } = approved();
    const read = ledger.exercise([carol], TransferPreapproval_Fetch, preapproval, { p: carol });
    expect([read.receiver, read.provider]).to.deep.equal([bob, provider]);
  });

  const times: ReadonlyArray<readonly [bigint, bigint, bigint, boolean]> = [
    [0n, 0n, 1n, true],
    [0n, 1n, 2n, true],
    [0n, 0n, 0n, false],
    [1n, 0n, 2n, false],
  ];
  for (const [validFrom, lastRenewedAt, expiresAt, valid] of times) {
    it(`from ${validFrom}, renewed at ${lastRenewedAt}, until ${expiresAt} is ${valid ? "" : "not "}possible`, () => {
      const ledger = new CoinLedger();
      const payload = { dso, receiver: bob, provider, validFrom, lastRenewedAt, expiresAt };
      const create = () => ledger.create([dso, bob, provider], TransferPreapproval, payload);
      expect(ledger.reasonOf(create)).to.equal(valid ? "accepted" : "PreconditionFailed");
    });
  }
});
