import { left, right } from "fp-ts/lib/Either.js";
import type { Choice } from "@tallystick/core";
import { expect } from "chai";
import {
  AmuletRules_MergeUnclaimedDevelopmentFundCoupons,
  AmuletRules_Transfer,
  DevelopmentFundCoupon,
  DevelopmentFundCoupon_DsoExpire,
  type DevelopmentFundCouponAction,
  type DevelopmentFundCouponState,
  UnclaimedDevelopmentFundCoupon,
} from "../../../src/index.js";
import {
  activeDevelopmentFundCoupon,
  developmentFundCouponEndedBy,
  nextDevelopmentFundCouponState,
} from "../../../src/amulet/fund/development-fund-coupon-state.js";
import { AmuletRules_AllocateDevelopmentFundCoupon } from "../../../src/amulet/fund/amulet-rules-development-fund.js";
import {
  DevelopmentFundCoupon_Reject,
  DevelopmentFundCoupon_Withdraw,
} from "../../../src/amulet/fund/development-fund.js";
import { alice, bob, carol, cc, CoinLedger, dso, minute, start } from "../../coin-fixture.js";

const expiresAt = start + 10 * minute;

/** A ledger whose fund Bob manages. */
const funded = ({ isManaged = true } = {}) =>
  new CoinLedger({
    config: (it) => ({
      ...it,
      optDevelopmentFundManager: isManaged ? bob : undefined,
    }),
  });

const unclaimed = (ledger: CoinLedger, amount: string, of = dso) =>
  ledger.create([of], UnclaimedDevelopmentFundCoupon, { dso: of, amount: cc(amount) });

const unallocated = (ledger: CoinLedger) =>
  ledger.active(UnclaimedDevelopmentFundCoupon).map(({ payload }) => payload.amount);

interface Ask {
  readonly amount?: string;
  readonly actAs?: ReadonlyArray<string>;
  readonly fundManager?: string;
  readonly expiresAt?: number;
}

const allocate = (
  ledger: CoinLedger,
  cids: ReadonlyArray<string>,
  { amount = "30", actAs = [bob], fundManager = bob, ...times }: Ask = {},
) =>
  ledger.exercise(actAs, AmuletRules_AllocateDevelopmentFundCoupon, ledger.rules, {
    unclaimedDevelopmentFundCouponCids: cids,
    beneficiary: alice,
    amount: cc(amount),
    expiresAt: BigInt(times.expiresAt ?? expiresAt),
    reason: "a grant",
    fundManager,
  });

describe("giving away the development fund", () => {
  it("makes a coupon and gives what is over back to the fund", () => {
    const ledger = funded();
    const cids = [unclaimed(ledger, "20"), unclaimed(ledger, "12.5")];
    const { developmentFundCouponCid, optUnclaimedDevelopmentFundCouponCid } = allocate(
      ledger,
      cids,
    );
    expect(ledger.active(DevelopmentFundCoupon)).to.deep.equal([
      {
        contractId: developmentFundCouponCid,
        payload: {
          dso,
          beneficiary: alice,
          fundManager: bob,
          amount: cc("30"),
          expiresAt: BigInt(expiresAt),
          reason: "a grant",
        },
      },
    ]);
    expect(unallocated(ledger)).to.deep.equal([cc("2.5")]);
    expect(optUnclaimedDevelopmentFundCouponCid).not.to.equal(undefined);
    expect(ledger.reasonOf(() => allocate(ledger, cids))).to.equal("CONTRACT_NOT_FOUND");
  });

  it("of all there is leaves no coupon behind", () => {
    const ledger = funded();
    const { optUnclaimedDevelopmentFundCouponCid } = allocate(ledger, [unclaimed(ledger, "30")]);
    expect(optUnclaimedDevelopmentFundCouponCid).to.equal(undefined);
    expect(unallocated(ledger)).to.deep.equal([]);
  });

  const refused: ReadonlyArray<readonly [string, Ask, string]> = [
    ["of nothing", { amount: "0" }, "PreconditionFailed"],
    [
      "of more than there is",
      { amount: "30.0000000001" },
      "insufficient amount to cover the requested allocation",
    ],
    [
      "by another than the manager",
      { actAs: [carol], fundManager: carol },
      "controller is the configured Development Fund manager",
    ],
    ["in the manager's name", { actAs: [carol] }, "DAML_AUTHORIZATION_ERROR"],
    ["that has expired", { expiresAt: start }, "deadline-exceeded"],
  ];
  for (const [name, ask, reason] of refused) {
    it(`${name} is refused`, () => {
      const ledger = funded();
      const cids = [unclaimed(ledger, "30")];
      expect(ledger.reasonOf(() => allocate(ledger, cids, ask))).to.equal(reason);
    });
  }

  it("without a manager, twice from one coupon, or from another's fund is refused", () => {
    const unmanaged = funded({ isManaged: false });
    const own = [unclaimed(unmanaged, "30")];
    expect(unmanaged.reasonOf(() => allocate(unmanaged, own))).to.equal(
      "DevelopmentFundCoupon cannot be allocated without a Development Fund manager configured",
    );
    const ledger = funded();
    const cid = unclaimed(ledger, "30");
    expect(ledger.reasonOf(() => allocate(ledger, [cid, cid]))).to.equal("CONTRACT_NOT_ACTIVE");
    const foreign = unclaimed(ledger, "30", carol);
    const attempt = () =>
      ledger.exercise(
        [bob],
        AmuletRules_AllocateDevelopmentFundCoupon,
        ledger.rules,
        {
          unclaimedDevelopmentFundCouponCids: [foreign],
          beneficiary: alice,
          amount: cc("1"),
          expiresAt: BigInt(expiresAt),
          reason: "a grant",
          fundManager: bob,
        },
        { readAs: [dso, carol] },
      );
    expect(ledger.reasonOf(attempt)).to.equal("DAML_AUTHORIZATION_ERROR");
  });
});

describe("unclaimed coupons of the development fund", () => {
  it("are merged by the DSO to the same sum", () => {
    const ledger = funded();
    const cids = [unclaimed(ledger, "1.5"), unclaimed(ledger, "2")];
    const merge = (actAs: ReadonlyArray<string>, of: ReadonlyArray<string>) =>
      ledger.exercise(actAs, AmuletRules_MergeUnclaimedDevelopmentFundCoupons, ledger.rules, {
        unclaimedDevelopmentFundCouponCids: of,
      });
    expect(ledger.reasonOf(() => merge([bob], cids))).to.equal("DAML_AUTHORIZATION_ERROR");
    expect(ledger.reasonOf(() => merge([dso], cids.slice(1)))).to.equal(
      "More than one unclaimed development fund coupon contract",
    );
    merge([dso], cids);
    expect(unallocated(ledger)).to.deep.equal([cc("3.5")]);
  });
});

const given = () => {
  const ledger = funded();
  const { developmentFundCouponCid } = allocate(ledger, [unclaimed(ledger, "30")]);
  return { ledger, coupon: developmentFundCouponCid };
};
type Given = ReturnType<typeof given>;

const reasoned =
  (choice: Choice<{ readonly reason: string }, unknown>) =>
  ({ ledger, coupon }: Given, by: string) =>
    ledger.exercise([by], choice, coupon, { reason: "no" });
const expire = ({ ledger, coupon }: Given, by: string) =>
  ledger.exercise([by], DevelopmentFundCoupon_DsoExpire, coupon, {});
const claim = ({ ledger, coupon }: Given, sender: string) =>
  ledger.exercise([sender], AmuletRules_Transfer, ledger.rules, {
    transfer: {
      sender,
      provider: sender,
      inputs: [{ tag: "InputDevelopmentFundCoupon", value: coupon }],
      outputs: [],
      beneficiaries: undefined,
    },
    context: ledger.context,
    expectedDso: dso,
  });

interface End {
  readonly action: DevelopmentFundCouponAction;
  readonly choice: string;
  readonly by: string;
  readonly state: DevelopmentFundCouponState;
  run(it: Given, by: string): unknown;
}

const ends: ReadonlyArray<End> = [
  {
    action: { kind: "withdraw", reason: "no" },
    choice: "DevelopmentFundCoupon_Withdraw",
    by: bob,
    state: { status: "withdrawn", reason: "no" },
    run: reasoned(DevelopmentFundCoupon_Withdraw),
  },
  {
    action: { kind: "reject", reason: "no" },
    choice: "DevelopmentFundCoupon_Reject",
    by: alice,
    state: { status: "rejected", reason: "no" },
    run: reasoned(DevelopmentFundCoupon_Reject),
  },
  {
    action: { kind: "claim" },
    choice: "Archive",
    by: alice,
    state: { status: "claimed" },
    run: claim,
  },
  {
    action: { kind: "expire" },
    choice: "DevelopmentFundCoupon_DsoExpire",
    by: dso,
    state: { status: "expired" },
    run: expire,
  },
];

describe("a coupon of the development fund", () => {
  for (const { action, choice, by, state, run } of ends) {
    for (const now of [expiresAt - 1, expiresAt]) {
      const possible = (action.kind === "expire") === now >= expiresAt;
      const when = now < expiresAt ? "just before its expiry" : "at its expiry";
      it(`${when} can ${possible ? "" : "not "}be ended by ${action.kind}, on the ledger and in the state machine`, () => {
        const it = given();
        it.ledger.now = now;
        const next = nextDevelopmentFundCouponState(activeDevelopmentFundCoupon, action, {
          now: BigInt(now),
          expiresAt: BigInt(expiresAt),
        });
        const reason = it.ledger.reasonOf(() => run(it, by));
        if (!possible) {
          expect(next).to.deep.equal(left(reason));
          return;
        }
        expect(reason).to.equal("accepted");
        expect(next).to.deep.equal(right(state));
        expect(developmentFundCouponEndedBy(choice, "no")).to.deep.equal(state);
        // the 30 CC are either a coin or back in the fund
        const minted = action.kind === "claim";
        expect(it.ledger.balanceOf(alice)).to.equal(minted ? "30.0000000000" : "0.0000000000");
        expect(unallocated(it.ledger)).to.deep.equal(minted ? [] : [cc("30")]);
        expect(it.ledger.reasonOf(() => run(it, by))).to.equal("CONTRACT_NOT_FOUND");
      });
    }

    it(`is ended by ${action.kind} only by whom it concerns, and only once`, () => {
      const it = given();
      it.ledger.now = action.kind === "expire" ? expiresAt : start;
      const refused =
        action.kind === "claim" ? "Contract group identifier mismatch" : "DAML_AUTHORIZATION_ERROR";
      expect(it.ledger.reasonOf(() => run(it, carol))).to.equal(refused);
      for (const over of ends.map((end) => end.state)) {
        expect(
          nextDevelopmentFundCouponState(over, action, {
            now: BigInt(it.ledger.now),
            expiresAt: BigInt(expiresAt),
          }),
        ).to.deep.equal(left("already-ended"));
      }
    });
  }

  it("is ended by no other choice", () => {
    expect(developmentFundCouponEndedBy("AmuletRules_Transfer", "")).to.equal(undefined);
  });
});
