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
  exercise,
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
  TransferInstruction_Accept,
  TransferInstruction_Reject,
  TransferInstruction_Withdraw,
  type TransferInstructionResult,
  type TransferInstructionView,
} from "../../token-standard/transfer-instruction-v1.js";
import { assertionFailed, requireThat } from "../../model/coin-error.js";
import { modulePart } from "../../model/module-part.js";
import { isLater } from "../../model/release.js";
import { requireActors } from "../../model/require-related.js";
import { transferToV2 } from "../../token-standard/bridge-v1.js";
import * as v2 from "../../token-standard/transfer-instruction-v2.js";
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
  meta: transfer.meta,
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

type Ending = typeof TransferInstruction_Accept;

/** A choice of the second version by that of the first, for the one party that can exercise it. */
const byV1 = (choice: Ending, actor: string): v2.TransferInstructionMethods["accept"] =>
  function* through(self, { actors, extraArgs }) {
    yield* requireActors(actors, [[actor]]);
    return yield* exercise(choice, self, { extraArgs });
  };

const viewV2 = ({ transfer }: InstructionPayload): v2.TransferInstructionView => ({
  originalInstructionCid: undefined,
  transfer: transferToV2(transfer),
  expiresAt: transfer.executeBefore,
  availableActions: [
    [{ tag: "TIA_Accept", value: {} }, [[transfer.receiver]]],
    [{ tag: "TIA_Reject", value: {} }, [[transfer.receiver]]],
    [{ tag: "TIA_Withdraw", value: {} }, [[transfer.sender]]],
  ],
  meta: emptyMetadata,
});

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
          if (yield* isLater())
            yield* requireThat(extraActors.length === 0, "No extra actors on transfer expiry");
          else if (extraActors.length > 0)
            yield* assertionFailed("Amulet transfer expiry does not support extra actors");
          return yield* end("expire", payload, extraArgs);
        },
      }),
    }),
  ],
  later: {
    instances: [
      instance(AmuletTransferInstruction, v2.TransferInstruction, {
        view: viewV2,
        methods: ({ transfer: { sender, receiver } }) => ({
          accept: byV1(TransferInstruction_Accept, receiver),
          reject: byV1(TransferInstruction_Reject, receiver),
          withdraw: byV1(TransferInstruction_Withdraw, sender),
          acceptObservers: () => [receiver],
          rejectObservers: () => [receiver],
          withdrawObservers: () => [receiver],
        }),
      }),
    ],
  },
});
