import {
  abort,
  archive,
  choice,
  contractId,
  create,
  definePackage,
  fetch,
  isNumericUnits,
  list,
  type Numeric,
  numeric,
  party,
  record,
  type Static,
  type ChoiceProgram,
  template,
  text,
  unit,
} from "@tallystick/core";

const iouPayload = record({ issuer: party, owner: party, currency: text, amount: numeric });

/** What an IOU says. */
export type IouPayload = Static<typeof iouPayload>;

/** A promise of an issuer to pay an owner. */
export const Iou = template("Iou:Iou", {
  payload: iouPayload,
  signatories: ({ issuer }) => [issuer],
  observers: ({ owner }) => [owner],
  ensure: ({ amount }) => amount > 0n,
});

/** The owner transfers the IOU. */
export const Transfer = choice(Iou, "Transfer", {
  argument: record({ newOwner: party }),
  result: contractId,
  controllers: ({ owner }) => [owner],
  *body({ payload }, { newOwner }) {
    return yield* create(Iou, { ...payload, owner: newOwner });
  },
});

/** The owner pays a part of it to someone and keeps the rest: the sum stays what it was. */
export const Pay = choice(Iou, "Pay", {
  argument: record({ receiver: party, amount: numeric }),
  result: list(contractId),
  controllers: ({ owner }) => [owner],
  *body({ payload }, { receiver, amount }) {
    const rest = payload.amount - amount;
    if (amount <= 0n || !isNumericUnits(rest) || rest < 0n)
      return yield* abort("the amount must be more than nothing and no more than there is");
    const paid = yield* create(Iou, { ...payload, owner: receiver, amount });
    return rest === 0n ? [paid] : [paid, yield* create(Iou, { ...payload, amount: rest })];
  },
});

/** The owner has been paid in the real world; the promise is kept and gone. */
export const Settle = choice(Iou, "Settle", {
  argument: record({ mergeWith: list(contractId) }),
  result: numeric,
  controllers: ({ owner }) => [owner],
  *body({ payload }, { mergeWith }) {
    let settled = payload.amount;
    for (const other of mergeWith) settled = yield* settleOne(payload, other, settled);
    return settled;
  },
});

function* settleOne(own: IouPayload, other: string, settled: Numeric): ChoiceProgram<Numeric> {
  const iou = yield* fetch(Iou, other);
  if (iou.owner !== own.owner || iou.issuer !== own.issuer || iou.currency !== own.currency)
    return yield* abort("only IOUs of the same issuer, owner and currency settle together");
  yield* archive(Iou, other);
  const sum = settled + iou.amount;
  return isNumericUnits(sum) ? sum : yield* abort("the sum is too large");
}

/** The issuer takes back an IOU the owner agrees to cancel. */
export const Cancel = choice(Iou, "Cancel", {
  argument: unit,
  result: unit,
  controllers: ({ issuer, owner }) => [issuer, owner],
  // cancelling takes no further step
  *body() {
    yield* [];
    return {};
  },
});

/** The package as a ledger is opened with it. */
export const iouPackage = definePackage({
  name: "iou",
  version: "1.0.0",
  templates: [Iou],
  choices: [Transfer, Pay, Settle, Cancel],
});
