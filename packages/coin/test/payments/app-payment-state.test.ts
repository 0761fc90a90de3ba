import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import {
  type AppPaymentAction,
  type AppPaymentEndReason,
  type AppPaymentState,
  appPaymentStateOfChoice,
  nextAppPaymentState,
  requestedAppPayment,
} from "../../src/index.js";

const expiresAt = 1_000;
const actions: ReadonlyArray<AppPaymentAction> = [
  "accept",
  "reject",
  "withdraw",
  "expire",
  "collect",
];

const shown = (state: AppPaymentState, action: AppPaymentAction, now: number): string => {
  const next = nextAppPaymentState(state, action, { now, expiresAt });
  if (isLeft(next)) return next.left;
  return next.right.status === "ended" ? next.right.reason : next.right.status;
};

type Row = readonly [action: AppPaymentAction, before: string, atOnce: string];

const tables: ReadonlyArray<readonly [AppPaymentState, ReadonlyArray<Row>]> = [
  [
    requestedAppPayment,
    [
      ["accept", "accepted", "deadline-exceeded"],
      ["reject", "rejected", "rejected"],
      ["withdraw", "withdrawn", "withdrawn"],
      ["expire", "deadline-not-exceeded", "expired"],
      ["collect", "not-accepted", "not-accepted"],
    ],
  ],
  [
    { status: "accepted" },
    [
      ["accept", "already-accepted", "already-accepted"],
      ["reject", "rejected", "rejected"],
      ["withdraw", "already-accepted", "already-accepted"],
      ["expire", "deadline-not-exceeded", "expired"],
      ["collect", "collected", "collected"],
    ],
  ],
];

for (const [state, rows] of tables) {
  describe(`an app payment that is ${state.status}`, () => {
    for (const [action, before, atOnce] of rows) {
      it(`answers ${action} with ${before} before its time is over, then with ${atOnce}`, () => {
        expect(shown(state, action, 0)).to.equal(before);
        expect(shown(state, action, expiresAt - 1)).to.equal(before);
        expect(shown(state, action, expiresAt)).to.equal(atOnce);
        expect(shown(state, action, expiresAt + 1)).to.equal(atOnce);
      });
    }
  });
}

describe("an app payment that has ended", () => {
  const reasons: ReadonlyArray<AppPaymentEndReason> = [
    "collected",
    "rejected",
    "withdrawn",
    "expired",
  ];
  for (const reason of reasons) {
    it(`as ${reason} stays so`, () => {
      for (const action of actions) {
        for (const now of [0, expiresAt, 2_000])
          expect(shown({ status: "ended", reason }, action, now)).to.equal("already-ended");
      }
    });
  }
});

describe("the choices of app payments", () => {
  const table: Readonly<Record<string, string | undefined>> = {
    AppPaymentRequest_Accept: "accepted",
    AppPaymentRequest_Reject: "rejected",
    AppPaymentRequest_Withdraw: "withdrawn",
    AppPaymentRequest_Expire: "expired",
    AcceptedAppPayment_Collect: "collected",
    AcceptedAppPayment_Reject: "rejected",
    AcceptedAppPayment_Expire: "expired",
    Archive: undefined,
    toString: undefined,
  };
  for (const [choice, expected] of Object.entries(table)) {
    it(`${choice} leads to ${expected}`, () => {
      const state = appPaymentStateOfChoice(choice);
      expect(state?.status === "ended" ? state.reason : state?.status).to.equal(expected);
    });
  }
});
