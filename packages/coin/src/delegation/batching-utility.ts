import {
  archive,
  bool,
  choice,
  type Choice,
  type ChoiceProgram,
  contractId,
  type DamlType,
  exercise,
  fetchView,
  list,
  party,
  record,
  type Static,
  template,
  variant,
} from "@tallystick/core";
import { modulePart } from "../model/module-part.js";
import { accountFromMeta, basicAccount } from "../token-standard/accounts.js";
import * as instructionV1 from "../token-standard/allocation-instruction-v1.js";
import * as instructionV2 from "../token-standard/allocation-instruction-v2.js";
import * as requestV2 from "../token-standard/allocation-request-v2.js";
import * as allocationV1 from "../token-standard/allocation-v1.js";
import * as allocationV2 from "../token-standard/allocation-v2.js";
import { ChoiceExecutionMetadata } from "../token-standard/metadata-v1.js";
import * as transferV1 from "../token-standard/transfer-instruction-v1.js";
import * as transferV2 from "../token-standard/transfer-instruction-v2.js";
import { HoldingMap, holdingMapOf, mergedHoldings, takeAll, takeOf } from "./holding-map.js";

const moduleName = "Splice.Util.Token.Wallet.BatchingUtilityV2";

/** A choice of the token standard on a contract. */
const call = <A>(of: { readonly argument: DamlType<A> }) =>
  record({ cid: contractId, arg: of.argument });
interface Call<A> {
  readonly cid: string;
  readonly arg: A;
}

/** What a wallet does in the token standard, in either version of it. */
export const TokenStandardAction = variant({
  TSA_TransferFactory_TransferV1: call(transferV1.TransferFactory_Transfer),
  TSA_TransferInstruction_AcceptV1: call(transferV1.TransferInstruction_Accept),
  TSA_TransferInstruction_RejectV1: call(transferV1.TransferInstruction_Reject),
  TSA_TransferInstruction_WithdrawV1: call(transferV1.TransferInstruction_Withdraw),
  TSA_TransferFactory_TransferV2: call(transferV2.TransferFactory_Transfer),
  TSA_TransferInstruction_AcceptV2: call(transferV2.TransferInstruction_Accept),
  TSA_TransferInstruction_RejectV2: call(transferV2.TransferInstruction_Reject),
  TSA_TransferInstruction_WithdrawV2: call(transferV2.TransferInstruction_Withdraw),
  TSA_AllocationFactory_AllocateV1: call(instructionV1.AllocationFactory_Allocate),
  TSA_AllocationInstruction_WithdrawV1: call(instructionV1.AllocationInstruction_Withdraw),
  TSA_Allocation_WithdrawV1: call(allocationV1.Allocation_Withdraw),
  TSA_AllocationFactory_AllocateV2: call(instructionV2.AllocationFactory_Allocate),
  TSA_AllocationInstruction_AcceptV2: call(instructionV2.AllocationInstruction_Accept),
  TSA_AllocationInstruction_WithdrawV2: call(instructionV2.AllocationInstruction_Withdraw),
  TSA_Allocation_WithdrawV2: call(allocationV2.Allocation_Withdraw),
  TSA_AllocationRequest_AcceptV2: call(requestV2.AllocationRequest_Accept),
  TSA_AllocationRequest_RejectV2: call(requestV2.AllocationRequest_Reject),
});
export type TokenStandardAction = Static<typeof TokenStandardAction>;

const ActionResult = variant({
  TSAR_AllocationInstructionResultV1: instructionV1.AllocationInstructionResult,
  TSAR_TransferInstructionResultV1: transferV1.TransferInstructionResult,
  TSAR_AllocationWithdrawResultV1: allocationV1.Allocation_WithdrawResult,
  TSAR_TransferInstructionResultV2: transferV2.TransferInstructionResult,
  TSAR_AllocationInstructionResultV2: instructionV2.AllocationInstructionResult,
  TSAR_AllocationResultV2: allocationV2.AllocationResult,
  TSAR_AllocationRequest_AcceptV2Result: ChoiceExecutionMetadata,
  TSAR_AllocationRequest_RejectV2Result: ChoiceExecutionMetadata,
});
type ActionResult = Static<typeof ActionResult>;

/** An action's result, and the holdings there are after it. */
interface Done {
  readonly result: ActionResult;
  readonly holdings: HoldingMap;
}
type Doing = ChoiceProgram<Done>;

const receivedBy = ({
  output,
}: Pick<transferV1.TransferInstructionResult, "output">): ReadonlyArray<string> =>
  output.tag === "TransferInstructionResult_Completed" ? output.value.receiverHoldingCids : [];

const afterTransferV1 = (
  { sender, receiver, instrumentId: { admin, id }, meta }: transferV1.Transfer,
  result: transferV1.TransferInstructionResult,
): HoldingMap =>
  holdingMapOf(
    admin,
    [accountFromMeta(sender, "sender", meta), new Map([[id, result.senderChangeCids]])],
    [accountFromMeta(receiver, "receiver", meta), new Map([[id, receivedBy(result)]])],
  );

const afterTransferV2 = (
  { sender, receiver, instrumentId: { admin, id } }: transferV2.Transfer,
  result: transferV2.TransferInstructionResult,
): HoldingMap =>
  holdingMapOf(
    admin,
    [sender, new Map([[id, result.senderChangeCids]])],
    [receiver, new Map([[id, receivedBy(result)]])],
  );

const afterLeg = (
  { sender, instrumentId: { admin, id }, meta }: Static<typeof allocationV1.TransferLeg>,
  senderHoldingCids: ReadonlyArray<string>,
): HoldingMap =>
  holdingMapOf(admin, [
    accountFromMeta(sender, "sender", meta),
    new Map([[id, senderHoldingCids]]),
  ]);

function* transferOfV1(
  { cid, arg }: Call<transferV1.TransferFactoryTransferArgument>,
  holdings: HoldingMap,
): Doing {
  const { sender, instrumentId, meta } = arg.transfer;
  const account = accountFromMeta(sender, "sender", meta);
  const { inputHoldingCids, rest } = takeOf(instrumentId, account, holdings);
  const transfer = { ...arg.transfer, inputHoldingCids };
  const value = yield* exercise(transferV1.TransferFactory_Transfer, cid, { ...arg, transfer });
  return {
    result: { tag: "TSAR_TransferInstructionResultV1", value },
    holdings: mergedHoldings(afterTransferV1(transfer, value), rest),
  };
}

function* transferOfV2(
  { cid, arg }: Call<transferV2.TransferFactoryTransferArgument>,
  holdings: HoldingMap,
): Doing {
  const { sender, instrumentId } = arg.transfer;
  const { inputHoldingCids, rest } = takeOf(instrumentId, sender, holdings);
  const transfer = { ...arg.transfer, inputHoldingCids };
  const value = yield* exercise(transferV2.TransferFactory_Transfer, cid, { ...arg, transfer });
  return {
    result: { tag: "TSAR_TransferInstructionResultV2", value },
    holdings: mergedHoldings(rest, afterTransferV2(transfer, value)),
  };
}

function* answerToTransferV1<A>(
  of: Choice<A, transferV1.TransferInstructionResult>,
  { cid, arg }: Call<A>,
  holdings: HoldingMap,
): Doing {
  const { transfer } = yield* fetchView(transferV1.TransferInstruction, cid);
  const value = yield* exercise(of, cid, arg);
  return {
    result: { tag: "TSAR_TransferInstructionResultV1", value },
    holdings: mergedHoldings(holdings, afterTransferV1(transfer, value)),
  };
}

function* answerToTransferV2<A>(
  of: Choice<A, transferV2.TransferInstructionResult>,
  { cid, arg }: Call<A>,
  holdings: HoldingMap,
): Doing {
  const { transfer } = yield* fetchView(transferV2.TransferInstruction, cid);
  const value = yield* exercise(of, cid, arg);
  return {
    result: { tag: "TSAR_TransferInstructionResultV2", value },
    holdings: mergedHoldings(holdings, afterTransferV2(transfer, value)),
  };
}

function* allocateOfV1(
  { cid, arg }: Call<instructionV1.AllocationFactoryAllocateArgument>,
  holdings: HoldingMap,
  user: string,
): Doing {
  const { sender, instrumentId, meta } = arg.allocation.transferLeg;
  const account = accountFromMeta(sender, "sender", meta);
  const { inputHoldingCids, rest } = takeOf(instrumentId, account, holdings);
  const argument = { ...arg, inputHoldingCids };
  const value = yield* exercise(instructionV1.AllocationFactory_Allocate, cid, argument);
  const change = new Map([[instrumentId.id, value.senderChangeCids]]);
  return {
    result: { tag: "TSAR_AllocationInstructionResultV1", value },
    holdings: mergedHoldings(holdingMapOf(instrumentId.admin, [basicAccount(user), change]), rest),
  };
}

function* allocateOfV2(
  { cid, arg }: Call<instructionV2.AllocationFactoryAllocateArgument>,
  holdings: HoldingMap,
): Doing {
  const { admin, authorizer } = arg.allocation;
  const { inputHoldingCids, rest } = takeAll(admin, authorizer, holdings);
  const argument = { ...arg, inputHoldingCids };
  const value = yield* exercise(instructionV2.AllocationFactory_Allocate, cid, argument);
  const change = holdingMapOf(admin, [authorizer, value.authorizerChangeCids]);
  return {
    result: { tag: "TSAR_AllocationInstructionResultV2", value },
    holdings: mergedHoldings(rest, change),
  };
}

function* withdrawInstructionV1(
  { cid, arg }: Call<Static<typeof instructionV1.AllocationInstruction_Withdraw.argument>>,
  holdings: HoldingMap,
): Doing {
  const { allocation } = yield* fetchView(instructionV1.AllocationInstruction, cid);
  const value = yield* exercise(instructionV1.AllocationInstruction_Withdraw, cid, arg);
  const change = afterLeg(allocation.transferLeg, value.senderChangeCids);
  return {
    result: { tag: "TSAR_AllocationInstructionResultV1", value },
    holdings: mergedHoldings(holdings, change),
  };
}

function* withdrawAllocationV1(
  { cid, arg }: Call<Static<typeof allocationV1.Allocation_Withdraw.argument>>,
  holdings: HoldingMap,
): Doing {
  const { allocation } = yield* fetchView(allocationV1.Allocation, cid);
  const value = yield* exercise(allocationV1.Allocation_Withdraw, cid, arg);
  const back = afterLeg(allocation.transferLeg, value.senderHoldingCids);
  return {
    result: { tag: "TSAR_AllocationWithdrawResultV1", value },
    holdings: mergedHoldings(holdings, back),
  };
}

function* answerToInstructionV2<A>(
  of: Choice<A, instructionV2.AllocationInstructionResult>,
  { cid, arg }: Call<A>,
  holdings: HoldingMap,
): Doing {
  const { allocation } = yield* fetchView(instructionV2.AllocationInstruction, cid);
  const value = yield* exercise(of, cid, arg);
  const change = holdingMapOf(allocation.admin, [
    allocation.authorizer,
    value.authorizerChangeCids,
  ]);
  return {
    result: { tag: "TSAR_AllocationInstructionResultV2", value },
    holdings: mergedHoldings(holdings, change),
  };
}

function* withdrawAllocationV2(
  { cid, arg }: Call<Static<typeof allocationV2.Allocation_Withdraw.argument>>,
  holdings: HoldingMap,
): Doing {
  const { allocation } = yield* fetchView(allocationV2.Allocation, cid);
  const value = yield* exercise(allocationV2.Allocation_Withdraw, cid, arg);
  const back = holdingMapOf(allocation.admin, [allocation.authorizer, value.authorizerHoldingCids]);
  return {
    result: { tag: "TSAR_AllocationResultV2", value },
    holdings: mergedHoldings(holdings, back),
  };
}

function* answerToRequest<A>(
  of: Choice<A, Static<typeof ChoiceExecutionMetadata>>,
  tag: "TSAR_AllocationRequest_AcceptV2Result" | "TSAR_AllocationRequest_RejectV2Result",
  { cid, arg }: Call<A>,
  holdings: HoldingMap,
): Doing {
  return { result: { tag, value: yield* exercise(of, cid, arg) }, holdings };
}

/** Carries out an action, with the holdings of its account as inputs. */
const act = (action: TokenStandardAction, holdings: HoldingMap, user: string): Doing => {
  switch (action.tag) {
    case "TSA_TransferFactory_TransferV1":
      return transferOfV1(action.value, holdings);
    case "TSA_TransferInstruction_AcceptV1":
      return answerToTransferV1(transferV1.TransferInstruction_Accept, action.value, holdings);
    case "TSA_TransferInstruction_RejectV1":
      return answerToTransferV1(transferV1.TransferInstruction_Reject, action.value, holdings);
    case "TSA_TransferInstruction_WithdrawV1":
      return answerToTransferV1(transferV1.TransferInstruction_Withdraw, action.value, holdings);
    case "TSA_TransferFactory_TransferV2":
      return transferOfV2(action.value, holdings);
    case "TSA_TransferInstruction_AcceptV2":
      return answerToTransferV2(transferV2.TransferInstruction_Accept, action.value, holdings);
    case "TSA_TransferInstruction_RejectV2":
      return answerToTransferV2(transferV2.TransferInstruction_Reject, action.value, holdings);
    case "TSA_TransferInstruction_WithdrawV2":
      return answerToTransferV2(transferV2.TransferInstruction_Withdraw, action.value, holdings);
    case "TSA_AllocationFactory_AllocateV1":
      return allocateOfV1(action.value, holdings, user);
    case "TSA_AllocationInstruction_WithdrawV1":
      return withdrawInstructionV1(action.value, holdings);
    case "TSA_Allocation_WithdrawV1":
      return withdrawAllocationV1(action.value, holdings);
    case "TSA_AllocationFactory_AllocateV2":
      return allocateOfV2(action.value, holdings);
    case "TSA_AllocationInstruction_AcceptV2":
      return answerToInstructionV2(
        instructionV2.AllocationInstruction_Accept,
        action.value,
        holdings,
      );
    case "TSA_AllocationInstruction_WithdrawV2":
      return answerToInstructionV2(
        instructionV2.AllocationInstruction_Withdraw,
        action.value,
        holdings,
      );
    case "TSA_Allocation_WithdrawV2":
      return withdrawAllocationV2(action.value, holdings);
    case "TSA_AllocationRequest_AcceptV2":
      return answerToRequest(
        requestV2.AllocationRequest_Accept,
        "TSAR_AllocationRequest_AcceptV2Result",
        action.value,
        holdings,
      );
    case "TSA_AllocationRequest_RejectV2":
      return answerToRequest(
        requestV2.AllocationRequest_Reject,
        "TSAR_AllocationRequest_RejectV2Result",
        action.value,
        holdings,
      );
  }
};

/** With it a user carries out several actions of the token standard in one transaction. */
export const BatchingUtility = template(`${moduleName}:BatchingUtility`, {
  payload: record({ user: party }),
  signatories: ({ user }) => [user],
});

/** Carries out actions in order, all or none: what one brings is an input of the next. */
export const BatchingUtility_ExecuteBatch = choice(
  BatchingUtility,
  "BatchingUtility_ExecuteBatch",
  {
    argument: record({
      inputHoldingMap: HoldingMap,
      actions: list(TokenStandardAction),
      archiveAfterExecution: bool,
    }),
    result: record({ actionResults: list(ActionResult), outputHoldingMap: HoldingMap }),
    consuming: false,
    controllers: ({ user }) => [user],
    *body({ self, payload: { user } }, { inputHoldingMap, actions, archiveAfterExecution }) {
      let outputHoldingMap = inputHoldingMap;
      const actionResults: Array<ActionResult> = [];
      for (const action of actions) {
        const { result, holdings } = yield* act(action, outputHoldingMap, user);
        actionResults.push(result);
        outputHoldingMap = holdings;
      }
      if (archiveAfterExecution) yield* archive(BatchingUtility, self);
      return { actionResults, outputHoldingMap };
    },
  },
);

export const batchingUtilityModule = modulePart({
  later: { templates: [BatchingUtility], choices: [BatchingUtility_ExecuteBatch] },
});
