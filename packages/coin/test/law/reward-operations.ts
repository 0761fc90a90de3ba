import { int64From } from "@tallystick/core";
import fc from "fast-check";
import {
  AmuletRules_Transfer,
  AppRewardCoupon,
  DevelopmentFundCoupon,
  IssuingMiningRound,
  MintingDelegation,
  MintingDelegation_Mint,
  SvRewardCoupon,
  type TransferInput,
  UnclaimedActivityRecord,
  ValidatorLivenessActivityRecord,
  ValidatorRewardCoupon,
  ValidatorRight,
} from "../../src/index.js";
import type { TransferResult } from "../../src/amulet/transfer/transfer-types.js";
import { cc, dso, minute, rightOf } from "../coin-fixture.js";
import {
  actor,
  chosenBy,
  fromNow,
  happening,
  index,
  numericOf,
  operation,
  type Operation,
  partOf,
  pick,
  picks,
  rarely,
  share,
  unlockSpent,
  user,
} from "./law-operation.js";
import { attempt, type LawWorld } from "./law-world.js";
import { nearest, one } from "./naive-model.js";

/** The kinds of coupons. */
export const couponKinds = ["app", "validator", "sv", "liveness", "unclaimed", "fund"] as const;
type CouponKind = (typeof couponKinds)[number];

interface Issuing {
  readonly number: bigint;
  readonly opensAt: number;
  /** Units of CC per unit of a coupon. */
  readonly perUnit: bigint;
}

/** Something an owner can mint. */
export interface Coupon {
  readonly owner: string;
  readonly kind: CouponKind;
  readonly input: TransferInput;
  /** Units of CC that it mints. */
  readonly mints: bigint;
  /** Undefined where no round is needed. */
  readonly issuing: string | undefined;
  readonly expiresAt: number;
}

const issuingOf = (world: LawWorld) => world.notesOf<Issuing>("issuing rounds");
/** The coupons there are, by a name of their own. */
export const couponsOf = (world: LawWorld) => world.notesOf<Coupon>("coupons");
const rightsOf = (world: LawWorld) => world.notesOf<string>("validator rights");
const delegationsOf = (world: LawWorld) => world.notesOf<Delegation>("minting delegations");

const int = (value: bigint) => rightOf(int64From(value));

const issue = happening({
  name: "a round begins to issue",
  weight: 2,
  data: fc.record({
    inMinutes: fc.constantFrom(0, 0, 30),
    perUnit: fc.bigInt({ min: 0n, max: 3n * one }),
  }),
  act: (world, { inMinutes, perUnit }) => {
    const { ledger } = world;
    const number = BigInt(issuingOf(world).size);
    const opensAt = ledger.now + inMinutes * minute;
    const each = numericOf(perUnit);
    const contractId = ledger.create([dso], IssuingMiningRound, {
      dso,
      round: { number: int(number) },
      issuancePerValidatorRewardCoupon: each,
      issuancePerFeaturedAppRewardCoupon: each,
      issuancePerUnfeaturedAppRewardCoupon: each,
      issuancePerSvRewardCoupon: each,
      opensAt: BigInt(opensAt),
      targetClosesAt: BigInt(opensAt + 100 * minute),
      optIssuancePerValidatorFaucetCoupon: each,
    });
    issuingOf(world).set(contractId, { number, opensAt, perUnit });
  },
});

/** A coupon of a kind for an owner, made by the DSO. */
const earned = (
  world: LawWorld,
  kind: CouponKind,
  owner: string,
  amount: bigint,
  [issuingCid, { number, perUnit }]: readonly [string, Issuing],
  expiresAt: number,
): Coupon => {
  const { ledger } = world;
  const round = { number: int(number) };
  const byUnits = { owner, kind, issuing: issuingCid, expiresAt: Number.MAX_SAFE_INTEGER };
  const byAmount = { owner, kind, mints: amount, issuing: undefined, expiresAt };
  const ends = { expiresAt: BigInt(expiresAt), reason: "law" };
  switch (kind) {
    case "app": {
      const payload = { dso, provider: owner, featured: true, amount: numericOf(amount), round };
      const value = ledger.create([dso], AppRewardCoupon, { ...payload, beneficiary: undefined });
      const input = { tag: "InputAppRewardCoupon", value } as const;
      return { ...byUnits, input, mints: nearest(amount * perUnit, one) };
    }
    case "validator": {
      const payload = { dso, user: owner, amount: numericOf(amount), round };
      const value = ledger.create([dso], ValidatorRewardCoupon, payload);
      const input = { tag: "InputValidatorRewardCoupon", value } as const;
      return { ...byUnits, input, mints: nearest(amount * perUnit, one) };
    }
    case "sv": {
      const weight = (amount % 1000n) + 1n;
      const payload = { dso, sv: dso, beneficiary: owner, round, weight: int(weight) };
      const value = ledger.create([dso], SvRewardCoupon, payload);
      return { ...byUnits, input: { tag: "InputSvRewardCoupon", value }, mints: weight * perUnit };
    }
    case "liveness": {
      const payload = { dso, validator: owner, round };
      const value = ledger.create([dso], ValidatorLivenessActivityRecord, payload);
      const input = { tag: "InputValidatorLivenessActivityRecord", value } as const;
      return { ...byUnits, input, mints: perUnit };
    }
    case "unclaimed": {
      const payload = { dso, beneficiary: owner, amount: numericOf(amount), ...ends };
      const value = ledger.create([dso], UnclaimedActivityRecord, payload);
      return { ...byAmount, input: { tag: "InputUnclaimedActivityRecord", value } };
    }
    case "fund": {
      const payload = { dso, beneficiary: owner, fundManager: dso, amount: numericOf(amount) };
      const value = ledger.create([dso], DevelopmentFundCoupon, { ...payload, ...ends });
      const input = { tag: "InputDevelopmentFundCoupon", value } as const;
      return { ...byAmount, input };
    }
  }
};

const earn = happening({
  name: "earn a coupon",
  weight: 6,
  data: fc.record({
    kind: fc.constantFrom(...couponKinds),
    owner: user,
    amount: fc.bigInt({ min: 1n, max: 5000n * one }),
    issuing: index,
    expiresIn: fromNow,
  }),
  act: (world, { kind, owner, amount, issuing: at, expiresIn }) => {
    const issuing = pick([...issuingOf(world)], at);
    if (issuing === undefined) return;
    const { ledger } = world;
    if (!rightsOf(world).has(owner)) {
      const payload = { dso, user: owner, validator: owner };
      rightsOf(world).set(owner, ledger.create([owner], ValidatorRight, payload));
    }
    const coupon = earned(world, kind, owner, amount, issuing, ledger.now + expiresIn);
    couponsOf(world).set(coupon.input.tag + String(couponsOf(world).size), coupon);
  },
});

interface Minting {
  readonly coupons: ReadonlyArray<readonly [key: string, Coupon]>;
  readonly inputs: ReadonlyArray<TransferInput>;
  readonly minted: bigint;
  /** Whether an owner may mint them all now. */
  readonly mintable: boolean;
}

/** Coupons of an owner, and now and then one of anyone's. */
const couponsBy = (world: LawWorld, owner: string, count: number, foreign?: number): Minting => {
  const all = [...couponsOf(world)];
  const coupons = all.filter(([, coupon]) => coupon.owner === owner).slice(0, count);
  const other = foreign === undefined ? undefined : pick(all, foreign);
  if (other !== undefined) coupons.push(other);
  const { now } = world.ledger;
  const isMintable = (coupon: Coupon): boolean => {
    const issuing = coupon.issuing === undefined ? undefined : issuingOf(world).get(coupon.issuing);
    return coupon.owner === owner && now < coupon.expiresAt && (issuing?.opensAt ?? 0) <= now;
  };
  return {
    coupons,
    inputs: coupons.map(([, { input }]) => input),
    minted: coupons.reduce((sum, [, { mints }]) => sum + mints, 0n),
    mintable:
      coupons.every(([, coupon]) => isMintable(coupon)) &&
      new Set(coupons.map(([key]) => key)).size === coupons.length,
  };
};

const contextOf = (world: LawWorld, owner: string) => {
  const validatorRight = rightsOf(world).get(owner);
  return {
    ...world.ledger.context,
    // none that has not opened: one of them would do no good to a transfer, and stop it
    issuingMiningRounds: [...issuingOf(world)]
      .filter(([, { opensAt }]) => opensAt <= world.ledger.now)
      .map(([contractId, { number }]) => [{ number: int(number) }, contractId] as const),
    validatorRights: validatorRight === undefined ? [] : [[owner, validatorRight] as const],
  };
};

type Summary = TransferResult["summary"];

/** What a transfer says it has minted for coupons of some kinds; liveness is a validator's. */
const shownFor: ReadonlyArray<readonly [ReadonlyArray<CouponKind>, (summary: Summary) => bigint]> =
  [
    [["app"], (it) => it.inputAppRewardAmount],
    [["validator", "liveness"], (it) => it.inputValidatorRewardAmount],
    [["liveness"], (it) => it.inputValidatorFaucetAmount ?? 0n],
    [["sv"], (it) => it.inputSvRewardAmount],
    [["unclaimed"], (it) => it.inputUnclaimedActivityRecordAmount ?? 0n],
    [["fund"], (it) => it.inputDevelopmentFundAmount ?? 0n],
  ];

/** Notes what was minted; throws where the transfer shows another issuance for a kind. */
const minted = (
  world: LawWorld,
  owner: string,
  { coupons, minted: sum }: Minting,
  summary: Summary,
): void => {
  for (const [kinds, shown] of shownFor) {
    const expected = coupons
      .filter(([, { kind }]) => kinds.includes(kind))
      .reduce((total, [, { mints }]) => total + mints, 0n);
    if (shown(summary) !== expected)
      throw new Error(`${kinds.join("+")}: minted ${shown(summary)}, expected ${expected}`);
  }
  for (const [key, { kind, mints }] of coupons) {
    couponsOf(world).delete(key);
    world.issued.set(kind, (world.issued.get(kind) ?? 0n) + mints);
  }
  if (sum > 0n) world.model.mint(owner, sum);
};

const mint = operation({
  name: "mint coupons in a transfer",
  weight: 6,
  flow: "mints",
  data: fc.record({
    owner: user,
    count: fc.integer({ min: 1, max: 4 }),
    foreign: rarely(index, 4),
    picks,
    to: user,
    part: share,
  }),
  plan: (world, { owner, count, foreign, picks: picked, to, part }) => {
    const { ledger, model } = world;
    const minting = couponsBy(world, owner, count, foreign);
    if (minting.coupons.length === 0) return undefined;
    const chosen = chosenBy(world, owner, { ...picked, count: Math.min(picked.count, 5) });
    const whole = chosen.sum + minting.minted;
    const units = partOf(whole, part);
    return attempt(
      world.roundIsOpen && minting.mintable && chosen.spendable && units > 0n && units <= whole,
      () =>
        ledger.run([...new Set([owner, to])], AmuletRules_Transfer, ledger.rules, {
          transfer: {
            sender: owner,
            provider: owner,
            inputs: [...minting.inputs, ...chosen.inputs],
            outputs: [
              {
                receiver: to,
                receiverFeeRatio: cc("0"),
                amount: numericOf(units),
                lock: undefined,
              },
            ],
            beneficiaries: undefined,
          },
          context: contextOf(world, owner),
          expectedDso: dso,
        }),
      ({ summary }) => {
        unlockSpent(world, chosen);
        minted(world, owner, minting, summary);
        model.move(owner, to, units);
      },
    );
  },
});

interface Delegation {
  readonly beneficiary: string;
  readonly delegate: string;
  readonly expiresAt: number;
}

const delegate = happening({
  name: "delegate minting",
  data: fc.record({ beneficiary: user, delegate: user, expiresIn: fromNow }),
  act: (world, { beneficiary, delegate: to, expiresIn }) => {
    const { ledger } = world;
    const payload = { beneficiary, delegate: to, dso, expiresAt: ledger.now + expiresIn };
    const contractId = ledger.create([beneficiary, to], MintingDelegation, {
      ...payload,
      expiresAt: BigInt(payload.expiresAt),
      amuletMergeLimit: int(5n),
    });
    delegationsOf(world).set(contractId, payload);
  },
});

const mintFor = operation({
  name: "mint and merge for another",
  weight: 5,
  flow: "mints",
  data: fc.record({ which: index, count: fc.nat({ max: 4 }), picks, by: actor }),
  plan: (world, { which, count, picks: picked, by }) => {
    const found = pick([...delegationsOf(world)], which);
    if (found === undefined) return undefined;
    const [contractId, { beneficiary, delegate: to, expiresAt }] = found;
    const { ledger } = world;
    const minting = couponsBy(world, beneficiary, count);
    const chosen = chosenBy(world, beneficiary, { ...picked, count: Math.min(picked.count, 5) });
    const acting = by ?? to;
    return attempt(
      acting === to &&
        ledger.now < expiresAt &&
        world.roundIsOpen &&
        minting.mintable &&
        chosen.spendable,
      () =>
        ledger.run(
          [acting],
          MintingDelegation_Mint,
          contractId,
          {
            inputs: [...minting.inputs, ...chosen.inputs],
            context: { amuletRules: ledger.rules, context: contextOf(world, beneficiary) },
          },
          { readAs: [dso, beneficiary] },
        ),
      ({ transferResult }) => {
        unlockSpent(world, chosen);
        minted(world, beneficiary, minting, transferResult.summary);
      },
    );
  },
});

/** What is earned, and how it becomes coins. */
export const rewardOperations: ReadonlyArray<Operation> = [issue, earn, mint, delegate, mintFor];
