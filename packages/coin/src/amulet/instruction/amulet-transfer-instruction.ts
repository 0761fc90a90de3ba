import {
  contractId,
  instance,
  ledgerTime,
  record,
  type Static,
  type ChoiceProgram,
  template,
} from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import { contextKeys, neededInContext } from "../../token-standard/choice-context.js";
import { emptyMetadata, type ExtraArgs } from "../../token-standard/metadata-v1.js";
import { reasonOf, withReason } from "../../token-standard/token-metadata.js";
import {
  Transfer,
  TransferInstruction,
  type TransferInstructionResult,
  type TransferInstructionView,
} from "../../token-standard/transfer-instruction-v1.js";
import { type CoinError, requireThat, stopWith } from "../../model/coin-error.js";
import { modulePart } from "../../model/module-part.js";
import {
  nextTransferState,
  pendingTransfer,
  type TransferInstructionAction,
} from "./transfer-instruction-state.js";
import { deliverFunds, releaseFunds } from "./locked-funds.js";

const InstructionPayload = record({ lockedAmulet: contractId, transfer: Transfer });
/** What a transfer instruction of the coin says. */
export type InstructionPayload = Static<typeof InstructionPayload>;

/** A two-step transfer that waits for its receiver (specification 2.6): the CC is in a locked coin of the sender. */
export const AmuletTransferInstruction = template(
  "Splice.AmuletTransferInstruction:AmuletTransferInstruction",
  {
    payload: InstructionPayload,
    signatories: ({ transfer }) => [transfer.instrumentId.admin, transfer.sender],
    observers: ({ transfer }) => [transfer.receiver],
  },
);

/** Stops the command when the state machine does not allow an action now. */
function* requireAllowed(
  action: TransferInstructionAction,
  { executeBefore }: Transfer,
): ChoiceProgram<void> {
  const now = yield* ledgerTime();
  const next = nextTransferState(pendingTransfer, action, { now, executeBefore });
  // an instruction that has ended is no contract any more, so only the times can be in the way
  if (isLeft(next) && next.left !== "already-ended")
    yield* stopWith(next.left, inTheWay[next.left]);
}

const inTheWay: Readonly<
  Record<Extract<CoinError, "deadline-exceeded" | "deadline-not-reached">, string>
> = {
  "deadline-exceeded": "The deadline Transfer.executeBefore has passed.",
  "deadline-not-reached": "The time Transfer.executeBefore is not reached yet.",
};

function* accept(
  { lockedAmulet, transfer }: InstructionPayload,
  { context }: ExtraArgs,
): ChoiceProgram<TransferInstructionResult> {
  yield* requireAllowed("accept", transfer);
  const { sender, instrumentId } = transfer;
  const funds = { dso: instrumentId.admin, sender, lockedAmulet };
  const openRoundCid = yield* neededInContext(context, contextKeys.openRound);
  const { receiverHoldingCids, senderChangeCids, meta } = yield* deliverFunds(
    funds,
    transfer,
    openRoundCid,
  );
  return {
    output: { tag: "TransferInstructionResult_Completed", value: { receiverHoldingCids } },
    senderChangeCids,
    meta: withReason(meta, reasonOf(transfer.meta)),
  };
}

function* end(
  action: "reject" | "withdraw" | "expire",
  { lockedAmulet, transfer }: InstructionPayload,
  { context }: ExtraArgs,
): ChoiceProgram<TransferInstructionResult> {
  yield* requireAllowed(action, transfer);
  const senderChangeCids = yield* releaseFunds(lockedAmulet, transfer.executeBefore, context);
  return {
    output: { tag: "TransferInstructionResult_Failed", value: {} },
    senderChangeCids,
    meta: emptyMetadata,
  };
}

/** Two-step transfers of the coin. */
export const amuletTransferInstructionModule = modulePart({
  templates: [AmuletTransferInstruction],
  instances: [
    instance(AmuletTransferInstruction, TransferInstruction, {
      view: ({ transfer }): TransferInstructionView => ({
        originalInstructionCid: undefined,
        transfer,
        status: { tag: "TransferPendingReceiverAcceptance", value: {} },
        meta: emptyMetadata,
      }),
      methods: (payload) => ({
        accept: ({ extraArgs }) => accept(payload, extraArgs),
        reject: ({ extraArgs }) => end("reject", payload, extraArgs),
        withdraw: ({ extraArgs }) => end("withdraw", payload, extraArgs),
        *update({ extraActors, extraArgs }) {
          yield* requireThat(
            extraActors.length === 0,
            "invalid-argument",
            "An expired transfer needs no extra actors.",
          );
          return yield* end("expire", payload, extraArgs);
        },
      }),
    }),
  ],
});
