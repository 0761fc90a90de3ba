import {
  choice,
  type ChoiceProgram,
  contractId,
  exercise,
  fetch,
  list,
  party,
  record,
  type Static,
  template,
} from "@tallystick/core";
import { modulePart } from "../model/module-part.js";
import { requireParty } from "../model/require-same.js";
import { HoldingsByInstrument, holdingsOf, withHoldings } from "./holdings-by-instrument.js";
import {
  MergeArgument,
  MergeDelegation,
  MergeDelegation_Merge,
  mergeDelegationModuleName,
  MergeResult,
} from "./merge-delegation.js";

/** One merge of a batch, by a delegation. */
export const MergeDelegationCall = record({ delegationCid: contractId, choiceArg: MergeArgument });
export type MergeDelegationCall = Static<typeof MergeDelegationCall>;

/**
 * What a batch did: the result of each call in order, and what the operator has left of its extra
 * transfers.
 */
const BatchMergeResult = record({
  results: list(MergeResult),
  operatorChangeMap: HoldingsByInstrument,
});
type BatchMergeResult = Static<typeof BatchMergeResult>;

/** With it an operator merges the holdings of many owners in one transaction (specification 8). */
export const BatchMergeUtility = template(`${mergeDelegationModuleName}:BatchMergeUtility`, {
  payload: record({ operator: party }),
  signatories: ({ operator }) => [operator],
});

/** The call with the operator's change so far as further inputs of its extra transfer. */
const withChange = (
  argument: MergeDelegationCall["choiceArg"],
  change: HoldingsByInstrument,
): MergeDelegationCall["choiceArg"] => {
  const extra = argument.optExtraTransfer;
  if (extra === undefined) return argument;
  const { transfer } = extra.choiceArg;
  const inputHoldingCids = [
    ...transfer.inputHoldingCids,
    ...holdingsOf(change, transfer.instrumentId),
  ];
  const choiceArg = { ...extra.choiceArg, transfer: { ...transfer, inputHoldingCids } };
  return { ...argument, optExtraTransfer: { ...extra, choiceArg } };
};

/**
 * Carries out the calls in order, all or none; the operator's change of one is an input of the next
 * of its instrument.
 */
function* runBatch(
  operator: string,
  calls: ReadonlyArray<MergeDelegationCall>,
): ChoiceProgram<BatchMergeResult> {
  const results: Array<MergeResult> = [];
  let operatorChangeMap: HoldingsByInstrument = [];
  for (const { delegationCid, choiceArg } of calls) {
    const delegation = yield* fetch(MergeDelegation, delegationCid);
    yield* requireParty("delegation operator", operator, delegation.operator);
    const extra = choiceArg.optExtraTransfer?.choiceArg.transfer;
    if (extra !== undefined) yield* requireParty("extra transfer sender", operator, extra.sender);
    const argument = withChange(choiceArg, operatorChangeMap);
    const result = yield* exercise(MergeDelegation_Merge, delegationCid, argument);
    results.push(result);
    const instrument = extra?.instrumentId;
    if (instrument !== undefined && result.optExtraTransferResult !== undefined) {
      operatorChangeMap = withHoldings(
        operatorChangeMap,
        instrument,
        result.optExtraTransferResult.senderChangeCids,
      );
    }
  }
  return { results, operatorChangeMap };
}

const batchChoice = (name: string) =>
  choice(BatchMergeUtility, name, {
    argument: record({ mergeCalls: list(MergeDelegationCall) }),
    result: BatchMergeResult,
    consuming: false,
    controllers: ({ operator }) => [operator],
    *body({ payload: { operator } }, { mergeCalls }) {
      return yield* runBatch(operator, mergeCalls);
    },
  });

/** The operator merges for many owners at once, under the name clients use. */
export const BatchMergeUtility_BatchMerge = batchChoice("BatchMergeUtility_BatchMerge");

/** The merging choice under the name in the specification. */
export const BatchMergeUtility_MergeHoldings = batchChoice("BatchMergeUtility_MergeHoldings");

export const batchMergeUtilityModule = modulePart({
  templates: [BatchMergeUtility],
  choices: [BatchMergeUtility_BatchMerge, BatchMergeUtility_MergeHoldings],
});
