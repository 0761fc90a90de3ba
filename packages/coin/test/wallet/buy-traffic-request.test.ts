import { left, right } from "fp-ts/lib/Either.js";
import { expect } from "chai";
import {
  type BuyTrafficRejection,
  buyTrafficRejectionText,
  type BuyTrafficRequestAction,
  type BuyTrafficRequestState,
  BuyTrafficRequest,
  BuyTrafficRequest_Cancel,
  BuyTrafficRequest_Complete,
  BuyTrafficRequest_Expire,
  MemberTraffic,
  type TransferInput,
} from "../../src/index.js";
import {
  createdBuyTrafficRequest,
  nextBuyTrafficRequestState,
} from "../../src/wallet/buy-traffic-request-state.js";
import {
  alice,
  bob,
  cc,
  CoinLedger,
  dso,
  minute,
  start,
  synchronizerId,
  validator,
} from "../coin-fixture.js";
import { int } from "../coin-values.js";

const expiresAt = start + 10 * minute;
const memberId = `PAR::node::1220${"ab".repeat(32)}`;

const requested = (changes = {}) => {
  const ledger = new CoinLedger();
  ledger.tap(alice, "100");
  const request = ledger.create([alice], BuyTrafficRequest, {
    dso,
    endUserParty: alice,
    expiresAt: BigInt(expiresAt),
    trackingId: "t-1",
    trafficAmount: int(200_000),
    memberId,
    synchronizerId,
    migrationId: int(0),
    ...changes,
  });
  return { ledger, request };
};

type Requested = ReturnType<typeof requested>;

const both = [alice, validator];
/** Whoever tries can at least see the request. */
const seeing = { readAs: [dso, alice] };

const complete = ({ ledger, request }: Requested, actAs = both) =>
  ledger.exercise(
    actAs,
    BuyTrafficRequest_Complete,
    request,
    {
      inputs: ledger.coinsOf(alice).map((value): TransferInput => ({ tag: "InputAmulet", value })),
      context: { amuletRules: ledger.rules, context: ledger.context },
      walletProvider: validator,
    },
    seeing,
  );
const cancel = ({ ledger, request }: Requested, actAs = [alice]) =>
  ledger.exercise(actAs, BuyTrafficRequest_Cancel, request, { reason: "no" }, seeing);
const expire = ({ ledger, request }: Requested, actAs = [alice]) =>
  ledger.exercise(actAs, BuyTrafficRequest_Expire, request, {});

const actions: ReadonlyArray<
  readonly [BuyTrafficRequestAction, (it: Requested, actAs?: string[]) => unknown]
> = [
  [{ kind: "complete" }, complete],
  [{ kind: "cancel", reason: "no" }, cancel],
  [{ kind: "expire" }, expire],
];

const endOf: Readonly<Record<string, BuyTrafficRequestState>> = {
  complete: { status: "completed" },
  cancel: { status: "failed", failureReason: "rejected", rejectionReason: "no" },
  expire: { status: "failed", failureReason: "expired" },
};

describe("a request to buy traffic", () => {
  for (const [action, run] of actions) {
    for (const [when, now] of [
      ["just before its expiry", expiresAt - 1],
      ["at its expiry", expiresAt],
    ] as const) {
      const possible = (action.kind === "expire") === now >= expiresAt;
      it(`${when} can ${possible ? "" : "not "}be ended by ${action.kind}, on the ledger and in the state machine`, () => {
        const it = requested();
        it.ledger.now = now;
        const next = nextBuyTrafficRequestState(createdBuyTrafficRequest, action, {
          now: BigInt(now),
          expiresAt: BigInt(expiresAt),
        });
        const reason = it.ledger.reasonOf(() => run(it));
        if (!possible) {
          const [error, requirement] =
            action.kind === "expire"
              ? ["deadline-not-exceeded", "Contract has expired"]
              : ["deadline-exceeded", "Contract has not expired"];
          expect([next, reason]).to.deep.equal([left(error), requirement]);
          return;
        }
        expect(reason).to.equal("accepted");
        expect(next).to.deep.equal(right(endOf[action.kind]));
        expect(it.ledger.active(BuyTrafficRequest)).to.have.length(0);
        expect(it.ledger.reasonOf(() => run(it))).to.equal("CONTRACT_NOT_FOUND");
      });
    }

    it(`once over is not ended again by ${action.kind}`, () => {
      for (const state of Object.values(endOf)) {
        for (const now of [expiresAt - 1, expiresAt]) {
          expect(
            nextBuyTrafficRequestState(state, action, {
              now: BigInt(now),
              expiresAt: BigInt(expiresAt),
            }),
          ).to.deep.equal(left("already-ended"));
        }
      }
    });
  }

  it("completed buys the traffic and gives its tracking id", () => {
    const it = requested();
    const { purchasedTraffic, trackingInfo, senderChangeAmulet } = complete(it);
    const [traffic] = it.ledger.active(MemberTraffic);
    expect(traffic?.contractId).to.equal(purchasedTraffic);
    expect(traffic?.payload).to.include({ memberId, totalPurchased: 200_000n });
    expect(trackingInfo).to.deep.equal({ trackingId: "t-1", endUserParty: alice });
    expect(it.ledger.coinsOf(alice)).to.deep.equal([senderChangeAmulet]);
    expect(it.ledger.balanceOf(alice)).to.equal("66.6600000000");
  });

  const wrongParty: ReadonlyArray<readonly [string, (it: Requested) => unknown]> = [
    ["completed without the wallet's provider", (it) => complete(it, [alice])],
    ["completed without the user", (it) => complete(it, [validator])],
    ["cancelled by another", (it) => cancel(it, [bob])],
  ];
  for (const [name, attempt] of wrongParty) {
    it(`is not ${name}`, () => {
      const it = requested();
      expect(it.ledger.reasonOf(() => attempt(it))).to.equal("DAML_AUTHORIZATION_ERROR");
    });
  }

  const cannot: ReadonlyArray<readonly [string, object, string]> = [
    ["on an unknown synchronizer", { synchronizerId: "other::1220" }, "unknown-synchronizer"],
    ["below the minimum", { trafficAmount: int(1) }, "insufficient-topup-amount"],
    ["beyond one's funds", { trafficAmount: int(2_000_000) }, "insufficient-funds"],
    [
      "under another DSO",
      { dso: bob },
      "DSO party expected by caller 'bob' does not match actual DSO party 'DSO'",
    ],
  ];
  for (const [name, changes, reason] of cannot) {
    it(`${name} is not completed and stays`, () => {
      const it = requested(changes);
      expect(it.ledger.reasonOf(() => complete(it))).to.equal(reason);
      expect(it.ledger.active(BuyTrafficRequest)).to.have.length(1);
    });
  }

  it("may ask for nothing, which no one sells", () => {
    const world = requested({ trafficAmount: int(0) });
    const reason = world.ledger.reasonOf(() => complete(world));
    expect(reason).to.equal("insufficient-topup-amount");
  });

  const texts: ReadonlyArray<readonly [BuyTrafficRejection, string]> = [
    [{ kind: "out-of-funds", missing: cc("33.34") }, "out of funds (missing 33.34 CC)"],
    [
      { kind: "unknown-synchronizer", synchronizerId: "other::1220" },
      "unknown synchronizerId other::1220",
    ],
    [
      {
        kind: "insufficient-topup-amount",
        trafficAmount: int(1),
        minTopupAmount: int(200_000),
      },
      "not enough traffic requested (trafficAmount 1 < minTopupAmount 200000)",
    ],
  ];
  for (const [rejection, text] of texts) {
    it(`rejected says "${text}"`, () => {
      expect(buyTrafficRejectionText(rejection)).to.equal(text);
    });
  }
});
