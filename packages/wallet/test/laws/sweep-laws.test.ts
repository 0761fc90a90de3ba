import {
  AcceptedTransferOffer,
  Amulet,
  TransferOffer,
  TransferPreapproval,
} from "@tallystick/coin";
import type { Contract, Json } from "@tallystick/core";
import { expect } from "chai";
import fc from "fast-check";
import type { WalletConfig } from "../../src/index.js";
import { sumOf, usdOf } from "../../src/treasury/prices.js";
import { automationOf } from "../automation-of.js";
import { heldAs, inFrontOf, round } from "../held-contracts.js";
import { alice, bob, carol, cc, dso, minute, operator, WalletLedger } from "../wallet-ledger.js";

const sweep = automationOf("sweep");
const ledger = new WalletLedger().bootstrap().withWallets();
const price = ledger.networkState.round.payload.amuletPrice;

const coin = (tenths: number, at: number): Contract =>
  heldAs(Amulet, `coin-${at}`, {
    dso,
    owner: alice,
    amount: {
      initialAmount: cc((tenths / 10).toFixed(1)),
      createdAt: round(0),
      ratePerRound: { rate: cc("0.1") },
    },
  });

interface Open {
  readonly tenths: number;
  readonly unit: "AmuletUnit" | "USDUnit";
  readonly isOver: boolean;
  readonly isAccepted: boolean;
  readonly receiver: string;
}

const offer = ({ tenths, unit, isOver, isAccepted, receiver }: Open, at: number): Contract => {
  const offered = {
    sender: alice,
    receiver,
    dso,
    amount: { amount: cc((tenths / 10).toFixed(1)), unit },
    expiresAt: BigInt(ledger.now + (isOver ? 0 : minute)),
    trackingId: `t-${at}`,
  };
  return isAccepted
    ? heldAs(AcceptedTransferOffer, `accepted-${at}`, offered)
    : heldAs(TransferOffer, `offer-${at}`, { ...offered, description: "" });
};

const preapproval = (isOver: boolean): Contract =>
  heldAs(TransferPreapproval, "preapproval", {
    dso,
    receiver: bob,
    provider: operator,
    validFrom: BigInt(ledger.now - minute),
    lastRenewedAt: BigInt(ledger.now - minute),
    expiresAt: BigInt(ledger.now + (isOver ? 0 : minute)),
  });

const situations = fc.record({
  coins: fc.array(fc.integer({ min: 1, max: 20_000 }), { maxLength: 12 }),
  offers: fc.array(
    fc.record({
      tenths: fc.integer({ min: 1, max: 5_000 }),
      unit: fc.constantFrom("AmuletUnit" as const, "USDUnit" as const),
      isOver: fc.boolean(),
      isAccepted: fc.boolean(),
      receiver: fc.constantFrom(bob, bob, carol),
    }),
    { maxLength: 4 },
  ),
  /** USD. */
  most: fc.integer({ min: 0, max: 500 }),
  least: fc.integer({ min: 0, max: 500 }),
});

type Situation = typeof situations extends fc.Arbitrary<infer A> ? A : never;

const configOf = (
  { most, least }: Situation,
  useTransferPreapproval: boolean,
): Partial<WalletConfig> => ({
  sweeps: new Map([
    [
      alice,
      {
        receiver: bob,
        maxBalanceUsd: cc(`${Math.max(most, least)}`),
        minBalanceUsd: cc(`${Math.min(most, least)}`),
        useTransferPreapproval,
      },
    ],
  ]),
});

const planned = (
  situation: Situation,
  more: ReadonlyArray<Contract>,
  useTransferPreapproval: boolean,
) => {
  const contracts = [...situation.coins.map(coin), ...situation.offers.map(offer), ...more];
  const view = inFrontOf(ledger.view, contracts);
  return ledger.plan(sweep, alice, configOf(situation, useTransferPreapproval), { view });
};

/** The CC of the offer that a submission makes. */
const offered = (command: object): bigint => {
  const made = Object(command).createArguments as Json;
  return cc(String(Object(made).amount.amount));
};

/** Units of USD that are left of a situation's coins when its offers are paid, over or not. */
const leftUsd = ({ coins, offers }: Situation): bigint => {
  const balance = sumOf(coins.map((tenths) => cc((tenths / 10).toFixed(1)))) ?? cc("0");
  const open = offers
    .filter(({ receiver }) => receiver === bob)
    .map(({ tenths, unit }) => {
      const amount = cc((tenths / 10).toFixed(1));
      return unit === "USDUnit" ? amount : (usdOf(amount, price) ?? 0n);
    })
    .reduce<bigint>((sum, usd) => sum + usd, 0n);
  return (usdOf(balance, price) ?? 0n) - open;
};

describe("laws of sweeps", () => {
  it("offer what is above the lower threshold when the balance is above the upper one", () => {
    fc.assert(
      fc.property(situations, (situation) => {
        const [submission, ...others] = planned(situation, [], false);
        expect(others).to.deep.equal([]);
        const [low, high] = [situation.least, situation.most].sort((a, b) => a - b);
        const left = leftUsd(situation);
        const isAbove = left > cc(`${high}`);
        expect(submission !== undefined).to.equal(isAbove);
        if (submission === undefined) return;
        // at 0.1 USD per CC every tenth digit of CC is exact
        const usd = (offered(submission.commands[0] ?? {}) * price) / 10n ** 10n;
        expect(left - usd).to.equal(cc(`${low}`));
      }),
      { numRuns: 60 },
    );
  });

  it("count all offers to the receiver there are, and none where they are delivered at once", () => {
    const base: Situation = { coins: [15_000], offers: [], most: 100, least: 20 };
    const open = {
      tenths: 13_000,
      unit: "AmuletUnit",
      isOver: false,
      isAccepted: false,
      receiver: bob,
    } as const;
    for (const [offers, isSwept] of [
      [[], true],
      [[open], false],
      [[{ ...open, isOver: true }], false],
      [[{ ...open, isAccepted: true }], false],
      [[{ ...open, isAccepted: true, isOver: true }], false],
      [[{ ...open, receiver: carol }], true],
      [[{ ...open, tenths: 1_300, unit: "USDUnit" }], false],
      [[{ ...open, tenths: 499 }], true],
    ] as const) {
      const situation = { ...base, offers };
      expect(planned({ ...situation, offers: [...offers] }, [], false).length).to.equal(
        isSwept ? 1 : 0,
      );
    }
    const [sent] = planned({ ...base, offers: [open] }, [preapproval(false)], true);
    expect(sent?.actAs).to.deep.equal([operator]);
  });

  it("wait for a preapproval that has not expired", () => {
    const base: Situation = { coins: [15_000], offers: [], most: 100, least: 20 };
    expect(planned(base, [], true)).to.deep.equal([]);
    expect(planned(base, [preapproval(true)], true)).to.deep.equal([]);
    expect(planned(base, [preapproval(false)], true)).to.have.lengthOf(1);
  });

  it("have one name for the same coins within ten minutes, and another one afterwards", () => {
    fc.assert(
      fc.property(situations, fc.nat(30), (situation, minutes) => {
        const contracts = [...situation.coins.map(coin), ...situation.offers.map(offer)];
        const view = inFrontOf(ledger.view, contracts);
        const config = configOf({ ...situation, offers: [] }, false);
        const start = Math.floor(ledger.now / (10 * minute)) * 10 * minute + 100 * minute;
        const nameAt = (now: number) =>
          ledger.plan(sweep, alice, config, { view, now })[0]?.commandId;
        const [first, later] = [nameAt(start), nameAt(start + minutes * minute)];
        if (first === undefined) expect(later).to.equal(undefined);
        else expect(later === first).to.equal(minutes < 10);
      }),
      { numRuns: 40 },
    );
  });

  it("are planned once while the last one waits for its next try", () => {
    const base: Situation = { coins: [15_000], offers: [], most: 100, least: 20 };
    const [submission] = planned(base, [], false);
    const view = inFrontOf(ledger.view, base.coins.map(coin));
    const isWaiting = (id: string): boolean => id === submission?.commandId;
    expect(ledger.plan(sweep, alice, configOf(base, false), { view, isWaiting })).to.deep.equal([]);
  });
});
