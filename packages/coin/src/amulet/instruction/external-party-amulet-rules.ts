import { zero } from "../../model/arithmetic.js";
import { fetchOfDso, wrongOwner } from "../../model/checked-fetch.js";
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
  create,
  exercise,
  instance,
  type Numeric,
  party,
  record,
  type ChoiceProgram,
  template,
} from "@tallystick/core";

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
    "wrong-contract",
    `Expected admin ${shownParty(expected)} does not match actual admin ${shownParty(dso)}.`,
  );

/** Stops the command when an instrument is not this coin. */
export function* requireCoin(
  dso: string,
  { admin, id }: Transfer["instrumentId"],
): ChoiceProgram<void> {
  const coin = coinInstrument(dso);
  yield* requireThat(
    admin === coin.admin && id === coin.id,
    "invalid-argument",
    `The instrument is ${id} of ${admin}, expected was ${coin.id} of ${coin.admin}.`,
  );
}

/** Stops the command unless an amount is above 0. */
export const requirePositive = (amount: Numeric): ChoiceProgram<void> =>
  requireThat(amount > 0n, "invalid-argument", "Amount must be positive.");

/** Stops the command unless there is a holding to take an amount from. */
export const requireHoldings = (inputHoldingCids: ReadonlyArray<string>): ChoiceProgram<void> =>
  requireThat(
    inputHoldingCids.length > 0,
    "invalid-argument",
    "At least one holding must be provided.",
  );

/**
 * The receiver's preapproval in a choice context. Stops the command with `wrong-contract` when it
 * is another's.
 */
function* preapprovalIn(
  context: ChoiceContext,
  dso: string,
  receiver: string,
): ChoiceProgram<string | undefined> {
  const cid = yield* contractInContext(context, contextKeys.transferPreapproval);
  if (cid === undefined) return undefined;
  const preapproval = yield* fetchOfDso(TransferPreapproval, cid, dso);
  return preapproval.receiver === receiver
    ? cid
    : yield* wrongOwner(TransferPreapproval, cid, preapproval.receiver, receiver);
}

/** Begins a transfer: at once to oneself or over a preapproval, else in two steps (wallet 11.3). */
function* transferFrom(
  dso: string,
  { expectedAdmin, transfer, extraArgs: { context } }: TransferFactoryTransferArgument,
): ChoiceProgram<TransferInstructionResult> {
  yield* requireExpectedAdmin(dso, expectedAdmin);
  const preapprovalCid = yield* preapprovalIn(context, dso, transfer.receiver);
  yield* requireCoin(dso, transfer.instrumentId);
  yield* requirePositive(transfer.amount);
  yield* requireReached("Transfer.requestedAt", transfer.requestedAt);
  yield* requireBefore("Transfer.executeBefore", transfer.executeBefore);
  yield* requireHoldings(transfer.inputHoldingCids);
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
