import {
  choice,
  contractId,
  create,
  definePackage,
  numeric,
  party,
  record,
  template,
  text,
  timestamp,
} from "@tallystick/core";

/** A debt, as in docs/templates.md. */
export const Iou = template("Iou:Iou", {
  payload: record({ issuer: party, owner: party, amount: numeric }),
  signatories: ({ issuer }) => [issuer],
  observers: ({ owner }) => [owner],
  ensure: ({ amount }) => amount > 0n,
});

export const Transfer = choice(Iou, "Transfer", {
  argument: record({ newOwner: party }),
  result: contractId,
  controllers: ({ owner }) => [owner],
  *body({ payload }, { newOwner }) {
    return yield* create(Iou, { ...payload, owner: newOwner });
  },
});

export const Worth = choice(Iou, "Worth", {
  argument: record({ rate: numeric }),
  result: numeric,
  consuming: false,
  controllers: ({ owner }) => [owner],
  *body({ payload }, { rate }) {
    yield* [];
    return numeric.fromUnits(payload.amount).times(numeric.fromUnits(rate)).units;
  },
});

/** A shop that has a name, which is its key. */
export const Shop = template("Iou:Shop", {
  payload: record({ owner: party, name: text, opens: timestamp }),
  signatories: ({ owner }) => [owner],
  key: {
    type: record({ owner: party, name: text }),
    of: ({ owner, name }) => ({ owner, name }),
    maintainers: ({ owner }) => [owner],
  },
});

export const Rename = choice(Shop, "Rename", {
  argument: record({ name: text }),
  result: contractId,
  controllers: ({ owner }) => [owner],
  *body({ payload }, { name }) {
    return yield* create(Shop, { ...payload, name });
  },
});

export const iouPackage = definePackage({
  name: "iou",
  version: "1.0.0",
  templates: [Iou, Shop],
  choices: [Transfer, Worth, Rename],
});
