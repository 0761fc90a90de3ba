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
import {
  contextKeys,
  contractInContext,
  neededInContext,
} from "../../token-standard/choice-context.js";
import { emptyMetadata } from "../../token-standard/metadata-v1.js";
import { reasonOf, withReason } from "../../token-standard/token-metadata.js";
import {
  type Transfer,
  TransferFactory,
  type TransferFactoryTransferArgument,
  type TransferInstructionResult,
} from "../../token-standard/transfer-instruction-v1.js";
import { zero } from "../../model/arithmetic.js";
import { fetchOfDso, wrongOwner } from "../../model/checked-fetch.js";
import { requireThat, requireBefore, requireReached } from "../../model/coin-error.js";
import { modulePart } from "../../model/module-part.js";
import { coinInstrument } from "../holding/amulet.js";
import { AmuletTransferInstruction } from "./amulet-transfer-instruction.js";
import { executeTransfer } from "../transfer/execute-transfer.js";
import { listOf, lockFunds } from "./locked-funds.js";
import { requireShortLived } from "./token-standard-ttl.js";
import {
  TransferPreapproval,
  TransferPreapproval_SendV2,
} from "../preapproval/transfer-preapproval.js";
import {
  coinInputs,
  createdCids,
  plainContext,
  type TransferResult,
} from "../transfer/transfer-types.js";

/** Rules that hardly ever change, for transactions signed outside the node: the factory of transfers and allocations. */
export const ExternalPartyAmuletRules = template(
  "Splice.ExternalPartyAmuletRules:ExternalPartyAmuletRules",
  { payload: record({ dso: party }), signatories: ({ dso }) => [dso] },
);

/** Stops the command when the caller expects another administrator. */
export const requireExpectedAdmin = (dso: string, expected: string): ChoiceProgram<void> =>
  requireThat(
    expected === dso,
    "wrong-contract",
    `The administrator is ${dso}, expected was ${expected}.`,
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

/** Stops the command unless an amount is above 0 and there are holdings to take it from. */
export function* requireFundable(
  amount: Numeric,
  inputHoldingCids: ReadonlyArray<string>,
): ChoiceProgram<void> {
  yield* requireThat(amount > 0n, "invalid-argument", "The amount is above 0.");
  yield* requireThat(
    inputHoldingCids.length > 0,
    "invalid-argument",
    "At least one input holding is needed.",
  );
}

function* requireValid(
  dso: string,
  { expectedAdmin, transfer }: TransferFactoryTransferArgument,
): ChoiceProgram<void> {
  yield* requireExpectedAdmin(dso, expectedAdmin);
  yield* requireCoin(dso, transfer.instrumentId);
  yield* requireFundable(transfer.amount, transfer.inputHoldingCids);
  yield* requireReached("Transfer.requestedAt", transfer.requestedAt);
  yield* requireBefore("Transfer.executeBefore", transfer.executeBefore);
}

/** Begins a transfer: at once to oneself or over a preapproval, else in two steps (wallet 11.3). */
function* transferFrom(
  dso: string,
  argument: TransferFactoryTransferArgument,
): ChoiceProgram<TransferInstructionResult> {
  yield* requireValid(dso, argument);
  const { transfer, extraArgs } = argument;
  const { context } = extraArgs;
  const openRoundCid = yield* neededInContext(context, contextKeys.openRound);
  const { requestedAt, executeBefore: deadline } = transfer;
  const lifetime = { what: "A transfer", requestedAt, deadline, deadlineName: "executeBefore" };
  yield* requireShortLived(lifetime, dso, openRoundCid);
  const preapprovalCid = yield* contractInContext(context, contextKeys.transferPreapproval);
  if (preapprovalCid !== undefined) return yield* sendDirectly(dso, argument, preapprovalCid);
  return transfer.sender === transfer.receiver
    ? yield* mergeOrSplit(dso, transfer, openRoundCid)
    : yield* offer(dso, transfer, openRoundCid);
}

function* sendDirectly(
  dso: string,
  { transfer, extraArgs: { context } }: TransferFactoryTransferArgument,
  preapprovalCid: string,
): ChoiceProgram<TransferInstructionResult> {
  const { sender, receiver, amount, inputHoldingCids, meta } = transfer;
  const preapproval = yield* fetchOfDso(TransferPreapproval, preapprovalCid, dso);
  if (preapproval.receiver !== receiver)
    return yield* wrongOwner(TransferPreapproval, preapprovalCid, preapproval.receiver, receiver);
  const openRoundCid = yield* neededInContext(context, contextKeys.openRound);
  const featured = yield* contractInContext(context, contextKeys.featuredAppRight);
  const sent = yield* exercise(TransferPreapproval_SendV2, preapprovalCid, {
    context: {
      amuletRules: yield* neededInContext(context, contextKeys.amuletRules),
      context: plainContext(openRoundCid, featured),
    },
    inputs: coinInputs(inputHoldingCids),
    amount,
    sender,
    description: undefined,
    meta,
  });
  return completed({ ...sent.result, meta: sent.meta }, transfer);
}

function* mergeOrSplit(
  dso: string,
  transfer: Transfer,
  openRoundCid: string,
): ChoiceProgram<TransferInstructionResult> {
  const { sender, receiver, amount, inputHoldingCids } = transfer;
  const result = yield* executeTransfer(
    dso,
    {
      sender,
      provider: sender,
      inputs: coinInputs(inputHoldingCids),
      outputs: [{ receiver, receiverFeeRatio: zero, amount, lock: undefined }],
      beneficiaries: undefined,
    },
    plainContext(openRoundCid),
  );
  return completed(result, transfer);
}

const completed = (
  { createdAmulets, senderChangeAmulet, meta }: TransferResult,
  transfer: Transfer,
): TransferInstructionResult => ({
  output: {
    tag: "TransferInstructionResult_Completed",
    value: { receiverHoldingCids: createdCids(createdAmulets) },
  },
  senderChangeCids: listOf(senderChangeAmulet),
  meta: withReason(meta ?? emptyMetadata, reasonOf(transfer.meta)),
});

function* offer(
  dso: string,
  transfer: Transfer,
  openRoundCid: string,
): ChoiceProgram<TransferInstructionResult> {
  const { sender, receiver, amount, executeBefore, inputHoldingCids } = transfer;
  const { lockedAmulet, senderChangeCids, meta } = yield* lockFunds({
    dso,
    sender,
    amount,
    expiresAt: executeBefore,
    lockContext: `transfer to ${receiver}`,
    inputHoldingCids,
    openRoundCid,
  });
  const transferInstructionCid = yield* create(AmuletTransferInstruction, {
    lockedAmulet,
    // what backs the transfer from here on is the locked coin
    transfer: { ...transfer, inputHoldingCids: [lockedAmulet] },
  });
  return {
    output: { tag: "TransferInstructionResult_Pending", value: { transferInstructionCid } },
    senderChangeCids,
    meta: withReason(meta, reasonOf(transfer.meta)),
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
