import {
  choice,
  type ChoiceProgram,
  contractId,
  exercise,
  fetchView,
  list,
  optional,
  party,
  record,
  type Static,
  template,
  unit,
} from "@tallystick/core";
import {
  AppRewardBeneficiary,
  FeaturedAppRight_CreateActivityMarker,
  FeaturedAppRightInterface,
} from "../token-standard/featured-app-right-v1.js";
import { Metadata } from "../token-standard/metadata-v1.js";
import {
  TransferFactory_Transfer,
  TransferFactoryTransferArgument,
  TransferInstructionResult,
  TransferInstructionResultOutput,
} from "../token-standard/transfer-instruction-v1.js";
import { plus } from "../model/arithmetic.js";
import { generalError, requireThat } from "../model/coin-error.js";
import { modulePart } from "../model/module-part.js";
import { requireParty, requireSame } from "../model/require-same.js";
import { InstrumentId } from "../token-standard/holding-v1.js";
import { shownParty } from "../model/shown.js";

/** The module of merge delegations and their batches, as clients name it. */
export const mergeDelegationModuleName = "Splice.Util.Token.Wallet.MergeDelegation";

/** A transfer, and the factory to begin it with. */
export const TransferCall = record({
  factoryCid: contractId,
  choiceArg: TransferFactoryTransferArgument,
});
export type TransferCall = Static<typeof TransferCall>;

/** The right of a featured provider, and who shares in the reward. */
const FeaturedAppRightCall = record({
  appRightCid: contractId,
  beneficiaries: list(AppRewardBeneficiary),
});

const MergeDelegationPayload = record(
  { operator: party, owner: party, meta: Metadata },
  "MergeDelegation",
);
/** The contents of a merge delegation. */
export type MergeDelegationPayload = Static<typeof MergeDelegationPayload>;

/**
 * A wallet provider, the operator, may merge the small holdings of an owner (specification 2.6).
 */
export const MergeDelegation = template(`${mergeDelegationModuleName}:MergeDelegation`, {
  payload: MergeDelegationPayload,
  signatories: ({ owner, operator }) => [owner, operator],
});

/** The argument of {@link MergeDelegation_Merge}. */
export const MergeArgument = record({
  optMergeTransfer: optional(TransferCall),
  optExtraTransfer: optional(TransferCall),
  optFeaturedAppRight: optional(FeaturedAppRightCall),
});
export type MergeArgument = Static<typeof MergeArgument>;

/** What a merge did: the result of each requested transfer. */
export const MergeResult = record({
  optMergeTransferResult: optional(TransferInstructionResult),
  optExtraTransferResult: optional(TransferInstructionResult),
});
export type MergeResult = Static<typeof MergeResult>;

/** A transfer that has completed: the holdings it made and its result. */
interface Completed {
  readonly receiverHoldingCids: ReadonlyArray<string>;
  readonly result: TransferInstructionResult;
}

/** Carries out a transfer that must complete at once. */
function* complete(
  { factoryCid, choiceArg }: TransferCall,
  error: (output: string) => string,
): ChoiceProgram<Completed> {
  const result = yield* exercise(TransferFactory_Transfer, factoryCid, choiceArg);
  const { output } = result;
  return output.tag === "TransferInstructionResult_Completed"
    ? { receiverHoldingCids: output.value.receiverHoldingCids, result }
    : yield* generalError(error(TransferInstructionResultOutput.show(output)));
}

/** The operator's transfer to the owner; the owner must have accepted it in advance. */
function* giveExtra(
  { operator, owner }: MergeDelegationPayload,
  extra: TransferCall,
  merge: TransferCall | undefined,
): ChoiceProgram<Completed> {
  const { transfer, expectedAdmin } = extra.choiceArg;
  yield* requireParty("extra transfer sender", operator, transfer.sender);
  yield* requireParty("extra transfer receiver", owner, transfer.receiver);
  if (merge !== undefined) {
    const wanted = merge.choiceArg;
    yield* requireSame(
      "extra transfer instrument-id",
      InstrumentId.show(wanted.transfer.instrumentId),
      InstrumentId.show(transfer.instrumentId),
    );
    yield* requireParty("extra transfer expected admin", wanted.expectedAdmin, expectedAdmin);
  }
  return yield* complete(
    extra,
    (output) =>
      `Expected TransferInstructionResult_completed from extraTransfer but got ${output}. Has the owner ${shownParty(owner)} setup a transfer preapproval?`,
  );
}

/** The owner's transfer to itself, with what the extra transfer has brought. */
function* mergeHoldings(
  { owner }: MergeDelegationPayload,
  { factoryCid, choiceArg }: TransferCall,
  extra: { readonly call: TransferCall; readonly completed: Completed } | undefined,
): ChoiceProgram<TransferInstructionResult> {
  const asked = choiceArg.transfer;
  yield* requireParty("self-transfer sender", owner, asked.sender);
  yield* requireParty("self-transfer receiver", owner, asked.receiver);
  const transfer =
    extra === undefined
      ? asked
      : {
          ...asked,
          amount: yield* plus(asked.amount, extra.call.choiceArg.transfer.amount),
          inputHoldingCids: [...asked.inputHoldingCids, ...extra.completed.receiverHoldingCids],
        };
  const call = { factoryCid, choiceArg: { ...choiceArg, transfer } };
  const { receiverHoldingCids, result } = yield* complete(
    call,
    (output) => `Expected TransferInstructionResult_completed but got ${output}`,
  );
  const before = transfer.inputHoldingCids.length;
  const after = receiverHoldingCids.length + result.senderChangeCids.length;
  yield* requireThat(
    before > after,
    `Number of sender input holdings ${before} >  number of sender output holdings ${after}`,
  );
  return result;
}

function* markActivity(
  provider: string,
  { appRightCid, beneficiaries }: Static<typeof FeaturedAppRightCall>,
): ChoiceProgram<void> {
  const right = yield* fetchView(FeaturedAppRightInterface, appRightCid);
  yield* requireThat(right.provider === provider, "App right matches expected provider");
  yield* exercise(FeaturedAppRight_CreateActivityMarker, appRightCid, { beneficiaries });
}

/** The operator merges the owner's holdings, gives the owner something, or both (wallet 16.2). */
export const MergeDelegation_Merge = choice(MergeDelegation, "MergeDelegation_Merge", {
  argument: MergeArgument,
  result: MergeResult,
  consuming: false,
  controllers: ({ operator }) => [operator],
  *body({ payload }, { optMergeTransfer, optExtraTransfer, optFeaturedAppRight }) {
    yield* requireThat(
      optMergeTransfer !== undefined || optExtraTransfer !== undefined,
      "At least one of optMergeTransfer or optExtraTransfer must be provided",
    );
    const extra = optExtraTransfer && {
      call: optExtraTransfer,
      completed: yield* giveExtra(payload, optExtraTransfer, optMergeTransfer),
    };
    const merged = optMergeTransfer && (yield* mergeHoldings(payload, optMergeTransfer, extra));
    if (merged !== undefined && optFeaturedAppRight !== undefined)
      yield* markActivity(payload.operator, optFeaturedAppRight);
    return { optMergeTransferResult: merged, optExtraTransferResult: extra?.completed.result };
  },
});

/** The result of choices that only end something. */
export const Ended = record({ result: unit });

/** The operator gives the delegation up. */
export const MergeDelegation_Reject = choice(MergeDelegation, "MergeDelegation_Reject", {
  argument: record({}),
  result: Ended,
  controllers: ({ operator }) => [operator],
  *body() {
    return { result: {} };
  },
});

export const MergeDelegation_Withdraw = choice(MergeDelegation, "MergeDelegation_Withdraw", {
  argument: record({}),
  result: Ended,
  controllers: ({ owner }) => [owner],
  *body() {
    return { result: {} };
  },
});

export const mergeDelegationModule = modulePart({
  templates: [MergeDelegation],
  choices: [MergeDelegation_Merge, MergeDelegation_Reject, MergeDelegation_Withdraw],
});
