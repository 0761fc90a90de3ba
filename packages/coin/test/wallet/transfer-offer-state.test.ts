import { expect } from "chai";
import type { Either } from "fp-ts/lib/Either.js";
import { match } from "fp-ts/lib/Either.js";
import type { AcceptedOfferAction, OfferAction, TransferOfferState } from "../../src/index.js";
import { nextAcceptedOfferState, nextOfferState } from "../../src/wallet/transfer-offer-state.js";

const expiresAt = 1_000;

/** The state as the status endpoint shows it, or the error. */
const shown: (next: Either<string, TransferOfferState>) => string = match(
  (error) => error,
  (state) => {
    if (state.status !== "failed") return state.status;
    return state.failureKind === "withdrawn"
      ? `withdrawn: ${state.withdrawnReason}`
      : state.failureKind;
  },
);

const times = [expiresAt - 1, expiresAt, expiresAt + 1];

describe("a transfer offer that is created (wallet 6.2)", () => {
  const table: ReadonlyArray<readonly [OfferAction, inTime: string, late: string]> = [
    [{ kind: "accept" }, "accepted", "deadline-exceeded"],
    [{ kind: "reject" }, "rejected", "rejected"],
    [{ kind: "withdraw", reason: "mistake" }, "withdrawn: mistake", "withdrawn: mistake"],
    [{ kind: "expire" }, "deadline-not-exceeded", "expired"],
  ];
  for (const [action, inTime, late] of table) {
    it(`on ${action.kind} is ${inTime} before its time is over, then ${late}`, () => {
      const ends = times.map((now) =>
        shown(nextOfferState(action, { now: BigInt(now), expiresAt: BigInt(expiresAt) })),
      );
      expect(ends).to.deep.equal([inTime, late, late]);
    });
  }
});

describe("a transfer offer that is accepted (wallet 6.2)", () => {
  const table: ReadonlyArray<readonly [AcceptedOfferAction, inTime: string, late: string]> = [
    [{ kind: "complete" }, "completed", "deadline-exceeded"],
    [
      { kind: "abort", reason: "out of funds (missing 1.0000000000 CC)" },
      "withdrawn: out of funds (missing 1.0000000000 CC)",
      "withdrawn: out of funds (missing 1.0000000000 CC)",
    ],
    [{ kind: "withdraw", reason: "no more" }, "withdrawn: no more", "withdrawn: no more"],
    [{ kind: "expire" }, "deadline-not-exceeded", "expired"],
  ];
  for (const [action, inTime, late] of table) {
    it(`on ${action.kind} is ${inTime} before its time is over, then ${late}`, () => {
      const ends = times.map((now) =>
        shown(nextAcceptedOfferState(action, { now: BigInt(now), expiresAt: BigInt(expiresAt) })),
      );
      expect(ends).to.deep.equal([inTime, late, late]);
    });
  }
});
