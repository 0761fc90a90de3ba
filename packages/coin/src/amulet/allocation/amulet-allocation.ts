import { constantInt } from "../../model/arithmetic.js";
import { fetchChecked, forOwner } from "../../model/checked-fetch.js";
import { requireBefore, requireReached, requireTransition } from "../../model/deadline.js";
import { requireActors, requireExpected } from "../../model/require-related.js";
import type { ByActors } from "../../token-standard/acting-parties.js";
import * as v2 from "../../token-standard/allocation-v2.js";
import {
  allocationToV2,
  allocationViewToV2,
  settlementToV2,
  withExpiry,
} from "../../token-standard/bridge-v1.js";
import { logSettlement } from "../../token-standard/holdings-change.js";
import { coinInstrumentName } from "../holding/amulet-payload.js";
import { LockedAmulet } from "../holding/amulet.js";
import { coinTermsIn } from "../instruction/coin-terms.js";
import { availableActions, settlementLockContext } from "./allocation-rules.js";
import { cancelled, settledMetadata } from "./end-allocation.js";
import { ensuredLater, grown, isLater } from "../../model/release.js";
import { modulePart } from "../../model/module-part.js";
import { shownParty, shownText } from "../../model/shown.js";
import {
  Allocation,
  type Allocation_ExecuteTransferResult,
  Allocation_Withdraw,
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
  abortLock,
  abortTwoStepTransfer,
  executeTwoStepTransfer,
  type TwoStepTransfer,
} from "../instruction/two-step-transfer.js";
import { allocated, type AllocationAction, nextAllocationState } from "./allocation-state.js";
import {
  archive,
  bool,
  choice,
  contractId,
  exercise,
  instance,
  ledgerTime,
  list,
  numeric,
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
  ensure: ensuredLater(({ allocation: { settlement, transferLeg } }) => {
    const { requestedAt, allocateBefore, settleBefore } = settlement;
    return (
      requestedAt <= allocateBefore &&
      allocateBefore <= settleBefore &&
      transferLeg.amount > 0n &&
      transferLeg.instrumentId.id === coinInstrumentName
    );
  }),
});

const settleBeforeName = "allocation.settlement.settleBefore";

/** What the lock of an allocation is for, as its owner sees it. */
function* lockContextOf({
  settlement,
  transferLegId,
  transferLeg,
}: AllocationPayload["allocation"]): ChoiceProgram<string> {
  return (yield* isLater())
    ? settlementLockContext(settlement.settlementRef)
    : `allocation for transfer leg ${shownText(transferLegId)} to ${shownParty(transferLeg.receiver)}`;
}

/**
 * An allocation as a transfer in two steps; the executor of the settlement is its provider and may
 * earn its reward.
 */
export function* twoStepOfAllocation(
  allocation: AllocationPayload["allocation"],
): ChoiceProgram<TwoStepTransfer> {
  const { settlement, transferLeg } = allocation;
  return {
    dso: transferLeg.instrumentId.admin,
    sender: transferLeg.sender,
    receiver: transferLeg.receiver,
    amount: transferLeg.amount,
    lockContext: yield* lockContextOf(allocation),
    transferBefore: settlement.settleBefore,
    transferBeforeName: settleBeforeName,
    provider: settlement.executor,
    meta: transferLeg.meta,
    allowsFeaturing: true,
  };
}

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
    yield* twoStepOfAllocation(payload.allocation),
    payload.lockedAmulet,
    extraArgs,
  );
  return { senderHoldingCids: senderChangeCids, receiverHoldingCids, meta };
}

/** When an allocation expires: a time of its own, or with its settlement in the earlier release. */
const expiryOfV1 = ({ allocation, expiresAt }: AllocationPayload): bigint =>
  expiresAt ?? allocation.settlement.settleBefore;

/** Gives the CC back to the sender. */
function* released(
  payload: AllocationPayload,
  context: ChoiceContext,
): ChoiceProgram<ReadonlyArray<string>> {
  if (yield* isLater()) return yield* abortLock(expiryOfV1(payload), payload.lockedAmulet, context);
  const twoStep = yield* twoStepOfAllocation(payload.allocation);
  return yield* abortTwoStepTransfer(twoStep, payload.lockedAmulet, context);
}

/** Ends the allocation; the CC goes back to the sender. */
function* end(
  action: "cancel" | "withdraw",
  payload: AllocationPayload,
  context: ChoiceContext,
): ChoiceProgram<{ readonly senderHoldingCids: ReadonlyArray<string>; readonly meta: Metadata }> {
  yield* requireAllowed(action, payload);
  return { senderHoldingCids: yield* released(payload, context), meta: emptyMetadata };
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
    const hasOwnTime = yield* isLater();
    if (hasOwnTime) yield* requireReached("AmuletAllocation.expiresAt", expiryOfV1(payload));
    else yield* requireAllowed("expire", payload);
    const senderHoldingCids = yield* released(payload, expireLockArgs(expireLock).context);
    const reason = hasOwnTime
      ? "cancelled expired allocation"
      : "expired as settleBefore has passed";
    return { senderHoldingCids, meta: withReason(emptyMetadata, reason) };
  },
});

const viewV1 = ({ lockedAmulet, allocation, expiresAt }: AllocationPayload): AllocationView => ({
  allocation,
  holdingCids: [lockedAmulet],
  meta: withExpiry(emptyMetadata, expiresAt),
});

const viewV2 = (payload: AllocationPayload): v2.AllocationView => {
  const view = allocationViewToV2(viewV1(payload), payload.expiresAt);
  return {
    ...view,
    createdAt: payload.allocation.settlement.requestedAt,
    numIterations: constantInt(0n),
    availableActions: availableActions(view.settlement.executors, view.allocation),
  };
};

/** Archives the allocation, and checks who did it. */
function* taken(
  self: string,
  actors: ReadonlyArray<string>,
  allowed: ReadonlyArray<ReadonlyArray<string>>,
): ChoiceProgram<void> {
  yield* archive(AmuletAllocation, self, v2.Allocation);
  yield* requireActors(actors, allowed);
}

const legOf = ({ allocation }: AllocationPayload) => allocation.transferLeg;

function* withdrawV2(
  self: string,
  payload: AllocationPayload,
  { actors, extraArgs }: ByActors,
): ChoiceProgram<v2.AllocationResult> {
  yield* requireActors(actors, [[legOf(payload).sender]]);
  const { senderHoldingCids } = yield* exercise(Allocation_Withdraw, self, { extraArgs });
  return {
    output: { tag: "AllocationResult_Withdrawn", value: {} },
    authorizerHoldingCids: new Map([[legOf(payload).instrumentId.id, senderHoldingCids]]),
    meta: emptyMetadata,
  };
}

function* cancelV2(
  self: string,
  payload: AllocationPayload,
  argument: ByActors,
): ChoiceProgram<v2.AllocationResult> {
  const settlement = settlementToV2(payload.allocation.settlement);
  yield* taken(self, argument.actors, [settlement.executors, [adminOf(payload)]]);
  const cids = yield* released(payload, argument.extraArgs.context);
  const holdings = new Map([[legOf(payload).instrumentId.id, cids]]);
  return yield* cancelled(argument, settlement, payload.expiresAt, holdings);
}

/** The sender's side of the leg, settled in a batch: the CC is paid out to the receiver's side. */
function* settleV2(
  self: string,
  payload: AllocationPayload,
  { actors, extraTransferLegSides, nextIterationFunding, extraArgs }: v2.AllocationSettleArgument,
): ChoiceProgram<v2.AllocationResult> {
  const { lockedAmulet, allocation } = payload;
  const { settlement, transferLeg } = allocation;
  const dso = adminOf(payload);
  yield* taken(self, actors, [[dso, settlement.executor]]);
  const legs = list(v2.TransferLegSide);
  yield* requireExpected("arg.extraTransferLegSides", legs, extraTransferLegSides, []);
  const funding = v2.NextIterationFunding;
  yield* requireExpected("arg.nextIterationFunding", funding, nextIterationFunding, undefined);
  yield* requireBefore(settleBeforeName, settlement.settleBefore);
  const group = forOwner(dso, transferLeg.sender);
  const { amulet } = yield* fetchChecked(LockedAmulet, lockedAmulet, group, ({ amulet: of }) =>
    forOwner(of.dso, of.owner),
  );
  yield* archive(LockedAmulet, lockedAmulet);
  const { initialAmount } = amulet.amount;
  yield* requireExpected("lockedAmulet.amount", numeric, initialAmount, transferLeg.amount);
  const { configStateCid } = yield* coinTermsIn(extraArgs.context, dso);
  yield* logSettlement(configStateCid, allocationToV2(allocation), [lockedAmulet], []);
  return {
    output: {
      tag: "AllocationResult_Settled",
      value: { nextIterationAllocationCid: undefined },
    },
    authorizerHoldingCids: new Map(),
    meta: settledMetadata,
  };
}

export const amuletAllocationModule = modulePart({
  templates: [AmuletAllocation],
  choices: [AmuletAllocation_DsoExpire],
  instances: [
    instance(AmuletAllocation, Allocation, {
      view: viewV1,
      methods: (payload) => ({
        executeTransfer: ({ extraArgs }) => execute(payload, extraArgs),
        cancel: ({ extraArgs }) => end("cancel", payload, extraArgs.context),
        withdraw: ({ extraArgs }) => end("withdraw", payload, extraArgs.context),
      }),
    }),
  ],
  later: {
    instances: [
      instance(AmuletAllocation, v2.Allocation, {
        view: viewV2,
        methods: (payload) => ({
          settle: (self, argument) => settleV2(self, payload, argument),
          cancel: (self, argument) => cancelV2(self, payload, argument),
          withdraw: (self, argument) => withdrawV2(self, payload, argument),
          settleObservers: () => [payload.allocation.settlement.executor],
          cancelObservers: () => [payload.allocation.settlement.executor],
          withdrawObservers: () => [payload.allocation.settlement.executor],
        }),
      }),
    ],
  },
});
