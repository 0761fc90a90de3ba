import { type Choice, type Json, numericFromUnits } from "@tallystick/core";
import fc from "fast-check";
import {
  coinInstrument,
  constantInt,
  MintingDelegation,
  WalletAppInstall,
  walletPackage,
} from "../../src/index.js";
import { RewardCouponV2 } from "../../src/amulet/rewards/reward-coupon-v2.js";
import { RewardCoupon_AssignBeneficiaries } from "../../src/token-standard/reward-assignment-v1.js";
import { basicAccount } from "../../src/token-standard/accounts.js";
import { senderSide } from "../../src/token-standard/legs.js";
import { dso, minute, provider, validator } from "../coin-fixture.js";
import { rightOf } from "../coin-values.js";
import { type V2Step, owner, rarely, steps, which } from "./v2-step.js";
import { cents, noMeta, owners, pick, type V2World } from "./v2-world.js";

const choiceNamed = (name: string): Choice<unknown, unknown> => {
  const found = walletPackage.choices.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no choice ${name}`);
  return found;
};

const percent = (part: number) => rightOf(numericFromUnits(BigInt(part) * 100_000_000n));

/** The operator exercises a choice of an owner's wallet. */
const byWallet = (world: V2World, user: string, name: string, argument: unknown): void => {
  const { ledger } = world;
  const install = ledger
    .active(WalletAppInstall)
    .find(({ payload }) => payload.endUserParty === user);
  const cid =
    install?.contractId ??
    ledger.create([user, validator], WalletAppInstall, {
      dsoParty: dso,
      validatorParty: validator,
      endUserName: user,
      endUserParty: user,
    });
  const choice = choiceNamed(`WalletAppInstall_${name}`);
  world.attempt(() => ledger.run([validator], choice, cid, argument).event);
};

const transferByWallet = steps(
  fc.record({ sender: owner, receiver: owner, foreign: rarely }),
  (world, { sender, receiver, foreign }) => {
    const { ledger } = world;
    const instrumentId = foreign ? { admin: dso, id: "Gold" } : coinInstrument(dso);
    byWallet(world, sender, "TransferFactoryV2_Transfer", {
      transferFactoryCid: ledger.externalRules,
      transferArg: {
        transfer: {
          ...ledger.transferOf(sender, receiver, "1"),
          instrumentId,
          sender: basicAccount(sender),
          receiver: basicAccount(receiver),
        },
        actors: [sender],
        extraArgs: ledger.extraArgs(),
      },
    });
  },
);

const endings = [
  ["TransferInstructionV2_Accept", "acceptArg"],
  ["TransferInstructionV2_Reject", "rejectArg"],
  ["TransferInstructionV2_Withdraw", "withdrawArg"],
] as const;

const endByWallet = steps(
  fc.record({ which, user: owner, way: fc.nat(2), by: owner, own: rarely }),
  (world, { which: at, user, way, by, own }) => {
    const { ledger } = world;
    const cid = pick(world.instructions, at);
    const [name, part] = endings[way] ?? endings[0];
    if (cid === undefined) return;
    byWallet(world, user, name, {
      transferInstructionCid: cid,
      [part]: { actors: [own ? by : user], extraArgs: ledger.extraArgs() },
    });
  },
);

const allocateByWallet = steps(
  fc.record({ user: owner, other: owner, foreign: rarely, by: owner, own: rarely }),
  (world, { user, other, foreign, by, own }) => {
    const { ledger } = world;
    const leg = {
      transferLegId: `wallet ${world.next()}`,
      sender: basicAccount(user),
      receiver: basicAccount(other),
      amount: cents(100),
      instrumentId: foreign ? "Gold" : "Amulet",
      meta: noMeta,
    };
    byWallet(world, user, "AllocationFactoryV2_Allocate", {
      allocationFactory: ledger.externalRules,
      allocateArg: {
        settlement: { executors: [provider], id: "by wallet", cid: undefined, meta: noMeta },
        allocation: {
          admin: dso,
          authorizer: basicAccount(own ? by : user),
          transferLegSides: [senderSide(leg)],
          settlementDeadline: undefined,
          nextIterationFunding: undefined,
          committed: false,
          meta: noMeta,
        },
        requestedAt: BigInt(ledger.now),
        inputHoldingCids: ledger.coinsOf(user),
        extraArgs: ledger.extraArgs(),
        actors: [user],
      },
      allocationReqCid: undefined,
    });
  },
);

const withdrawByWallet = steps(fc.record({ which, user: owner }), (world, { which: at, user }) => {
  const { ledger } = world;
  const cid = pick(world.allocations, at);
  if (cid === undefined) return;
  const argument = { actors: [user], extraArgs: ledger.extraArgs() };
  byWallet(world, user, "AllocationV2_Withdraw", { allocationCid: cid, withdrawArg: argument });
});

const couponsOf = ({ ledger }: V2World) => ledger.active(RewardCouponV2);

const earn = steps(fc.record({ owner, amount: fc.nat(5_000), hidden: rarely }), (world, drawn) => {
  const { ledger } = world;
  world.attempt(() =>
    ledger.create([dso], RewardCouponV2, {
      dso,
      provider: drawn.owner,
      round: { number: constantInt(0n) },
      amount: cents(drawn.amount),
      expiresAt: BigInt(ledger.now + 600 * minute),
      providerIsObserver: !drawn.hidden,
      beneficiary: undefined,
    }),
  );
});

const shares = fc.constantFrom(
  [100],
  [50, 50],
  [30, 70],
  [10, 20, 70],
  [50, 40],
  [0, 100],
  [101, -1],
);

const assign = steps(
  fc.record({ which, more: which, shares, by: rarely, delegated: fc.boolean() }),
  (world, { which: at, more, shares: parts, by, delegated }) => {
    const { ledger } = world;
    const coupon = pick(couponsOf(world), at);
    if (coupon === undefined) return;
    const { provider: earner } = coupon.payload;
    const other = pick(
      couponsOf(world).filter(({ contractId }) => contractId !== coupon.contractId),
      more,
    );
    const argument = {
      additionalCoupons: other === undefined ? [] : [other.contractId],
      newBeneficiaries: parts.map((part, index) => ({
        beneficiary: owners[index % owners.length] ?? earner,
        percentage: percent(part),
      })),
      extraArgs: ledger.extraArgs(),
    };
    const actor = by ? provider : earner;
    if (!delegated) {
      world.attempt(
        () =>
          ledger.run([actor], RewardCoupon_AssignBeneficiaries, coupon.contractId, argument).event,
      );
      return;
    }
    const delegation = ledger.create([earner, validator], MintingDelegation, {
      beneficiary: earner,
      delegate: validator,
      dso,
      expiresAt: BigInt(ledger.now + 60 * minute),
      amuletMergeLimit: constantInt(10n),
    });
    const choice = choiceNamed("MintingDelegation_AssignAndMint");
    world.attempt(
      () =>
        ledger.run([validator], choice, delegation, {
          couponCid: coupon.contractId,
          assignBeneficiaries: argument,
          inputs: ledger.coinsOf(earner).map((value) => ({ tag: "InputAmulet", value })),
          context: ledger.paymentContext(),
        }).event,
    );
  },
);

/** The DSO exercises a choice of the rules by its name. */
const byDso = (world: V2World, choice: string, choiceArgument: Json): void => {
  const { ledger } = world;
  world.attempt(() =>
    ledger.submit(
      [dso],
      [
        {
          kind: "ExerciseCommand",
          templateId: "#splice-amulet:Splice.AmuletRules:AmuletRules",
          contractId: ledger.rules,
          choice,
          choiceArgument,
        },
      ],
    ),
  );
};

const endCoupons = steps(fc.record({ which, unhide: fc.boolean() }), (world, drawn) => {
  const coupon = pick(couponsOf(world), drawn.which);
  if (coupon === undefined) return;
  const { provider: earner, beneficiary } = coupon.payload;
  const rewardCouponCids = [coupon.contractId];
  const seen = beneficiary === undefined ? [earner] : [earner, beneficiary];
  const expiryObservers = coupon.payload.providerIsObserver ? seen : [];
  const [choice, parties] = drawn.unhide
    ? ["AmuletRules_UnhideRewardCouponsV2", { providers: [earner] }]
    : ["AmuletRules_ClaimExpiredRewardsV2", { expiryObservers }];
  byDso(world, choice, { rewardCouponCids, ...parties });
});

/** Wallets and rewards. */
export const walletV2Operations: ReadonlyArray<readonly [number, fc.Arbitrary<V2Step>]> = [
  [2, transferByWallet],
  [2, endByWallet],
  [2, allocateByWallet],
  [1, withdrawByWallet],
  [3, earn],
  [3, assign],
  [2, endCoupons],
];
