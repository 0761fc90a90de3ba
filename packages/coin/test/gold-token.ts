import {
  archive,
  bool,
  choice,
  contractId,
  create,
  definePackage,
  failWith,
  fetch,
  instance,
  isNumericUnits,
  ledgerTime,
  type Numeric,
  numeric,
  party,
  record,
  type Static,
  type ChoiceProgram,
  template,
} from "@tallystick/core";
import { allocationInstructionV1, allocationV1, metadataV1 } from "../src/index.js";
import * as holdingV1 from "../src/token-standard/holding-v1.js";

const { Allocation, AllocationSpecification } = allocationV1;
const { emptyMetadata } = metadataV1;

const stopWith = (errorId: string, message: string): ChoiceProgram<never> =>
  failWith({ errorId, message });

/** A second instrument, written by an app of its own: gold of an administrator. */
export const Gold = template("Test.Gold:Gold", {
  payload: record({ admin: party, owner: party, amount: numeric, locked: bool }),
  signatories: ({ admin, owner }) => [admin, owner],
  ensure: ({ amount }) => amount > 0n,
});

/** Gold as an instrument. */
export const goldOf = (admin: string): holdingV1.InstrumentId => ({ admin, id: "Gold" });

/** Gold reserved for one leg of a settlement. */
const GoldAllocation = template("Test.Gold:GoldAllocation", {
  payload: record({ gold: contractId, allocation: AllocationSpecification }),
  signatories: ({ allocation: { transferLeg } }) => [
    transferLeg.instrumentId.admin,
    transferLeg.sender,
  ],
  observers: ({ allocation }) => [allocation.settlement.executor],
});
type GoldAllocation = Static<typeof GoldAllocation.payload>;

/** Where gold is reserved. */
export const GoldRules = template("Test.Gold:GoldRules", {
  payload: record({ admin: party }),
  signatories: ({ admin }) => [admin],
});

/** Anybody reads the rules. */
const GoldRules_Fetch = choice(GoldRules, "GoldRules_Fetch", {
  argument: record({ p: party }),
  result: record({ admin: party }),
  consuming: false,
  controllers: (_rules, { p }) => [p],
  *body({ payload }) {
    return payload;
  },
});

function* allocateGold(
  admin: string,
  { allocation, inputHoldingCids }: allocationInstructionV1.AllocationFactoryAllocateArgument,
): ChoiceProgram<allocationInstructionV1.AllocationInstructionResult> {
  const { sender, amount } = allocation.transferLeg;
  let total = 0n;
  for (const cid of inputHoldingCids) {
    const gold = yield* fetch(Gold, cid);
    if (gold.owner !== sender || gold.locked) yield* stopWith("gold/not-free", "It is not free.");
    total += gold.amount;
    yield* archive(Gold, cid);
  }
  const change = total - amount;
  if (change < 0n || !isNumericUnits(change))
    return yield* stopWith("gold/too-little", "Too little.");
  const gold = yield* create(Gold, { admin, owner: sender, amount, locked: true });
  const allocationCid = yield* create(GoldAllocation, { gold, allocation });
  return {
    output: { tag: "AllocationInstructionResult_Completed", value: { allocationCid } },
    senderChangeCids: yield* changeOf(admin, sender, change),
    meta: emptyMetadata,
  };
}

function* changeOf(
  admin: string,
  owner: string,
  amount: Numeric,
): ChoiceProgram<ReadonlyArray<string>> {
  return amount === 0n ? [] : [yield* create(Gold, { admin, owner, amount, locked: false })];
}

/** Moves the gold of an allocation to an owner. */
function* release({ gold }: GoldAllocation, owner: string): ChoiceProgram<ReadonlyArray<string>> {
  const found = yield* fetch(Gold, gold);
  yield* archive(Gold, gold);
  return [yield* create(Gold, { ...found, owner, locked: false })];
}

function* giveBack(payload: GoldAllocation) {
  const senderHoldingCids = yield* release(payload, payload.allocation.transferLeg.sender);
  return { senderHoldingCids, meta: emptyMetadata };
}

/** Gold, with what the token standard asks of an instrument that can be settled. */
export const goldPackage = definePackage({
  name: "test-gold",
  version: "1.0.0",
  templates: [Gold, GoldAllocation, GoldRules],
  choices: [GoldRules_Fetch],
  instances: [
    instance(Gold, holdingV1.Holding, {
      view: ({ admin, owner, amount, locked }): holdingV1.HoldingView => ({
        owner,
        instrumentId: goldOf(admin),
        amount,
        lock: locked
          ? { holders: [admin], expiresAt: undefined, expiresAfter: undefined, context: undefined }
          : undefined,
        meta: emptyMetadata,
      }),
      methods: () => ({}),
    }),
    instance(GoldRules, allocationInstructionV1.AllocationFactory, {
      view: ({ admin }) => ({ admin, meta: emptyMetadata }),
      methods: ({ admin }) => ({
        allocate: (argument) => allocateGold(admin, argument),
        *publicFetch() {
          return { admin, meta: emptyMetadata };
        },
      }),
    }),
    instance(GoldAllocation, Allocation, {
      view: ({ allocation, gold }) => ({ allocation, holdingCids: [gold], meta: emptyMetadata }),
      methods: (payload) => ({
        *executeTransfer() {
          const { settlement, transferLeg } = payload.allocation;
          if ((yield* ledgerTime()) >= settlement.settleBefore)
            yield* stopWith("gold/too-late", "The time to settle is over.");
          const receiverHoldingCids = yield* release(payload, transferLeg.receiver);
          return { senderHoldingCids: [], receiverHoldingCids, meta: emptyMetadata };
        },
        cancel: () => giveBack(payload),
        withdraw: () => giveBack(payload),
      }),
    }),
  ],
});
