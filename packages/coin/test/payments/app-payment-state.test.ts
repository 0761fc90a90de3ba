import { expect } from "chai";
import { toUnion } from "fp-ts/lib/Either.js";
import type { AppPaymentRequestAction, AppPaymentRequestState } from "../../src/index.js";
import { nextAppPaymentRequestState } from "../../src/payments/app-payment-state.js";

const expiresAt = 1_000;

const after = (state: AppPaymentRequestState, action: AppPaymentRequestAction) =>
  [expiresAt - 1, expiresAt, expiresAt + 1].map((now) =>
    toUnion(
      nextAppPaymentRequestState(state, action, { now: BigInt(now), expiresAt: BigInt(expiresAt) }),
    ),
  );

describe("a request to pay an app", () => {
  const table: ReadonlyArray<readonly [AppPaymentRequestAction, inTime: string, late: string]> = [
    ["accept", "accepted", "deadline-exceeded"],
    ["reject", "rejected", "rejected"],
    ["withdraw", "withdrawn", "withdrawn"],
    ["expire", "deadline-not-exceeded", "expired"],
  ];
  for (const [action, inTime, late] of table) {
    it(`on ${action} is ${inTime} before its time is over, then ${late}`, () => {
      expect(after("requested", action)).to.deep.equal([inTime, late, late]);
    });
  }

  const ends: ReadonlyArray<AppPaymentRequestState> = [
    "accepted",
    "rejected",
    "withdrawn",
    "expired",
  ];
  for (const state of ends) {
    it(`that is ${state} stays so`, () => {
      for (const [action] of table)
        expect(after(state, action)).to.deep.equal(Array(3).fill("already-ended"));
    });
  }
});
