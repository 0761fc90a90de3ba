import { int64From } from "@tallystick/core";
import fc from "fast-check";
import {
  AnsEntry_Expire,
  AnsEntryContext_CollectEntryRenewalPayment,
  AnsEntryContext_CollectInitialEntryPayment,
  AnsEntryContext_RejectEntryInitialPayment,
  AnsEntryContext_Terminate,
  AnsRules,
  AnsRules_RequestEntry,
  SubscriptionRequest_AcceptAndMakePayment,
} from "../../src/index.js";
import {
  SubscriptionIdleState_CancelSubscription,
  SubscriptionIdleState_MakePayment,
} from "../../src/payments/subscription-idle-state.js";
import { SubscriptionInitialPayment_Expire } from "../../src/payments/subscription-initial-payment.js";
import { SubscriptionPayment_Expire } from "../../src/payments/subscription-payment.js";
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
  user,
} from "./law-operation.js";
import { attempt, type LawWorld } from "./law-world.js";
import { one } from "./naive-model.js";
import { type Agreed, canPay, lockPayment } from "./subscription-operations.js";

/** How long a name lasts, and how long before its end it can be paid for again. */
const lifetimeMicros = 400 * minute;
const renewalMicros = 395 * minute;

/** What a name costs, in units of USD. */
const fee = one / 100n;

/** A payment for a name that waits for the network's operator. */
interface NamePayment {
  readonly contractId: string;
  readonly lockId: string;
  readonly round: bigint;
}

/** A name that someone has asked for, under the id of its context. */
interface Name {
  readonly user: string;
  /** The entry, once the name is given. */
  readonly entry?: { readonly contractId: string; readonly expiresAt: number };
  /** When the next payment, or the one that waits, is due; undefined for the first one. */
  readonly dueAt?: number;
  /** One of these at most. */
  readonly payment?: NamePayment;
  readonly idle?: string;
  readonly ended?: string;
}

const namesOf = (world: LawWorld) => world.notesOf<Name>("names");

const config = {
  renewalDuration: { microseconds: rightOf(int64From(renewalMicros)) },
  entryLifetime: { microseconds: rightOf(int64From(lifetimeMicros)) },
  entryFee: numericOf(fee),
  descriptionPrefix: "Name: ",
};

const rulesOf = (world: LawWorld): string => {
  const known = world.notesOf<string>("rules of names");
  const found = known.get("rules") ?? world.ledger.create([dso], AnsRules, { dso, config });
  known.set("rules", found);
  return found;
};

const agreedWith = (sender: string): Agreed => ({
  sender,
  receiver: dso,
  app: dso,
  amount: fee,
  inUsd: true,
  intervalMicros: lifetimeMicros,
  durationMicros: renewalMicros,
});

/** The names in a state, with their contexts. */
const namesThat = (world: LawWorld, holds: (name: Name) => boolean) =>
  [...namesOf(world)].filter(([, name]) => holds(name));

const paid = (
  world: LawWorld,
  chosen: Chosen,
  context: string,
  { idle: _idle, ...name }: Name,
  contractId: string,
): void => {
  const lockId = lockPayment(world, chosen, contractId, agreedWith(name.user));
  const payment = { contractId, lockId, round: world.round.number };
  namesOf(world).set(context, { ...name, payment });
};

const ask = operation({
  name: "pay for a name",
  weight: 6,
  data: fc.record({ sender: user, by: actor, picks }),
  plan: (world, { sender, by, picks: picked }) => {
    const { ledger } = world;
    const entry = { name: `name-${namesOf(world).size}`, url: "", description: "law" };
    const { entryCid: context, requestCid } = ledger.exercise(
      [sender],
      AnsRules_RequestEntry,
      rulesOf(world),
      { ...entry, user: sender },
      { readAs: [dso] },
    );
    const chosen = chosenBy(world, sender, picked);
    const acting = by ?? sender;
    return attempt(
      acting === sender && canPay(world, chosen, agreedWith(sender)),
      () =>
        ledger.run([acting], SubscriptionRequest_AcceptAndMakePayment, requestCid, {
          inputs: chosen.inputs,
          context: ledger.paymentContext(),
          walletProvider: acting,
        }),
      ({ subscriptionPayment }) =>
        paid(world, chosen, context, { user: sender }, subscriptionPayment),
    );
  },
});

const payAgain = operation({
  name: "pay for a name again",
  weight: 16,
  data: fc.record({ which: index, by: actor, picks }),
  plan: (world, { which, by, picks: picked }) => {
    const { ledger } = world;
    const found = pick(
      namesThat(world, ({ idle }) => idle !== undefined),
      which,
    );
    if (found === undefined) return undefined;
    const [context, name] = found;
    const chosen = chosenBy(world, name.user, picked);
    const acting = by ?? name.user;
    return attempt(
      acting === name.user &&
        (name.dueAt ?? 0) - ledger.now <= renewalMicros &&
        canPay(world, chosen, agreedWith(name.user)),
      () =>
        ledger.run([acting], SubscriptionIdleState_MakePayment, name.idle ?? "", {
          inputs: chosen.inputs,
          context: ledger.paymentContext(),
          walletProvider: acting,
        }),
      ({ subscriptionPayment }) => paid(world, chosen, context, name, subscriptionPayment),
    );
  },
});

const appContext = ({ ledger }: LawWorld) => ({
  amuletRules: ledger.rules,
  openMiningRound: ledger.round,
  featuredAppRight: undefined,
});

/** A name is given or renewed: what was paid is destroyed. */
const collect = (isFirst: boolean): Operation =>
  operation({
    name: isFirst ? "give a name" : "renew a name",
    weight: 14,
    flow: "burns",
    data: fc.record({ which: index, by: actor }),
    plan: (world, { which, by = dso }) => {
      const { ledger, model } = world;
      const found = pick(
        namesThat(world, ({ payment, entry, dueAt }) =>
          payment === undefined ? false : isFirst ? dueAt === undefined : entry !== undefined,
        ),
        which,
      );
      if (found === undefined) return undefined;
      const [context, { payment, ...name }] = found;
      if (payment === undefined) return undefined;
      const { entry, dueAt = ledger.now } = name;
      const argument = {
        paymentCid: payment.contractId,
        transferContext: appContext(world),
        ansRulesCid: rulesOf(world),
      };
      const inTime =
        isFirst ||
        (entry !== undefined && entry.expiresAt === dueAt && ledger.now < entry.expiresAt);
      return attempt(
        by === dso &&
          model.locks.has(payment.lockId) &&
          world.roundIsOpen &&
          world.round.number === payment.round &&
          inTime,
        () =>
          entry === undefined
            ? ledger.run([by], AnsEntryContext_CollectInitialEntryPayment, context, argument)
            : ledger.run([by], AnsEntryContext_CollectEntryRenewalPayment, context, {
                ...argument,
                entryCid: entry.contractId,
              }),
        ({ entryCid, subscriptionStateCid }) => {
          model.burnLocked(payment.lockId);
          const nextDueAt = dueAt + lifetimeMicros;
          namesOf(world).set(context, {
            ...name,
            entry: { contractId: entryCid, expiresAt: nextDueAt },
            dueAt: nextDueAt,
            idle: subscriptionStateCid,
          });
        },
      );
    },
  });

/** The operator does not give a name, and the payment goes back. */
const refuse = operation({
  name: "refuse a name",
  weight: 2,
  data: fc.record({ which: index, by: actor }),
  plan: (world, { which, by = dso }) => {
    const found = pick(
      namesThat(world, ({ payment, dueAt }) => payment !== undefined && dueAt === undefined),
      which,
    );
    const payment = found?.[1].payment;
    if (found === undefined || payment === undefined) return undefined;
    return attempt(
      by === dso && world.model.locks.has(payment.lockId),
      () =>
        world.ledger.run([by], AnsEntryContext_RejectEntryInitialPayment, found[0], {
          paymentCid: payment.contractId,
          transferContext: appContext(world),
          ansRulesCid: rulesOf(world),
        }),
      () => {
        namesOf(world).delete(found[0]);
        world.model.unlock(payment.lockId);
      },
    );
  },
});

/** What no one has collected in time goes back too. */
const takeBack = operation({
  name: "take back a payment for a name",
  weight: 6,
  data: fc.record({ which: index, by: actor }),
  plan: (world, { which, by }) => {
    const { ledger, model } = world;
    const found = pick(
      namesThat(world, ({ payment }) => payment !== undefined),
      which,
    );
    const payment = found?.[1].payment;
    if (found === undefined || payment === undefined) return undefined;
    const [context, { payment: _payment, ...name }] = found;
    const acting = by ?? name.user;
    const lock = model.locks.get(payment.lockId);
    const argument = { actor: acting, transferContext: appContext(world) };
    const cid = payment.contractId;
    return attempt<unknown>(
      [name.user, dso].includes(acting) && lock !== undefined && lock.expiresAt <= ledger.now,
      () =>
        name.dueAt === undefined
          ? ledger.run([acting], SubscriptionInitialPayment_Expire, cid, argument)
          : ledger.run([acting], SubscriptionPayment_Expire, cid, argument),
      (result) => {
        model.unlock(payment.lockId);
        const state = stateIn(result, "subscriptionState");
        if (state === undefined) namesOf(world).delete(context);
        else namesOf(world).set(context, { ...name, idle: state });
      },
    );
  },
});

/** A contract id that a result names. */
const stateIn = (result: unknown, field: string): string | undefined => {
  const state: unknown =
    typeof result === "object" && result !== null ? Reflect.get(result, field) : undefined;
  return typeof state === "string" ? state : undefined;
};

const expire = operation({
  name: "expire a name",
  weight: 5,
  data: fc.record({ which: index, by: actor }),
  plan: (world, { which, by = dso }) => {
    const found = pick(
      namesThat(world, ({ entry }) => entry !== undefined),
      which,
    );
    const entry = found?.[1].entry;
    if (found === undefined || entry === undefined) return undefined;
    const [context, { entry: _entry, ...name }] = found;
    return attempt(
      [name.user, dso].includes(by) && entry.expiresAt < world.ledger.now,
      () => world.ledger.run([by], AnsEntry_Expire, entry.contractId, { actor: by }),
      () => void namesOf(world).set(context, name),
    );
  },
});

/** A user pays for its name no more, and what was agreed on it ends. */
const cancel = operation({
  name: "cancel a name",
  weight: 2,
  data: fc.record({ which: index, by: actor }),
  plan: (world, { which, by }) => {
    const found = pick(
      namesThat(world, ({ idle }) => idle !== undefined),
      which,
    );
    if (found === undefined) return undefined;
    const [context, { idle = "", ...name }] = found;
    const acting = by ?? name.user;
    return attempt<unknown>(
      acting === name.user,
      () => world.ledger.run([acting], SubscriptionIdleState_CancelSubscription, idle, {}),
      (result) => {
        const ended = stateIn(result, "terminatedSubscription");
        if (ended === undefined) throw new Error("nothing says that the subscription has ended");
        namesOf(world).set(context, { ...name, ended });
      },
    );
  },
});

const terminate = operation({
  name: "end what was agreed on a name",
  weight: 3,
  data: fc.record({ which: index, by: actor }),
  plan: (world, { which, by = dso }) => {
    const found = pick(
      namesThat(world, ({ ended }) => ended !== undefined),
      which,
    );
    if (found === undefined) return undefined;
    const [context, { ended = "", user: owner }] = found;
    return attempt(
      [owner, dso].includes(by),
      () =>
        world.ledger.run([by], AnsEntryContext_Terminate, context, {
          actor: by,
          terminatedSubscriptionCid: ended,
        }),
      () => void namesOf(world).delete(context),
    );
  },
});

/** Names: paid for with CC that is destroyed when they are given. */
export const nameOperations: ReadonlyArray<Operation> = [
  ask,
  payAgain,
  collect(true),
  collect(false),
  refuse,
  takeBack,
  expire,
  cancel,
  terminate,
];
