import fc from "fast-check";
import {
  AcceptedAppPayment,
  AppPaymentRequest,
  AppPaymentRequest_Accept,
} from "../../src/index.js";
import {
  AcceptedAppPayment_Collect,
  AcceptedAppPayment_Expire,
  AcceptedAppPayment_Reject,
} from "../../src/payments/accepted-app-payment.js";
import { dso, minute } from "../coin-fixture.js";
import {
  actor,
  chosenBy,
  fromNow,
  index,
  numericOf,
  operation,
  type Operation,
  partOf,
  pick,
  picks,
  share,
  unlockSpent,
  user,
} from "./law-operation.js";
import { attempt, type LawWorld } from "./law-world.js";

interface Payment {
  readonly sender: string;
  readonly receiver: string;
  readonly app: string;
  readonly units: bigint;
  readonly round: bigint;
  readonly lockId: string;
}

const paymentsOf = (world: LawWorld) => world.notesOf<Payment>("app payments");

/** What the accepted payment and its lock say; everything else of a payment is the model's own. */
const lockOf = ({ ledger }: LawWorld, acceptedPayment: string) => {
  const found = ledger
    .active(AcceptedAppPayment)
    .find(({ contractId }) => contractId === acceptedPayment);
  if (found === undefined) throw new Error("the accepted payment is not there");
  return found.payload.lockedAmulet;
};

const accept = operation({
  name: "accept an app payment",
  weight: 5,
  data: fc.record({
    sender: user,
    receiver: user,
    app: user,
    by: actor,
    picks,
    part: share,
    expiresIn: fromNow,
  }),
  plan: (world, { sender, receiver, app, by = sender, picks: picked, part, expiresIn }) => {
    const { ledger, model } = world;
    const chosen = chosenBy(world, sender, picked);
    const units = partOf(chosen.sum, part);
    // a request for nothing cannot be made at all
    if (units <= 0n) return undefined;
    const request = ledger.create([sender, receiver, app], AppPaymentRequest, {
      sender,
      receiverAmounts: [{ receiver, amount: { amount: numericOf(units), unit: "AmuletUnit" } }],
      provider: app,
      dso,
      expiresAt: BigInt(ledger.now + expiresIn),
      description: "law",
    });
    const lockedUntil = Math.max(ledger.now + 10 * minute, world.round.closesAt);
    return attempt(
      by === sender &&
        world.roundIsOpen &&
        chosen.spendable &&
        units <= chosen.sum &&
        expiresIn > 0,
      () =>
        ledger.run([by], AppPaymentRequest_Accept, request, {
          inputs: chosen.inputs,
          context: ledger.paymentContext(),
          walletProvider: by,
        }),
      ({ acceptedPayment }) => {
        unlockSpent(world, chosen);
        const lockId = lockOf(world, acceptedPayment);
        const holders = [...new Set([receiver, app])].filter((each) => each !== sender).sort();
        model.lock(lockId, { owner: sender, units, holders, expiresAt: lockedUntil });
        const { number: round } = world.round;
        paymentsOf(world).set(acceptedPayment, { sender, receiver, app, units, round, lockId });
      },
    );
  },
});

type Way = "collect" | "reject" | "expire";

const rightful = (way: Way, { sender, receiver, app }: Payment): ReadonlyArray<string> => {
  if (way === "collect") return [sender, receiver, app];
  return way === "reject" ? [receiver] : [sender];
};

const end = operation({
  name: "end an app payment",
  weight: 6,
  data: fc.record({
    which: index,
    way: fc.constantFrom<Way>("collect", "collect", "reject", "expire"),
    by: actor,
  }),
  plan: (world, { which, way, by }) => {
    const { ledger, model } = world;
    const found = pick([...paymentsOf(world)], which);
    if (found === undefined) return undefined;
    const [contractId, payment] = found;
    const needed = rightful(way, payment);
    const acting = by === undefined ? needed : [by];
    const lock = model.locks.get(payment.lockId);
    return attempt<unknown>(
      needed.every((party) => acting.includes(party)) &&
        lock !== undefined &&
        (way !== "collect" || (world.roundIsOpen && world.round.number === payment.round)) &&
        (way !== "expire" || lock.expiresAt <= ledger.now),
      () => {
        const { rules: amuletRules, round: openMiningRound } = ledger;
        const context = { amuletRules, openMiningRound, featuredAppRight: undefined };
        switch (way) {
          case "collect":
            return ledger.run(acting, AcceptedAppPayment_Collect, contractId, { context });
          case "reject":
            return ledger.run(acting, AcceptedAppPayment_Reject, contractId, { context });
          case "expire":
            return ledger.run(acting, AcceptedAppPayment_Expire, contractId, { context });
        }
      },
      () => {
        paymentsOf(world).delete(contractId);
        model.unlock(payment.lockId);
        if (way === "collect") model.move(payment.sender, payment.receiver, payment.units);
      },
    );
  },
});

/** Payments for apps: locked when accepted, then collected, refused or taken back. */
export const paymentOperations: ReadonlyArray<Operation> = [accept, end];
