import { expect } from "chai";
import { alice, bob, carol, type CoinLedger, minute, provider } from "../coin-fixture.js";
import { parties } from "../subscription-fixture.js";

const refusedTo = "DAML_AUTHORIZATION_ERROR";

/** Parties as a test names them. */
export const hints = (of: ReadonlyArray<string>) =>
  of.map((party) => party.split("::")[0] ?? "").join();

interface Made {
  readonly ledger: CoinLedger;
  /** The payment, whose coin is locked. */
  readonly payment: string;
  /** Expects the sender to have what a payment that was given back leaves, or one that was not. */
  readonly expectGivenBack: (isBack: boolean) => void;
}

interface Endings {
  readonly made: () => Made;
  readonly collect: (ledger: CoinLedger, payment: string, by?: ReadonlyArray<string>) => unknown;
  readonly reject: (ledger: CoinLedger, payment: string, by?: string) => unknown;
  readonly expire: (ledger: CoinLedger, payment: string, actor?: string, by?: string) => unknown;
}

const expiries: ReadonlyArray<
  readonly [actor: string, by: string, after: number, outcome: string]
> = [
  [alice, alice, 20 * minute, "accepted"],
  [bob, bob, 20 * minute, "accepted"],
  [provider, provider, 20 * minute, "accepted"],
  [alice, alice, 20 * minute - 1, "deadline-not-exceeded"],
  [carol, carol, 20 * minute, "Actor 'carol' is a signatory"],
  [alice, bob, 20 * minute, refusedTo],
];

/** Tests of how a subscription's payment ends, the first one as every later one. */
export const itEndsOnce = ({ made, collect, reject, expire }: Endings): void => {
  for (const missing of parties) {
    it(`is not collected without ${hints([missing])}`, () => {
      const { ledger, payment } = made();
      const others = parties.filter((party) => party !== missing);
      expect(ledger.reasonOf(() => collect(ledger, payment, others))).to.equal(refusedTo);
    });
  }

  for (const [by, outcome] of [
    [bob, "accepted"],
    [alice, refusedTo],
    [provider, refusedTo],
  ] as const) {
    it(`answers rejection by ${hints([by])} with ${outcome}`, () => {
      const { ledger, payment, expectGivenBack } = made();
      expect(ledger.reasonOf(() => reject(ledger, payment, by))).to.equal(outcome);
      expectGivenBack(outcome === "accepted");
    });
  }

  for (const [actor, by, after, outcome] of expiries) {
    it(`answers expiry for ${hints([actor])} by ${hints([by])} after ${after} us with ${outcome}`, () => {
      const { ledger, payment, expectGivenBack } = made();
      ledger.pass(after);
      expect(ledger.reasonOf(() => expire(ledger, payment, actor, by))).to.equal(outcome);
      expectGivenBack(outcome === "accepted");
    });
  }

  const endings: ReadonlyArray<readonly [string, Endings["collect"]]> = [
    ["collected", (ledger, payment) => collect(ledger, payment)],
    ["rejected", (ledger, payment) => reject(ledger, payment)],
    [
      "expired",
      (ledger, payment) => {
        ledger.pass(20 * minute);
        return expire(ledger, payment);
      },
    ],
  ];
  for (const [name, end] of endings) {
    for (const [second, again] of endings) {
      it(`that was ${name} cannot be ${second} any more`, () => {
        const { ledger, payment } = made();
        end(ledger, payment);
        const held = [ledger.balanceOf(alice), ledger.balanceOf(bob)];
        expect(ledger.reasonOf(() => again(ledger, payment))).to.equal("CONTRACT_NOT_FOUND");
        expect([ledger.balanceOf(alice), ledger.balanceOf(bob)]).to.deep.equal(held);
      });
    }
  }
};
