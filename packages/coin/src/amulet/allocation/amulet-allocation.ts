import {
  bool,
  choice,
  contractId,
  instance,
  ledgerTime,
  record,
  type Static,
  type ChoiceProgram,
  template,
} from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import {
  type AllocationAction,
  type AllocationRefusal,
  allocated,
  nextAllocationState,
} from "./allocation-state.js";
import {
  Allocation,
  type Allocation_ExecuteTransferResult,
  AllocationSpecification,
  type AllocationView,
} from "../../token-standard/allocation-v1.js";
import {
  contextKeys,
  contractInContext,
  neededInContext,
} from "../../token-standard/choice-context.js";
import { HoldingCids } from "../../token-standard/holding-v1.js";
import { type ChoiceContext, emptyMetadata, Metadata } from "../../token-standard/metadata-v1.js";
import { reasonOf, withReason } from "../../token-standard/token-metadata.js";
import { stopWith } from "../../model/coin-error.js";
import { modulePart } from "../../model/module-part.js";
import { rewardFeaturedProvider } from "../featured/featured-reward.js";
import { deliverFunds, releaseFunds } from "../instruction/locked-funds.js";
import { plainContext } from "../transfer/transfer-types.js";

const AllocationPayload = record({
  lockedAmulet: contractId,
  allocation: AllocationSpecification,
});
/** What an allocation of the coin says. */
export type AllocationPayload = Static<typeof AllocationPayload>;

const adminOf = ({ allocation }: AllocationPayload): string =>
  allocation.transferLeg.instrumentId.admin;

/** CC set aside for one leg of a settlement: it is in a locked coin of the leg's sender. */
export const AmuletAllocation = template("Splice.AmuletAllocation:AmuletAllocation", {
  payload: AllocationPayload,
  signatories: (payload) => [adminOf(payload), payload.allocation.transferLeg.sender],
  observers: ({ allocation }) => [allocation.settlement.executor],
});

const inTheWay: Readonly<Record<Exclude<AllocationRefusal, "already-ended">, string>> = {
  "deadline-exceeded": "The deadline SettlementInfo.settleBefore has passed.",
  "deadline-not-reached": "The time SettlementInfo.settleBefore is not reached yet.",
};

/** Stops the command when the state machine does not allow an action now. */
function* requireAllowed(
  action: AllocationAction,
  { allocation }: AllocationPayload,
): ChoiceProgram<void> {
  const { settleBefore } = allocation.settlement;
  const next = nextAllocationState(allocated, action, { now: yield* ledgerTime(), settleBefore });
  // an allocation that has ended is no contract any more, so only the times can be in the way
  if (isLeft(next) && next.left !== "already-ended")
    yield* stopWith(next.left, inTheWay[next.left]);
}

/** Carries the leg out; an executor with a featured app right in the context earns its coupon. */
function* execute(
  payload: AllocationPayload,
  context: ChoiceContext,
): ChoiceProgram<Static<typeof Allocation_ExecuteTransferResult>> {
  yield* requireAllowed("execute", payload);
  const { settlement, transferLeg } = payload.allocation;
  const dso = adminOf(payload);
  const openRoundCid = yield* neededInContext(context, contextKeys.openRound);
  const { lockedAmulet } = payload;
  const delivered = yield* deliverFunds(
    { dso, sender: transferLeg.sender, lockedAmulet },
    transferLeg,
    openRoundCid,
  );
  const featured = yield* contractInContext(context, contextKeys.featuredAppRight);
  if (featured !== undefined)
    yield* rewardFeaturedProvider(dso, settlement.executor, {
      amuletRules: yield* neededInContext(context, contextKeys.amuletRules),
      context: plainContext(openRoundCid, featured),
    });
  return {
    senderHoldingCids: delivered.senderChangeCids,
    receiverHoldingCids: delivered.receiverHoldingCids,
    meta: withReason(delivered.meta, reasonOf(transferLeg.meta)),
  };
}

/** Gives the CC back to the sender. */
function* end(
  action: "cancel" | "withdraw",
  payload: AllocationPayload,
  context: ChoiceContext,
): ChoiceProgram<{ readonly senderHoldingCids: ReadonlyArray<string>; readonly meta: Metadata }> {
  yield* requireAllowed(action, payload);
  const { settleBefore } = payload.allocation.settlement;
  const senderHoldingCids = yield* releaseFunds(payload.lockedAmulet, settleBefore, context);
  return { senderHoldingCids, meta: emptyMetadata };
}

/**
 * The DSO ends an allocation whose settlement is overdue; the CC goes back to the sender. `expireLock` is false when the
 * sender has taken it out of the expired lock already.
 */
export const AmuletAllocation_DsoExpire = choice(AmuletAllocation, "AmuletAllocation_DsoExpire", {
  argument: record({ expireLock: bool }),
  result: record({ senderHoldingCids: HoldingCids, meta: Metadata }),
  controllers: (payload) => [adminOf(payload)],
  *body({ payload }, { expireLock }) {
    yield* requireAllowed("expire", payload);
    const { settleBefore } = payload.allocation.settlement;
    const senderHoldingCids = yield* releaseFunds(payload.lockedAmulet, settleBefore, {
      values: new Map([[contextKeys.expireLock, { tag: "AV_Bool", value: expireLock }]]),
    });
    return { senderHoldingCids, meta: withReason(emptyMetadata, "settleBefore has passed") };
  },
});

/** Allocations of the coin. */
export const amuletAllocationModule = modulePart({
  templates: [AmuletAllocation],
  choices: [AmuletAllocation_DsoExpire],
  instances: [
    instance(AmuletAllocation, Allocation, {
      view: ({ lockedAmulet, allocation }): AllocationView => ({
        allocation,
        holdingCids: [lockedAmulet],
        meta: emptyMetadata,
      }),
      methods: (payload) => ({
        executeTransfer: ({ extraArgs }) => execute(payload, extraArgs.context),
        cancel: ({ extraArgs }) => end("cancel", payload, extraArgs.context),
        withdraw: ({ extraArgs }) => end("withdraw", payload, extraArgs.context),
      }),
    }),
  ],
});
