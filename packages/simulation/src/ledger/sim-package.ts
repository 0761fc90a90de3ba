import {
  abort,
  choice,
  contractId,
  create,
  definePackage,
  fetch,
  archive,
  int64,
  int64From,
  ledgerTime,
  list,
  numeric,
  numericFromUnits,
  type Numeric,
  party,
  record,
  template,
  text,
  timestamp,
  unit,
} from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";

// What users of simulated ledgers do: money that can be divided, joined and locked; accounts with a
// key; rent, which is paid once a period.

const iouPayload = record({ issuer: party, owner: party, amount: numeric });

/** Money that an issuer owes. */
const Iou = template("Sim:Iou", {
  payload: iouPayload,
  signatories: ({ issuer }) => [issuer],
  observers: ({ owner }) => [owner],
  ensure: ({ amount }) => amount > 0n,
});

/** Money that its owner cannot use before a time. */
const Locked = template("Sim:Locked", {
  payload: record({ issuer: party, owner: party, amount: numeric, until: timestamp }),
  signatories: ({ issuer }) => [issuer],
  observers: ({ owner }) => [owner],
});

const payloadKey = record({ owner: party, name: text });

const Account = template("Sim:Account", {
  payload: record({ owner: party, name: text, count: int64 }),
  signatories: ({ owner }) => [owner],
  key: {
    type: payloadKey,
    of: ({ owner, name }) => ({ owner, name }),
    maintainers: ({ owner }) => [owner],
  },
});

const Rent = template("Sim:Rent", {
  payload: record({ payer: party, period: int64 }),
  signatories: ({ payer }) => [payer],
});

const unitsOf = (units: bigint): Numeric => {
  const read = numericFromUnits(units);
  if (isLeft(read)) throw new RangeError(`${units} is out of range`);
  return read.right;
};

const countAfter = (count: bigint) => {
  const read = int64From(count + 1n);
  if (isLeft(read)) throw new RangeError(`${count} is the last count`);
  return read.right;
};

/** What of the rules of money a canary may replace. */
export interface MoneyRules {
  readonly parts: (units: bigint, first: bigint) => readonly [bigint, bigint];
  /** Whether a lock opens. */
  readonly opens: (nowMicros: bigint, untilMicros: bigint) => boolean;
  readonly joined: (units: bigint, others: bigint) => bigint;
}

/** The rules as they should be. */
export const soundRules: MoneyRules = {
  parts: (units, first) => [first, units - first],
  opens: (nowMicros, untilMicros) => nowMicros >= untilMicros,
  joined: (units, others) => units + others,
};

const transfer = choice(Iou, "Transfer", {
  argument: record({ newOwner: party }),
  result: contractId,
  controllers: ({ owner }) => [owner],
  *body({ payload }, { newOwner }) {
    return yield* create(Iou, { ...payload, owner: newOwner });
  },
});

const lock = choice(Iou, "Lock", {
  argument: record({ until: timestamp }),
  result: contractId,
  controllers: ({ owner }) => [owner],
  *body({ payload }, { until }) {
    return yield* create(Locked, { ...payload, until });
  },
});

const count = choice(Account, "Count", {
  argument: record({}),
  result: contractId,
  controllers: ({ owner }) => [owner],
  *body({ payload }) {
    return yield* create(Account, { ...payload, count: countAfter(payload.count) });
  },
});

const close = choice(Account, "Close", {
  argument: record({}),
  result: unit,
  controllers: ({ owner }) => [owner],
  *body() {
    return {};
  },
});

const splitBy = ({ parts }: MoneyRules) =>
  choice(Iou, "Split", {
    argument: record({ first: numeric }),
    result: list(contractId),
    controllers: ({ owner }) => [owner],
    *body({ payload }, { first }) {
      if (first <= 0n || first >= payload.amount) return yield* abort("a part is empty");
      const [one, two] = parts(payload.amount, first);
      return [
        yield* create(Iou, { ...payload, amount: unitsOf(one) }),
        yield* create(Iou, { ...payload, amount: unitsOf(two) }),
      ];
    },
  });

const joinBy = ({ joined }: MoneyRules) =>
  choice(Iou, "Join", {
    argument: record({ other: contractId }),
    result: contractId,
    controllers: ({ owner }) => [owner],
    *body({ payload }, { other }) {
      const { amount, owner } = yield* fetch(Iou, other);
      if (owner !== payload.owner) return yield* abort("of another owner");
      yield* archive(Iou, other);
      return yield* create(Iou, { ...payload, amount: unitsOf(joined(payload.amount, amount)) });
    },
  });

const unlockBy = ({ opens }: MoneyRules) =>
  choice(Locked, "Unlock", {
    argument: record({}),
    result: contractId,
    controllers: ({ owner }) => [owner],
    *body({ payload: { until, ...payload } }) {
      if (!opens(yield* ledgerTime(), until)) return yield* abort("it is locked");
      return yield* create(Iou, payload);
    },
  });

export const simPackage = (rules: MoneyRules) =>
  definePackage({
    name: "sim",
    version: "1.0.0",
    templates: [Iou, Locked, Account, Rent],
    choices: [transfer, splitBy(rules), joinBy(rules), lock, unlockBy(rules), count, close],
  });

/** The ids of its templates in commands. */
export const simTemplates = {
  iou: "#sim:Sim:Iou",
  locked: "#sim:Sim:Locked",
  account: "#sim:Sim:Account",
  rent: "#sim:Sim:Rent",
} as const;
