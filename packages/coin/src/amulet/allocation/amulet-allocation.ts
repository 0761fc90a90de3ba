import { requireTransition } from "../../model/deadline.js";
import { grown } from "../../model/release.js";
import { modulePart } from "../../model/module-part.js";
import { shownParty, shownText } from "../../model/shown.js";
import {
  Allocation,
  type Allocation_ExecuteTransferResult,
  AllocationSpecification,
  type AllocationView,
} from "../../token-standard/allocation-v1.js";
import { HoldingCids } from "../../token-standard/holding-v1.js";
import {
  type ChoiceContext,
  emptyMetadata,
  type ExtraArgs,
  Metadata,
} from "../../token-standard/metadata-v1.js";
import { withReason } from "../../token-standard/token-metadata.js";
import { expireLockArgs } from "../instruction/expire-transfer-instructions.js";
import {
  abortTwoStepTransfer,
  executeTwoStepTransfer,
  type TwoStepTransfer,
} from "../instruction/two-step-transfer.js";
import { allocated, type AllocationAction, nextAllocationState } from "./allocation-state.js";
import {
  bool,
  choice,
  contractId,
  instance,
  ledgerTime,
  optional,
  record,
  type Static,
  type ChoiceProgram,
  template,
  timestamp,
} from "@tallystick/core";

const AllocationPayload = grown(
  { lockedAmulet: contractId, allocation: AllocationSpecification },
  { expiresAt: optional(timestamp) },
);
/** The contents of an allocation of the coin. */
export type AllocationPayload = Static<typeof AllocationPayload>;

const adminOf = ({ allocation }: AllocationPayload): string =>
  allocation.transferLeg.instrumentId.admin;

/** CC reserved for one leg of a settlement: it is in a locked coin of the leg's sender. */
export const AmuletAllocation = template("Splice.AmuletAllocation:AmuletAllocation", {
  payload: AllocationPayload,
  signatories: (payload) => [adminOf(payload), payload.allocation.transferLeg.sender],
  observers: ({ allocation }) => [allocation.settlement.executor],
});

const settleBeforeName = "allocation.settlement.settleBefore";

/**
 * An allocation as a transfer in two steps; the executor of the settlement is its provider and may
 * earn its reward.
 */
export const twoStepOfAllocation = ({
  settlement,
  transferLegId,
  transferLeg,
}: AllocationPayload["allocation"]): TwoStepTransfer => ({
  dso: transferLeg.instrumentId.admin,
  sender: transferLeg.sender,
  receiver: transferLeg.receiver,
  amount: transferLeg.amount,
  lockContext: `allocation for transfer leg ${shownText(transferLegId)} to ${shownParty(transferLeg.receiver)}`,
  transferBefore: settlement.settleBefore,
  transferBeforeName: settleBeforeName,
  provider: settlement.executor,
  allowsFeaturing: true,
});

/** Stops the command when the state machine does not allow an action now. */
function* requireAllowed(
  action: AllocationAction,
  { allocation }: AllocationPayload,
): ChoiceProgram<void> {
  const { settleBefore } = allocation.settlement;
  const times = { now: yield* ledgerTime(), settleBefore };
  yield* requireTransition(nextAllocationState(allocated, action, times), {
    name: settleBeforeName,
    at: settleBefore,
  });
}

/** Carries the leg out. */
function* execute(
  payload: AllocationPayload,
  extraArgs: ExtraArgs,
): ChoiceProgram<Static<typeof Allocation_ExecuteTransferResult>> {
  yield* requireAllowed("execute", payload);
  const { receiverHoldingCids, senderChangeCids, meta } = yield* executeTwoStepTransfer(
    twoStepOfAllocation(payload.allocation),
    payload.lockedAmulet,
    extraArgs,
  );
  return { senderHoldingCids: senderChangeCids, receiverHoldingCids, meta };
}

/** Gives the CC back to the sender. */
function* end(
  action: "cancel" | "withdraw" | "expire",
  payload: AllocationPayload,
  context: ChoiceContext,
): ChoiceProgram<{ readonly senderHoldingCids: ReadonlyArray<string>; readonly meta: Metadata }> {
  yield* requireAllowed(action, payload);
  const twoStep = twoStepOfAllocation(payload.allocation);
  const senderHoldingCids = yield* abortTwoStepTransfer(twoStep, payload.lockedAmulet, context);
  return { senderHoldingCids, meta: emptyMetadata };
}

/**
 * The DSO ends an allocation whose settlement is overdue; the CC goes back to the sender.
 * `expireLock` is false when the sender has taken it out of the expired lock already.
 */
export const AmuletAllocation_DsoExpire = choice(AmuletAllocation, "AmuletAllocation_DsoExpire", {
  argument: record({ expireLock: bool }),
  result: record({ senderHoldingCids: HoldingCids, meta: Metadata }),
  controllers: (payload) => [adminOf(payload)],
  *body({ payload }, { expireLock }) {
    const { context } = expireLockArgs(expireLock);
    const { senderHoldingCids } = yield* end("expire", payload, context);
    const meta = withReason(emptyMetadata, "expired as settleBefore has passed");
    return { senderHoldingCids, meta };
  },
});

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
        executeTransfer: ({ extraArgs }) => execute(payload, extraArgs),
        cancel: ({ extraArgs }) => end("cancel", payload, extraArgs.context),
        withdraw: ({ extraArgs }) => end("withdraw", payload, extraArgs.context),
      }),
    }),
  ],
});
