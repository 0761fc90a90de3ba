import fc from "fast-check";
import {
  AmuletRules_MergeUnclaimedDevelopmentFundCoupons,
  DevelopmentFundCoupon_DsoExpire,
  UnclaimedDevelopmentFundCoupon,
} from "../../src/index.js";
import { AmuletRules_AllocateDevelopmentFundCoupon } from "../../src/amulet/fund/amulet-rules-development-fund.js";
import {
  DevelopmentFundCoupon_Reject,
  DevelopmentFundCoupon_Withdraw,
} from "../../src/amulet/fund/development-fund.js";
import { dso, provider } from "../coin-fixture.js";
import {
  actor,
  fromNow,
  happening,
  index,
  numericOf,
  operation,
  type Operation,
  partOf,
  pick,
  share,
  user,
} from "./law-operation.js";
import { attempt, type LawWorld } from "./law-world.js";
import { one } from "./naive-model.js";
import { type Coupon, couponsOf } from "./reward-operations.js";

/** Who gives the fund away, by the configuration of the world. */
const manager = provider;

/** The fund: what no one has been given yet, by contract id. */
const poolOf = (world: LawWorld) => world.notesOf<bigint>("development fund");

const grow = happening({
  name: "the development fund grows",
  weight: 3,
  data: fc.bigInt({ min: 1n, max: 500n * one }),
  act: (world, amount) => {
    const contractId = world.ledger.create([dso], UnclaimedDevelopmentFundCoupon, {
      dso,
      amount: numericOf(amount),
    });
    poolOf(world).set(contractId, amount);
  },
});

const allocate = operation({
  name: "allocate from the development fund",
  weight: 5,
  data: fc.record({
    beneficiary: user,
    part: share,
    count: fc.integer({ min: 0, max: 3 }),
    expiresIn: fromNow,
    by: actor,
  }),
  plan: (world, { beneficiary, part, count, expiresIn, by = manager }) => {
    const { ledger } = world;
    const used = [...poolOf(world)].slice(0, count);
    const whole = used.reduce((sum, [, amount]) => sum + amount, 0n);
    const units = partOf(whole, part);
    const expiresAt = ledger.now + expiresIn;
    return attempt(
      by === manager && expiresIn > 0 && units > 0n && units <= whole,
      () =>
        ledger.run(
          [by],
          AmuletRules_AllocateDevelopmentFundCoupon,
          ledger.rules,
          {
            unclaimedDevelopmentFundCouponCids: used.map(([contractId]) => contractId),
            beneficiary,
            amount: numericOf(units),
            expiresAt: BigInt(expiresAt),
            reason: "law",
            fundManager: by,
          },
          { readAs: [dso] },
        ),
      ({ developmentFundCouponCid, optUnclaimedDevelopmentFundCouponCid: rest }) => {
        for (const [contractId] of used) poolOf(world).delete(contractId);
        if (rest !== undefined) poolOf(world).set(rest, whole - units);
        else if (units !== whole) throw new Error("what is left of the fund is gone");
        const input = {
          tag: "InputDevelopmentFundCoupon",
          value: developmentFundCouponCid,
        } as const;
        const coupon: Coupon = {
          owner: beneficiary,
          kind: "fund",
          input,
          mints: units,
          issuing: undefined,
          expiresAt,
        };
        couponsOf(world).set(developmentFundCouponCid, coupon);
      },
    );
  },
});

/** An allocation is taken back or not wanted: what it was for is the fund's again. */
const giveBack = operation({
  name: "give back to the development fund",
  weight: 1,
  data: fc.record({ which: index, withdraws: fc.boolean(), by: actor }),
  plan: (world, { which, withdraws, by }) => {
    const { ledger } = world;
    const allocated = [...couponsOf(world)].filter(
      ([key, { kind, input }]) => kind === "fund" && key === input.value,
    );
    const found = pick(allocated, which);
    if (found === undefined) return undefined;
    const [contractId, { owner, mints, expiresAt }] = found;
    const needed = withdraws ? manager : owner;
    const acting = by ?? needed;
    const reason = "law";
    return attempt<{ readonly unclaimedDevelopmentFundCouponCid: string }>(
      acting === needed && ledger.now < expiresAt,
      () =>
        withdraws
          ? ledger.run([acting], DevelopmentFundCoupon_Withdraw, contractId, { reason })
          : ledger.run([acting], DevelopmentFundCoupon_Reject, contractId, { reason }),
      ({ unclaimedDevelopmentFundCouponCid }) => {
        couponsOf(world).delete(contractId);
        poolOf(world).set(unclaimedDevelopmentFundCouponCid, mints);
      },
    );
  },
});

/** What no one has minted in its time is the fund's again too. */
const returnExpired = operation({
  name: "expire a coupon of the development fund",
  weight: 9,
  data: fc.record({ which: index, by: actor }),
  plan: (world, { which, by = dso }) => {
    const { ledger } = world;
    const allocated = [...couponsOf(world)].filter(
      ([key, { kind, input }]) => kind === "fund" && key === input.value,
    );
    const found = pick(allocated, which);
    if (found === undefined) return undefined;
    const [contractId, { mints, expiresAt }] = found;
    return attempt(
      by === dso && expiresAt <= ledger.now,
      () => ledger.run([by], DevelopmentFundCoupon_DsoExpire, contractId, {}),
      ({ unclaimedDevelopmentFundCouponCid }) => {
        couponsOf(world).delete(contractId);
        poolOf(world).set(unclaimedDevelopmentFundCouponCid, mints);
      },
    );
  },
});

/** What the fund has becomes one. */
const gather = operation({
  name: "merge the development fund",
  weight: 2,
  data: fc.record({ count: fc.integer({ min: 0, max: 5 }), by: actor }),
  plan: (world, { count, by = dso }) => {
    const { ledger } = world;
    const used = [...poolOf(world)].slice(0, count);
    return attempt(
      by === dso && used.length > 1,
      () =>
        ledger.run([by], AmuletRules_MergeUnclaimedDevelopmentFundCoupons, ledger.rules, {
          unclaimedDevelopmentFundCouponCids: used.map(([contractId]) => contractId),
        }),
      ({ unclaimedDevelopmentFundCouponCid: merged }) => {
        for (const [contractId] of used) poolOf(world).delete(contractId);
        const whole = used.reduce((sum, [, amount]) => sum + amount, 0n);
        poolOf(world).set(merged, whole);
      },
    );
  },
});

/** The development fund: it grows, and its manager gives it away. */
export const fundOperations: ReadonlyArray<Operation> = [
  grow,
  allocate,
  giveBack,
  returnExpired,
  gather,
];
