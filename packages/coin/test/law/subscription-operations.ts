import { int64From } from "@tallystick/core";
import fc from "fast-check";
import {
  SubscriptionInitialPayment,
  SubscriptionPayment,
  SubscriptionRequest,
  SubscriptionRequest_AcceptAndMakePayment,
} from "../../src/index.js";
import {
  SubscriptionIdleState_CancelSubscription,
  SubscriptionIdleState_ExpireSubscription,
  SubscriptionIdleState_MakePayment,
} from "../../src/payments/subscription-idle-state.js";
import {
  SubscriptionInitialPayment_Collect,
  SubscriptionInitialPayment_Expire,
  SubscriptionInitialPayment_Reject,
} from "../../src/payments/subscription-initial-payment.js";
import {
  SubscriptionPayment_Collect,
  SubscriptionPayment_Expire,
  SubscriptionPayment_Reject,
} from "../../src/payments/subscription-payment.js";
import { dso, minute, rightOf } from "../coin-fixture.js";
import {
  actor,
  type Chosen,
  chosenBy,
  index,
  numericOf,
  operation,
  type Operation,
  pick,
  picks,
  unlockSpent,
  user,
} from "./law-operation.js";
import { attempt, type LawWorld } from "./law-world.js";
import { nearest, one } from "./naive-model.js";

/** What three parties have agreed on. */
export interface Agreed {
  readonly sender: string;
  readonly receiver: string;
  readonly app: string;
  /** In CC or USD. */
  readonly amount: bigint;
  readonly inUsd: boolean;
  readonly intervalMicros: number;
  readonly durationMicros: number;
}

/** A payment that waits to be collected; the first one is due at no time. */
interface Waiting extends Agreed {
  readonly units: bigint;
  readonly round: bigint;
  readonly lockId: string;
  readonly dueAt: number | undefined;
}

/** A subscription between two payments. */
interface Idle extends Agreed {
  readonly dueAt: number;
}

const waitingOf = (world: LawWorld) => world.notesOf<Waiting>("subscription payments");
const idleOf = (world: LawWorld) => world.notesOf<Idle>("subscriptions");

const unitsOf = ({ round }: LawWorld, { amount, inUsd }: Agreed): bigint =>
  inUsd ? nearest(amount * one, round.price) : amount;

const lockOf = ({ ledger }: LawWorld, payment: string): string => {
  const all = [...ledger.active(SubscriptionInitialPayment), ...ledger.active(SubscriptionPayment)];
  const found = all.find(({ contractId }) => contractId === payment);
  if (found === undefined) throw new Error("the payment is not there");
  return found.payload.lockedAmulet;
};

/** A payment was made: its CC is locked until it is collected. @returns the lock */
export const lockPayment = (
  world: LawWorld,
  chosen: Chosen,
  payment: string,
  agreed: Agreed,
): string => {
  const { model, ledger, round } = world;
  const { sender, receiver, app } = agreed;
  unlockSpent(world, chosen);
  const lockId = lockOf(world, payment);
  const holders = [...new Set([receiver, app])].filter((each) => each !== sender).sort();
  const expiresAt = Math.max(ledger.now + 10 * minute, round.closesAt);
  model.lock(lockId, { owner: sender, units: unitsOf(world, agreed), holders, expiresAt });
  return lockId;
};

const locked = (
  world: LawWorld,
  chosen: Chosen,
  payment: string,
  agreed: Agreed & Pick<Waiting, "dueAt">,
): void => {
  const lockId = lockPayment(world, chosen, payment, agreed);
  const units = unitsOf(world, agreed);
  waitingOf(world).set(payment, { ...agreed, units, round: world.round.number, lockId });
};

/** Whether the coins chosen pay for something agreed now. */
export const canPay = (world: LawWorld, chosen: Chosen, agreed: Agreed): boolean => {
  const units = unitsOf(world, agreed);
  return world.roundIsOpen && chosen.spendable && units > 0n && units <= chosen.sum;
};

const int = (value: number) => rightOf(int64From(value));

const subscribe = operation({
  name: "subscribe",
  weight: 6,
  data: fc.record({
    sender: user,
    receiver: user,
    app: user,
    amount: fc.bigInt({ min: 1n, max: 40n * one }),
    inUsd: fc.boolean(),
    interval: fc.constantFrom(10, 60, 600),
    duration: fc.constantFrom(5, 60, 700, 700),
    by: actor,
    picks,
  }),
  plan: (world, { interval, duration, picks: picked, by, ...drawn }) => {
    const { ledger } = world;
    const intervalMicros = interval * minute;
    const durationMicros = duration * minute;
    const { sender, receiver, app, amount, inUsd } = drawn;
    const agreed = { ...drawn, intervalMicros, durationMicros };
    const request = ledger.create([sender, receiver, app], SubscriptionRequest, {
      subscriptionData: { sender, receiver, provider: app, dso, description: "law" },
      payData: {
        paymentAmount: { amount: numericOf(amount), unit: inUsd ? "USDUnit" : "AmuletUnit" },
        paymentInterval: { microseconds: int(intervalMicros) },
        paymentDuration: { microseconds: int(durationMicros) },
      },
    });
    const chosen = chosenBy(world, sender, picked);
    const acting = by ?? sender;
    return attempt(
      acting === sender && canPay(world, chosen, agreed),
      () =>
        ledger.run([acting], SubscriptionRequest_AcceptAndMakePayment, request, {
          inputs: chosen.inputs,
          context: ledger.paymentContext(),
          walletProvider: acting,
        }),
      ({ subscriptionPayment }) =>
        locked(world, chosen, subscriptionPayment, { ...agreed, dueAt: undefined }),
    );
  },
});

const payAgain = operation({
  name: "pay a subscription",
  weight: 14,
  data: fc.record({ which: index, by: actor, picks }),
  plan: (world, { which, by, picks: picked }) => {
    const { ledger } = world;
    const found = pick([...idleOf(world)], which);
    if (found === undefined) return undefined;
    const [contractId, idle] = found;
    const chosen = chosenBy(world, idle.sender, picked);
    const acting = by ?? idle.sender;
    return attempt(
      acting === idle.sender &&
        idle.dueAt - ledger.now <= idle.durationMicros &&
        canPay(world, chosen, idle),
      () =>
        ledger.run([acting], SubscriptionIdleState_MakePayment, contractId, {
          inputs: chosen.inputs,
          context: ledger.paymentContext(),
          walletProvider: acting,
        }),
      ({ subscriptionPayment }) => {
        idleOf(world).delete(contractId);
        locked(world, chosen, subscriptionPayment, idle);
      },
    );
  },
});

type Way = "collect" | "reject" | "expire";

/** Who must act together; any of the parties may expire. */
const rightful = (way: Way, { sender, receiver, app }: Waiting): ReadonlyArray<string> => {
  if (way === "collect") return [...new Set([sender, receiver, app])];
  return way === "reject" ? [receiver] : [sender];
};

/** The contract id of the idle state that a result names; undefined for the end of it all. */
const idleIn = (result: unknown): string | undefined => {
  const state: unknown =
    typeof result === "object" && result !== null
      ? Reflect.get(result, "subscriptionState")
      : undefined;
  return typeof state === "string" ? state : undefined;
};

/** Submits the end of the first payment, or of a further one. */
const submitEnd = (
  { ledger }: LawWorld,
  way: Way,
  isFirst: boolean,
  contractId: string,
  acting: ReadonlyArray<string>,
) => {
  const transferContext = {
    amuletRules: ledger.rules,
    openMiningRound: ledger.round,
    featuredAppRight: undefined,
  };
  const ending = { transferContext };
  const expiring = { actor: acting[0] ?? "", transferContext };
  switch (way) {
    case "collect":
      return isFirst
        ? ledger.run(acting, SubscriptionInitialPayment_Collect, contractId, ending)
        : ledger.run(acting, SubscriptionPayment_Collect, contractId, ending);
    case "reject":
      return isFirst
        ? ledger.run(acting, SubscriptionInitialPayment_Reject, contractId, ending)
        : ledger.run(acting, SubscriptionPayment_Reject, contractId, ending);
    case "expire":
      return isFirst
        ? ledger.run(acting, SubscriptionInitialPayment_Expire, contractId, expiring)
        : ledger.run(acting, SubscriptionPayment_Expire, contractId, expiring);
  }
};

const end = operation({
  name: "end a payment of a subscription",
  weight: 9,
  data: fc.record({
    which: index,
    way: fc.constantFrom<Way>("collect", "collect", "collect", "reject", "expire"),
    by: actor,
  }),
  plan: (world, { which, way, by }) => {
    const { ledger, model } = world;
    const found = pick([...waitingOf(world)], which);
    if (found === undefined) return undefined;
    const [contractId, waiting] = found;
    const { sender, receiver, app, units, lockId, dueAt } = waiting;
    const acting = by === undefined ? rightful(way, waiting) : [by];
    const [who = sender] = acting;
    const lock = model.locks.get(lockId);
    const mayAct =
      way === "expire"
        ? [sender, receiver, app].includes(who)
        : rightful(way, waiting).every((party) => acting.includes(party));
    return attempt<unknown>(
      mayAct &&
        lock !== undefined &&
        (way !== "collect" || (world.roundIsOpen && world.round.number === waiting.round)) &&
        (way !== "expire" || lock.expiresAt <= ledger.now),
      () => submitEnd(world, way, dueAt === undefined, contractId, acting),
      (result) => {
        waitingOf(world).delete(contractId);
        model.unlock(lockId);
        if (way === "collect") model.move(sender, receiver, units);
        const state = idleIn(result);
        if (state === undefined) return;
        const from = dueAt ?? ledger.now;
        const nextDueAt = way === "collect" ? from + waiting.intervalMicros : from;
        idleOf(world).set(state, { ...waiting, dueAt: nextDueAt });
      },
    );
  },
});

const stop = operation({
  name: "end a subscription",
  weight: 3,
  data: fc.record({ which: index, cancels: fc.boolean(), by: actor }),
  plan: (world, { which, cancels, by }) => {
    const { ledger } = world;
    const found = pick([...idleOf(world)], which);
    if (found === undefined) return undefined;
    const [contractId, { sender, receiver, app, dueAt }] = found;
    const acting = by ?? sender;
    return attempt<unknown>(
      cancels ? acting === sender : [sender, receiver, app].includes(acting) && dueAt < ledger.now,
      () =>
        cancels
          ? ledger.run([acting], SubscriptionIdleState_CancelSubscription, contractId, {})
          : ledger.run([acting], SubscriptionIdleState_ExpireSubscription, contractId, {
              actor: acting,
            }),
      () => void idleOf(world).delete(contractId),
    );
  },
});

/** Subscriptions: payments that are locked when made, and come again. */
export const subscriptionOperations: ReadonlyArray<Operation> = [subscribe, payAgain, end, stop];
