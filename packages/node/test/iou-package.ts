import {
  choice,
  contractId,
  create,
  definePackage,
  int64,
  numeric,
  party,
  record,
  template,
  text,
  unit,
} from "@tallystick/core";

const iou = template("Iou:Iou", {
  payload: record({ issuer: party, owner: party, amount: numeric }),
  signatories: ({ issuer }) => [issuer],
  observers: ({ owner }) => [owner],
});

const transfer = choice(iou, "Transfer", {
  argument: record({ newOwner: party }),
  result: contractId,
  controllers: ({ owner }) => [owner],
  *body({ payload }, { newOwner }) {
    return yield* create(iou, { ...payload, owner: newOwner });
  },
});

const account = template("Iou:Account", {
  payload: record({ owner: party, name: text, limit: int64 }),
  signatories: ({ owner }) => [owner],
  key: {
    type: record({ owner: party, name: text }),
    of: ({ owner, name }) => ({ owner, name }),
    maintainers: ({ owner }) => [owner],
  },
});

const crash = choice(account, "Crash", {
  argument: record({}),
  result: unit,
  controllers: ({ owner }) => [owner],
  *body() {
    throw new RangeError("a template's own mistake");
  },
});

/**
 * A package of the tests: `Iou` can be transferred, `Account` has a key and a choice that throws.
 */
export const iouPackage = definePackage({
  name: "node-test",
  version: "1.0.0",
  templates: [iou, account],
  choices: [transfer, crash],
});

/** How threads get it. */
export const packagesFrom = async () => [iouPackage];

export const iouId = "#node-test:Iou:Iou";
export const accountId = "#node-test:Iou:Account";
export const pingId = "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping";
