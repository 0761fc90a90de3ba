import { zero } from "../../model/arithmetic.js";
import { fetchOwned } from "../../model/checked-fetch.js";
import { requireThat } from "../../model/coin-error.js";
import { requireBefore, requireReached } from "../../model/deadline.js";
import { modulePart } from "../../model/module-part.js";
import { shownParty } from "../../model/shown.js";
import { contextKeys, contractInContext } from "../../token-standard/choice-context.js";
import { type ChoiceContext, emptyMetadata } from "../../token-standard/metadata-v1.js";
import { reasonOf } from "../../token-standard/token-metadata.js";
import {
  type Transfer,
  TransferFactory,
  type TransferFactoryTransferArgument,
  type TransferInstructionResult,
} from "../../token-standard/transfer-instruction-v1.js";
import { coinInstrument } from "../holding/amulet.js";
import { TransferPreapproval_SendV2 } from "../preapproval/transfer-preapproval-send.js";
import { TransferPreapproval } from "../preapproval/transfer-preapproval.js";
import { executeExternalPartyTransfer } from "../transfer/execute-transfer.js";
import { createdCids, type TransferResult } from "../transfer/transfer-types.js";
import { AmuletTransferInstruction, twoStepOf } from "./amulet-transfer-instruction.js";
import {
  externalContextIn,
  holdingInputs,
  listOf,
  prepareTwoStepTransfer,
  unfeaturedContextIn,
} from "./two-step-transfer.js";
import {
  type ChoiceProgram,
  create,
  exercise,
  instance,
  party,
  record,
  template,
} from "@tallystick/core";
import { InstrumentId } from "../../token-standard/holding-v1.js";

/**
 * Rules that hardly ever change, for transactions signed outside the node: the factory of transfers
 * and allocations.
 */
export const ExternalPartyAmuletRules = template(
  "Splice.ExternalPartyAmuletRules:ExternalPartyAmuletRules",
  { payload: record({ dso: party }), signatories: ({ dso }) => [dso] },
);

/** Stops the command when the caller expects another administrator. */
export const requireExpectedAdmin = (dso: string, expected: string): ChoiceProgram<void> =>
  requireThat(
    expected === dso,
    () => `Expected admin ${shownParty(expected)} matches actual admin ${shownParty(dso)}`,
  );

/** The receiver's preapproval in a choice context. */
function* preapprovalIn(
  context: ChoiceContext,
  dso: string,
  receiver: string,
): ChoiceProgram<string | undefined> {
  const cid = yield* contractInContext(context, contextKeys.transferPreapproval);
  if (cid === undefined) return undefined;
  yield* fetchOwned(TransferPreapproval, cid, dso, receiver, (found) => found.receiver);
  return cid;
}

/** Begins a transfer: at once to oneself or over a preapproval, else in two steps (wallet 11.3). */
function* transferFrom(
  dso: string,
  { expectedAdmin, transfer, extraArgs: { context } }: TransferFactoryTransferArgument,
): ChoiceProgram<TransferInstructionResult> {
  yield* requireExpectedAdmin(dso, expectedAdmin);
  const preapprovalCid = yield* preapprovalIn(context, dso, transfer.receiver);
  const expected = InstrumentId.show(coinInstrument(dso));
  const found = InstrumentId.show(transfer.instrumentId);
  yield* requireThat(
    found === expected,
    `Expected instrumentId ${expected} matches actual instrumentId ${found}`,
  );
  yield* requireThat(transfer.amount > 0n, "Amount must be positive");
  yield* requireReached("Transfer.requestedAt", transfer.requestedAt);
  yield* requireBefore("Transfer.executeBefore", transfer.executeBefore);
  yield* requireThat(transfer.inputHoldingCids.length > 0, "At least one holding must be provided");
  if (preapprovalCid !== undefined)
    return yield* sendDirectly(dso, transfer, context, preapprovalCid);
  return transfer.sender === transfer.receiver
    ? yield* mergeOrSplit(dso, transfer, context)
    : yield* offer(dso, transfer, context);
}

function* sendDirectly(
  dso: string,
  transfer: Transfer,
  choiceContext: ChoiceContext,
  preapprovalCid: string,
): ChoiceProgram<TransferInstructionResult> {
  const { sender, amount, inputHoldingCids } = transfer;
  const context = yield* externalContextIn(choiceContext, dso);
  const inputs = yield* holdingInputs(inputHoldingCids, dso, sender);
  const description = reasonOf(transfer.meta);
  const argument = { context, inputs, amount, sender, description };
  const sent = yield* exercise(TransferPreapproval_SendV2, preapprovalCid, argument);
  return completed({ ...sent.result, meta: sent.meta });
}

function* mergeOrSplit(
  dso: string,
  { sender, receiver, amount, inputHoldingCids }: Transfer,
  choiceContext: ChoiceContext,
): ChoiceProgram<TransferInstructionResult> {
  const context = yield* unfeaturedContextIn(choiceContext, dso);
  const inputs = yield* holdingInputs(inputHoldingCids, dso, sender);
  const output = { receiver, receiverFeeRatio: zero, amount, lock: undefined };
  const transfer = {
    sender,
    provider: sender,
    inputs,
    outputs: [output],
    beneficiaries: undefined,
  };
  return completed(yield* executeExternalPartyTransfer(dso, transfer, context));
}

const completed = ({
  createdAmulets,
  senderChangeAmulet,
  meta,
}: TransferResult): TransferInstructionResult => ({
  output: {
    tag: "TransferInstructionResult_Completed",
    value: { receiverHoldingCids: createdCids(createdAmulets) },
  },
  senderChangeCids: listOf(senderChangeAmulet),
  meta: meta ?? emptyMetadata,
});

function* offer(
  dso: string,
  transfer: Transfer,
  choiceContext: ChoiceContext,
): ChoiceProgram<TransferInstructionResult> {
  const { requestedAt, inputHoldingCids } = transfer;
  const context = yield* unfeaturedContextIn(choiceContext, dso);
  const first = { requestedAt, inputHoldingCids, context };
  const { lockedAmulet, ...rest } = yield* prepareTwoStepTransfer(twoStepOf(transfer), first);
  const transferInstructionCid = yield* create(AmuletTransferInstruction, {
    lockedAmulet,
    // what backs the transfer from here on is the locked coin
    transfer: { ...transfer, inputHoldingCids: [lockedAmulet] },
  });
  return {
    output: { tag: "TransferInstructionResult_Pending", value: { transferInstructionCid } },
    ...rest,
  };
}

/** The rules for parties outside the node and what they make. */
export const externalPartyAmuletRulesModule = modulePart({
  templates: [ExternalPartyAmuletRules],
  instances: [
    instance(ExternalPartyAmuletRules, TransferFactory, {
      view: ({ dso }) => ({ admin: dso, meta: emptyMetadata }),
      methods: ({ dso }) => ({
        transfer: (argument) => transferFrom(dso, argument),
        *publicFetch({ expectedAdmin }) {
          yield* requireExpectedAdmin(dso, expectedAdmin);
          return { admin: dso, meta: emptyMetadata };
        },
      }),
    }),
  ],
});
