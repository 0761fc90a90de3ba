import {
  type ChoiceProgram,
  exercise,
  list,
  type Numeric,
  optional,
  party,
  record,
  text,
} from "@tallystick/core";
import { AmuletRules_DevNet_Tap } from "../amulet/minting/amulet-rules-mint.js";
import {
  coinInputs,
  PaymentTransferContext,
  TransferInput,
} from "../amulet/transfer/transfer-types.js";
import { generalError } from "../model/coin-error.js";
import { modulePart } from "../model/module-part.js";
import { AmuletOperation, AmuletOperationOutcome } from "./amulet-operation.js";
import { buyMemberTraffic } from "./buy-traffic-operation.js";
import { installChoice } from "./install.js";
import type { BatchStep, OperationContext } from "./operation-context.js";
import {
  acceptSubscription,
  completeAcceptedTransfer,
  completeBuyTrafficRequest,
  mergeInputs,
  payApp,
  paySubscription,
} from "./payment-operations.js";
import {
  acceptTransferPreapprovalProposal,
  createExternalPartySetupProposal,
  renewTransferPreapproval,
  sendOverPreapproval,
} from "./preapproval-operations.js";

type Spending = Exclude<AmuletOperation, { tag: "CO_Tap" }>;

/** Carries out an operation that spends the inputs: its change is all that is left of them. */
const spend = (operation: Spending, context: OperationContext): ChoiceProgram<BatchStep> => {
  switch (operation.tag) {
    case "CO_AppPayment":
      return payApp(operation.value, context);
    case "CO_CompleteAcceptedTransfer":
      return completeAcceptedTransfer(operation.value, context);
    case "CO_SubscriptionAcceptAndMakeInitialPayment":
      return acceptSubscription(operation.value, context);
    case "CO_SubscriptionMakePayment":
      return paySubscription(operation.value, context);
    case "CO_MergeTransferInputs":
      return mergeInputs(context);
    case "CO_BuyMemberTraffic":
      return buyMemberTraffic(operation.value, context);
    case "CO_CompleteBuyTrafficRequest":
      return completeBuyTrafficRequest(operation.value.trafficRequestCid, context);
    case "CO_CreateExternalPartySetupProposal":
      return createExternalPartySetupProposal(operation.value, context);
    case "CO_AcceptTransferPreapprovalProposal":
      return acceptTransferPreapprovalProposal(operation.value, context);
    case "CO_RenewTransferPreapproval":
      return renewTransferPreapproval(operation.value, context);
    case "CO_TransferPreapprovalSend":
      return sendOverPreapproval(operation.value, context);
    case "ExtAmuletOperation":
      return generalError(
        "ExtAmuletOperation: bare extension constructors are not allowed at runtime",
      );
  }
};

/** Taps for the user. @returns the coin */
function* tap(
  amount: Numeric,
  { endUser, context: { amuletRules, context } }: OperationContext,
): ChoiceProgram<string> {
  const { amuletSum } = yield* exercise(AmuletRules_DevNet_Tap, amuletRules, {
    receiver: endUser,
    amount,
    openRound: context.openMiningRound,
  });
  return amuletSum.amulet;
}

/**
 * The operator carries out operations for the user, one after the other in one transaction (wallet
 * 19.1): the change of one is the only input of the next, a tap is added to the inputs. One that
 * fails fails them all.
 */
export const WalletAppInstall_ExecuteBatch = installChoice("ExecuteBatch", {
  argument: record({
    context: PaymentTransferContext,
    inputs: list(TransferInput),
    operations: list(AmuletOperation),
  }),
  result: record({
    endUserName: text,
    outcomes: list(AmuletOperationOutcome),
    optEndUserParty: optional(party),
  }),
  *body({ payload }, { context, inputs: given, operations }) {
    const { dsoParty: dso, endUserParty: endUser, validatorParty: validator } = payload;
    const outcomes: Array<AmuletOperationOutcome> = [];
    let inputs = given;
    for (const operation of operations) {
      const now = { dso, endUser, validator, context, inputs };
      if (operation.tag === "CO_Tap") {
        const coin = yield* tap(operation.value.tapAmount, now);
        outcomes.push({ tag: "COO_Tap", value: coin });
        inputs = [...coinInputs([coin]), ...inputs];
        continue;
      }
      const { outcome, change, isFree = false } = yield* spend(operation, now);
      outcomes.push(outcome);
      if (!isFree) inputs = coinInputs(change === undefined ? [] : [change]);
    }
    return { endUserName: payload.endUserName, outcomes, optEndUserParty: endUser };
  },
});

export const executeBatchModule = modulePart({ choices: [WalletAppInstall_ExecuteBatch] });
