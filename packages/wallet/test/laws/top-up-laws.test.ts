import { isTopUpDue, topUpPlan, ValidatorTopUpState } from "@tallystick/coin";
import { expect } from "chai";
import fc from "fast-check";
import { trafficCostInCc } from "../../src/treasury/prices.js";
import { automationOf } from "../automation-of.js";
import { heldAs, inFrontOf, int } from "../held-contracts.js";
import { tap } from "../wallet-actions.js";
import { cc, minute, operator, settings, WalletLedger } from "../wallet-ledger.js";

const topUp = automationOf("top-up-traffic");
const second = 1_000_000;

/** Up to 10 MB a second, in tenths of a byte; intervals of up to an hour, in seconds. */
const targets = fc.record({
  tenths: fc.integer({ min: 1, max: 100_000_000 }),
  interval: fc.integer({ min: 0, max: 3_600 }),
  poll: fc.integer({ min: 1, max: 600 }),
  least: fc.integer({ min: 0, max: 10_000_000 }),
});

const planOf = ({
  tenths,
  interval,
  poll,
  least,
}: typeof targets extends fc.Arbitrary<infer A> ? A : never) =>
  topUpPlan({
    targetThroughput: cc((tenths / 10).toFixed(1)),
    minTopupIntervalMicros: BigInt(interval * second),
    pollIntervalMicros: BigInt(poll * second),
    minTopupAmountBytes: BigInt(least),
  });

describe("laws of the traffic top-up", () => {
  it("one purchase lasts for its interval at the throughput that is wanted", () => {
    fc.assert(
      fc.property(targets, (target) => {
        const plan = planOf(target);
        if (plan === undefined) throw new Error("there is no plan");
        const used = BigInt(target.tenths) * plan.intervalMicros;
        const bought = plan.amountBytes * 10n * BigInt(second);
        // enough, and less than a byte too much
        expect(bought >= used).to.equal(true);
        expect(bought - used < 10n * BigInt(second)).to.equal(true);
      }),
    );
  });

  it("its interval is the configured one or longer, and as long as whole polls", () => {
    fc.assert(
      fc.property(targets, (target) => {
        const plan = planOf(target);
        if (plan === undefined) throw new Error("there is no plan");
        const poll = BigInt(target.poll * second);
        expect(plan.intervalMicros % poll).to.equal(0n);
        expect(plan.intervalMicros >= poll).to.equal(true);
        expect(plan.intervalMicros >= BigInt(target.interval * second)).to.equal(true);
        expect(plan.amountBytes >= BigInt(target.least)).to.equal(true);
      }),
    );
  });

  it("it is longer than that only where less than the least amount would be bought", () => {
    fc.assert(
      fc.property(targets, (target) => {
        const plan = planOf(target);
        if (plan === undefined) throw new Error("there is no plan");
        const poll = BigInt(target.poll * second);
        const shorter = plan.intervalMicros - poll;
        const isConfigured = shorter < BigInt(target.interval * second) || shorter === 0n;
        const wouldBuy = BigInt(target.tenths) * shorter;
        expect(isConfigured || wouldBuy < BigInt(target.least) * 10n * BigInt(second)).to.equal(
          true,
        );
      }),
    );
  });

  it("nothing is planned without a throughput, whatever else there is", () => {
    fc.assert(
      fc.property(targets, (target) => {
        expect(planOf({ ...target, tenths: 0 })).to.equal(undefined);
      }),
    );
  });

  it("it is due when traffic is short and the interval over, both", () => {
    const plan = { amountBytes: 1_000n, intervalMicros: 60n };
    const near = (value: number) => fc.integer({ min: value - 2, max: value + 2 });
    fc.assert(
      fc.property(near(1_000), near(60), (rest, now) => {
        const isDue = isTopUpDue(plan, {
          extraTrafficRemainderBytes: BigInt(rest),
          lastPurchasedAt: 0n,
          now: BigInt(now),
        });
        expect(isDue).to.equal(rest < 1_000 && now >= 60);
      }),
    );
  });

  for (const kind of ["dev", "main"] as const) {
    it(`on a ${kind} network it buys exactly when that is due, however few the coins where it can tap`, () => {
      const bytes = 1_200_000;
      const config = {
        traffic: { targetThroughput: cc("20000"), minTopupIntervalMicros: minute },
      };
      for (const [coins, rest, after] of [
        ["0", 0n, minute],
        ["200.03", 0n, minute],
        ["200.04", 0n, minute],
        ["200.04", 1_199_999n, minute],
        ["200.04", 1_200_000n, minute],
        ["1000", 0n, minute - 1],
        ["1000", 0n, minute],
        ["1000", 5_000_000n, 10 * minute],
      ] as const) {
        const ledger = new WalletLedger({ ...settings, kind: "dev" }).bootstrap().withWallets();
        if (coins !== "0") tap(ledger, operator, coins);
        for (const made of ledger.plan(topUp, operator, config, { trafficRemainderBytes: 0n }))
          ledger.run(made);
        const [state] = ledger.view.of(ValidatorTopUpState, operator);
        if (state === undefined) throw new Error("the loop has no state");
        const payload = { ...state.payload, lastPurchasedAt: BigInt(ledger.now) };
        const view = inFrontOf(ledger.view, [heldAs(ValidatorTopUpState, "state", payload)]);
        const network = { ...ledger.networkState, isDevNet: kind === "dev" };
        const now = ledger.now + after;
        const planned = ledger
          .plan(topUp, operator, config, { trafficRemainderBytes: rest, network, now, view })
          .map(({ commandId }) => commandId.split("/")[0]);
        const price = network.round.payload.amuletPrice;
        const cost = trafficCostInCc(int(bytes), network.config, price) ?? 0n;
        const isShort = rest < BigInt(bytes) && after >= minute;
        const isPaid = cc(coins) >= cost;
        const isDue = isShort && (isPaid || kind === "dev");
        expect(planned, `${coins} CC, ${rest} bytes, ${after} µs`).to.deep.equal(
          isDue ? ["top-up"] : [],
        );
      }
    });
  }
});
