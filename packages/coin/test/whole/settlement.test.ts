import { expect } from "chai";
import { type Numeric, numericToText } from "@tallystick/core";
import {
  allocationInstructionV1,
  allocationRequestV1,
  allocationV1,
  coinPackages,
  metadataV1,
} from "../../src/index.js";
import * as holdingV1 from "../../src/token-standard/holding-v1.js";
import {
  allocationIn,
  coinLeg,
  type Leg,
  type Settlement,
  settlementOf,
} from "../allocation-fixture.js";
import { alice, bob, carol, cc, CoinLedger, minute, provider, validator } from "../coin-fixture.js";
import { Gold, goldOf, goldPackage, GoldRules } from "../gold-token.js";
import { settlementPackage, Trade, Trade_Cancel, Trade_Settle } from "../settlement-app.js";

const { AllocationFactory_Allocate } = allocationInstructionV1;
const { Allocation, Allocation_Withdraw } = allocationV1;
const { AllocationRequest, AllocationRequest_Reject, AllocationRequest_Withdraw } =
  allocationRequestV1;

const packages = [...coinPackages, goldPackage, settlementPackage];
const goldAdmin = validator;
/** Who can see what a settlement takes. */
const submission = { readAs: [goldAdmin, provider, alice, bob] };

const goldLeg: Leg = {
  sender: bob,
  receiver: alice,
  amount: cc("2"),
  instrumentId: goldOf(goldAdmin),
  meta: metadataV1.emptyMetadata,
};

/**
 * Alice, who has 100 CC, and bob, who has gold of 5, have agreed to 30 CC for gold of 2; the
 * provider settles.
 */
class Market {
  readonly ledger = new CoinLedger({ packages });
  readonly settlement: Settlement;
  readonly trade: string;
  private readonly goldRules: string;

  constructor() {
    const { ledger } = this;
    ledger.tap(alice, "100");
    this.goldRules = ledger.create([goldAdmin], GoldRules, { admin: goldAdmin });
    ledger.create([goldAdmin, bob], Gold, {
      admin: goldAdmin,
      owner: bob,
      amount: cc("5"),
      locked: false,
    });
    this.settlement = settlementOf(ledger);
    this.trade = ledger.create([provider, alice, bob], Trade, {
      settlement: this.settlement,
      transferLegs: new Map([
        ["gold", goldLeg],
        ["payment", coinLeg()],
      ]),
      meta: metadataV1.emptyMetadata,
    });
  }

  private free(owner: string, id: string): ReadonlyArray<string> {
    return [...this.ledger.views(holdingV1.Holding)]
      .filter(
        ([, { owner: of, instrumentId, lock }]) =>
          of === owner && instrumentId.id === id && lock === undefined,
      )
      .map(([cid]) => cid);
  }

  /** The free holdings of a party, in units of an instrument. */
  balance(owner: string, id: string): string {
    const views = this.ledger.views(holdingV1.Holding);
    const sum = this.free(owner, id).reduce(
      (total, cid) => total + (views.get(cid)?.amount ?? 0n),
      0n,
    );
    return sum.toString();
  }

  /** CC and gold of alice, then of bob, in whole ones. */
  get balances(): ReadonlyArray<string> {
    const whole = (owner: string, id: string) => {
      const units = BigInt(this.balance(owner, id));
      return (units / 10_000_000_000n).toString();
    };
    return [alice, bob].flatMap((owner) => [whole(owner, "Amulet"), whole(owner, "Gold")]);
  }

  allocate(transferLegId: string, transferLeg: Leg, settlement = this.settlement): string {
    const isCoin = transferLeg.instrumentId.id === "Amulet";
    return allocationIn(
      this.ledger.exercise(
        [transferLeg.sender],
        AllocationFactory_Allocate,
        isCoin ? this.ledger.externalRules : this.goldRules,
        {
          expectedAdmin: transferLeg.instrumentId.admin,
          allocation: { settlement, transferLegId, transferLeg },
          requestedAt: BigInt(this.ledger.now),
          inputHoldingCids: this.free(transferLeg.sender, transferLeg.instrumentId.id),
          extraArgs: this.ledger.extraArgs(),
        },
        isCoin ? {} : submission,
      ),
    );
  }

  argument(cids: Readonly<Record<string, string>>) {
    const extraArgs = this.ledger.extraArgs();
    return {
      allocations: new Map(Object.entries(cids).map(([leg, cid]) => [leg, { cid, extraArgs }])),
    };
  }

  settle(cids: Readonly<Record<string, string>>, by = provider) {
    const all = { readAs: [...submission.readAs, this.dso] };
    return this.ledger.exercise([by], Trade_Settle, this.trade, this.argument(cids), all);
  }

  get dso(): string {
    return coinLeg().instrumentId.admin;
  }
}

const before = ["100", "0", "0", "5"];
const allocatedBoth = ["70", "0", "0", "3"];
const settled = ["70", "2", "30", "3"];

/** A market where both legs have been allocated. */
const ready = () => {
  const market = new Market();
  const cids = {
    gold: market.allocate("gold", goldLeg),
    payment: market.allocate("payment", coinLeg()),
  };
  return { market, cids };
};

describe("delivery versus payment of two instruments", () => {
  it("shows the trade as a request for allocations, and each allocation with what backs it", () => {
    const { market } = ready();
    const request = market.ledger.views(AllocationRequest).get(market.trade);
    expect([...(request?.transferLegs.keys() ?? [])]).to.deep.equal(["gold", "payment"]);
    const holdings = market.ledger.views(holdingV1.Holding);
    const backing = [...market.ledger.views(Allocation).values()].map(
      ({ allocation, holdingCids: [cid = ""] }): readonly [string, string] => {
        const amount: Numeric = holdings.get(cid)?.amount ?? cc("0");
        return [allocation.transferLegId, numericToText(amount)];
      },
    );
    expect(backing).to.have.deep.members([
      ["gold", "2.0000000000"],
      ["payment", "30.0000000000"],
    ]);
    expect(market.balances).to.deep.equal(allocatedBoth);
  });

  it("settles both legs in one transaction", () => {
    const { market, cids } = ready();
    const results = market.settle(cids);
    expect([...results.keys()]).to.deep.equal(["gold", "payment"]);
    expect(results.get("payment")?.receiverHoldingCids).to.deep.equal(market.ledger.coinsOf(bob));
    expect(market.balances).to.deep.equal(settled);
    expect(market.ledger.views(Allocation).size).to.equal(0);
    expect(market.ledger.views(AllocationRequest).size).to.equal(0);
  });

  it("cannot be settled twice", () => {
    const { market, cids } = ready();
    market.settle(cids);
    expect(market.ledger.reasonOf(() => market.settle(cids))).to.equal("CONTRACT_NOT_FOUND");
    expect(market.balances).to.deep.equal(settled);
  });

  for (const by of [alice, bob, carol]) {
    it(`is not settled by ${by.split("::")[0] ?? ""}`, () => {
      const { market, cids } = ready();
      expect(market.ledger.reasonOf(() => market.settle(cids, by))).to.equal(
        "DAML_AUTHORIZATION_ERROR",
      );
    });
  }

  type Break = (
    market: Market,
    cids: { readonly gold: string; readonly payment: string },
  ) => Readonly<Record<string, string>>;
  const broken: Readonly<Record<string, readonly [Break, string]>> = {
    "a leg is missing": [(_market, { payment }) => ({ payment }), "incomplete"],
    "one allocation stands for both legs": [
      (_market, { payment }) => ({ gold: payment, payment }),
      "other-leg",
    ],
    "an allocation is for less": [
      (market, { gold }) => ({
        gold,
        payment: market.allocate("payment", coinLeg({ amount: cc("29") })),
      }),
      "other-leg",
    ],
    "an allocation is for another settlement": [
      (market, { gold }) => ({
        gold,
        payment: market.allocate("payment", coinLeg(), {
          ...market.settlement,
          settlementRef: { id: "trade 2", cid: undefined },
        }),
      }),
      "other-leg",
    ],
    "the payment was withdrawn": [
      (market, cids) => {
        market.ledger.exercise([alice], Allocation_Withdraw, cids.payment, {
          extraArgs: market.ledger.extraArgs(),
        });
        return cids;
      },
      "CONTRACT_NOT_FOUND",
    ],
    "the gold was withdrawn": [
      (market, cids) => {
        market.ledger.exercise(
          [bob],
          Allocation_Withdraw,
          cids.gold,
          { extraArgs: market.ledger.extraArgs() },
          submission,
        );
        return cids;
      },
      "CONTRACT_NOT_FOUND",
    ],
    "its time is over": [
      (market, cids) => {
        market.ledger.pass(60 * minute);
        return cids;
      },
      "too-late",
    ],
  };
  for (const [name, [breakIt, outcome]] of Object.entries(broken)) {
    it(`settles neither leg when ${name}: ${outcome}`, () => {
      const { market, cids } = ready();
      const given = breakIt(market, cids);
      const held = market.balances;
      expect(market.ledger.reasonOf(() => market.settle(given))).to.equal(outcome);
      expect(market.balances).to.deep.equal(held);
      expect(market.ledger.views(AllocationRequest).size).to.equal(1);
    });
  }

  it("delivers no gold when the payment's round is missing in its context", () => {
    const { market, cids } = ready();
    const { allocations } = market.argument(cids);
    const bare = { context: { values: new Map() }, meta: metadataV1.emptyMetadata };
    const attempt = () =>
      market.ledger.exercise(
        [provider],
        Trade_Settle,
        market.trade,
        {
          allocations: new Map([
            ...allocations,
            ["payment", { cid: cids.payment, extraArgs: bare }],
          ]),
        },
        { readAs: [...submission.readAs, market.dso] },
      );
    expect(market.ledger.reasonOf(attempt)).to.equal("Missing context entry for");
    expect(market.balances).to.deep.equal(allocatedBoth);
  });

  it("gives both back when the executor cancels the trade", () => {
    const { market, cids } = ready();
    market.ledger.exercise([provider], Trade_Cancel, market.trade, market.argument(cids), {
      readAs: [...submission.readAs, market.dso],
    });
    expect(market.balances).to.deep.equal(before);
  });
});

describe("a request for allocations", () => {
  const extraArgs = { context: { values: new Map() }, meta: metadataV1.emptyMetadata };
  const rejections: ReadonlyArray<readonly [actor: string, by: string, outcome: string]> = [
    [alice, alice, "accepted"],
    [bob, bob, "accepted"],
    [provider, provider, "no-sender"],
    [alice, bob, "DAML_AUTHORIZATION_ERROR"],
  ];
  for (const [actor, by, outcome] of rejections) {
    it(`answers a rejection for ${actor.split("::")[0] ?? ""} by ${by.split("::")[0] ?? ""} with ${outcome}`, () => {
      const { ledger, trade } = new Market();
      const reject = () =>
        ledger.exercise([by], AllocationRequest_Reject, trade, { actor, extraArgs });
      expect(ledger.reasonOf(reject)).to.equal(outcome);
      expect(ledger.views(AllocationRequest).size).to.equal(outcome === "accepted" ? 0 : 1);
    });
  }

  for (const [by, outcome] of [
    [provider, "accepted"],
    [alice, "DAML_AUTHORIZATION_ERROR"],
  ] as const) {
    it(`answers a withdrawal by ${by.split("::")[0] ?? ""} with ${outcome}`, () => {
      const { ledger, trade } = new Market();
      const withdraw = () =>
        ledger.exercise([by], AllocationRequest_Withdraw, trade, { extraArgs });
      expect(ledger.reasonOf(withdraw)).to.equal(outcome);
    });
  }
});
