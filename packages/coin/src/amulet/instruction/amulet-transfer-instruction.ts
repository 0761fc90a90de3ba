import { requireTransition } from "../../model/deadline.js";
import { shownParty } from "../../model/shown.js";
import {
  abortTwoStepTransfer,
  executeTwoStepTransfer,
  type TwoStepTransfer,
} from "./two-step-transfer.js";
import {
  type ChoiceProgram,
  contractId,
  instance,
  ledgerTime,
  record,
  type Static,
  template,
} from "@tallystick/core";
import { emptyMetadata, type ExtraArgs } from "../../token-standard/metadata-v1.js";
import {
  Transfer,
  TransferInstruction,
  type TransferInstructionResult,
  type TransferInstructionView,
} from "../../token-standard/transfer-instruction-v1.js";
import { assertionFailed } from "../../model/coin-error.js";
import { modulePart } from "../../model/module-part.js";
import {
  nextTransferState,
  pendingTransfer,
  type TransferInstructionAction,
} from "./transfer-instruction-state.js";

const InstructionPayload = record({ lockedAmulet: contractId, transfer: Transfer });
/** The contents of a transfer instruction of the coin. */
export type InstructionPayload = Static<typeof InstructionPayload>;

/**
 * A two-step transfer that waits for its receiver (specification 2.6): the CC is in a locked coin
 * of the sender.
 */
export const AmuletTransferInstruction = template(
  "Splice.AmuletTransferInstruction:AmuletTransferInstruction",
  {
    payload: InstructionPayload,
    signatories: ({ transfer }) => [transfer.instrumentId.admin, transfer.sender],
    observers: ({ transfer }) => [transfer.receiver],
  },
);

const executeBeforeName = "Transfer.executeBefore";

/**
 * A transfer of the token standard as one in two steps; without reward, as the sender is its own
 * provider.
 */
export const twoStepOf = (transfer: Transfer): TwoStepTransfer => ({
  dso: transfer.instrumentId.admin,
  sender: transfer.sender,
  receiver: transfer.receiver,
  amount: transfer.amount,
  lockContext: `transfer to ${shownParty(transfer.receiver)}`,
  transferBefore: transfer.executeBefore,
  transferBeforeName: executeBeforeName,
  provider: transfer.sender,
  allowsFeaturing: false,
});

/** Stops the command when the state machine does not allow an action now. */
function* requireAllowed(
  action: TransferInstructionAction,
  { executeBefore }: Transfer,
): ChoiceProgram<void> {
  const times = { now: yield* ledgerTime(), executeBefore };
  yield* requireTransition(nextTransferState(pendingTransfer, action, times), {
    name: executeBeforeName,
    at: executeBefore,
  });
}

function* accept(
  { lockedAmulet, transfer }: InstructionPayload,
  extraArgs: ExtraArgs,
): ChoiceProgram<TransferInstructionResult> {
  yield* requireAllowed("accept", transfer);
  const { receiverHoldingCids, senderChangeCids, meta } = yield* executeTwoStepTransfer(
    twoStepOf(transfer),
    lockedAmulet,
    extraArgs,
  );
  return {
    output: { tag: "TransferInstructionResult_Completed", value: { receiverHoldingCids } },
    senderChangeCids,
    meta,
  };
}

function* end(
  action: "reject" | "withdraw" | "expire",
  { lockedAmulet, transfer }: InstructionPayload,
  { context }: ExtraArgs,
): ChoiceProgram<TransferInstructionResult> {
  yield* requireAllowed(action, transfer);
  const senderChangeCids = yield* abortTwoStepTransfer(twoStepOf(transfer), lockedAmulet, context);
  return {
    output: { tag: "TransferInstructionResult_Failed", value: {} },
    senderChangeCids,
    meta: emptyMetadata,
  };
}

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
          if (extraActors.length > 0)
            yield* assertionFailed("Amulet transfer expiry does not support extra actors");
          return yield* end("expire", payload, extraArgs);
        },
      }),
    }),
  ],
});
