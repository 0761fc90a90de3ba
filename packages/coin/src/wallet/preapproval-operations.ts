import { exercise, type ChoiceProgram } from "@tallystick/core";
import { AmuletRules_CreateExternalPartySetupProposal } from "../amulet/preapproval/external-party-setup.js";
import { TransferPreapproval_Send } from "../amulet/preapproval/transfer-preapproval-send.js";
import { TransferPreapproval_Renew } from "../amulet/preapproval/transfer-preapproval.js";
import { requireThat } from "../model/coin-error.js";
import { isLater } from "../model/release.js";
import type { AmuletOperation } from "./amulet-operation.js";
import type { BatchStep, OperationContext } from "./operation-context.js";
import { TransferPreapprovalProposal_Accept } from "./transfer-preapproval-proposal.js";

type ValueOf<T extends AmuletOperation["tag"]> = Extract<AmuletOperation, { tag: T }>["value"];

const requireOperatorsOwn = (
  { endUser, validator }: OperationContext,
  what: string,
): ChoiceProgram<void> => requireThat(endUser === validator, `Only a validator can ${what}`);

/** The operator offers to serve an external party, and pays for its preapproval. */
export function* createExternalPartySetupProposal(
  { externalParty, preapprovalExpiresAt }: ValueOf<"CO_CreateExternalPartySetupProposal">,
  operation: OperationContext,
): ChoiceProgram<BatchStep> {
  yield* requireOperatorsOwn(operation, "create a proposal to host an external party");
  const { dso, validator, context, inputs } = operation;
  const { proposalCid, transferResult, amuletPaid } = yield* exercise(
    AmuletRules_CreateExternalPartySetupProposal,
    context.amuletRules,
    { context, inputs, user: externalParty, validator, preapprovalExpiresAt, expectedDso: dso },
  );
  return {
    outcome: { tag: "COO_CreateExternalPartySetupProposal", value: proposalCid },
    change: transferResult.senderChangeAmulet,
    isFree: (yield* isLater()) && amuletPaid <= 0n,
  };
}

/** The operator accepts a receiver's proposal, and pays for the preapproval. */
export function* acceptTransferPreapprovalProposal(
  { preapprovalProposalCid, expiresAt }: ValueOf<"CO_AcceptTransferPreapprovalProposal">,
  operation: OperationContext,
): ChoiceProgram<BatchStep> {
  yield* requireOperatorsOwn(operation, "accept a proposal to create a transfer preapproval");
  const { context, inputs } = operation;
  const { transferPreapprovalCid, transferResult, amuletPaid } = yield* exercise(
    TransferPreapprovalProposal_Accept,
    preapprovalProposalCid,
    { context, inputs, expiresAt },
  );
  return {
    outcome: { tag: "COO_AcceptTransferPreapprovalProposal", value: transferPreapprovalCid },
    change: transferResult.senderChangeAmulet,
    isFree: (yield* isLater()) && amuletPaid <= 0n,
  };
}

/** The provider of a preapproval pays for a longer life. */
export function* renewTransferPreapproval(
  { previousApprovalCid, newExpiresAt }: ValueOf<"CO_RenewTransferPreapproval">,
  { context, inputs }: OperationContext,
): ChoiceProgram<BatchStep> {
  const { transferPreapprovalCid, transferResult, amuletPaid } = yield* exercise(
    TransferPreapproval_Renew,
    previousApprovalCid,
    { context, inputs, newExpiresAt },
  );
  return {
    outcome: { tag: "COO_RenewTransferPreapproval", value: transferPreapprovalCid },
    change: transferResult.senderChangeAmulet,
    isFree: (yield* isLater()) && amuletPaid <= 0n,
  };
}

/**
 * The user sends in one step. The reward is that of the receiver's provider, so its featured right
 * takes the place of the one in the context.
 */
export function* sendOverPreapproval(
  operation: ValueOf<"CO_TransferPreapprovalSend">,
  { endUser, context: { amuletRules, context }, inputs }: OperationContext,
): ChoiceProgram<BatchStep> {
  const { transferPreapprovalCid, providerFeaturedAppRightCid, amount, description } = operation;
  const { result } = yield* exercise(TransferPreapproval_Send, transferPreapprovalCid, {
    context: {
      amuletRules,
      context: { ...context, featuredAppRight: providerFeaturedAppRightCid },
    },
    inputs,
    amount,
    sender: endUser,
    description,
  });
  const { senderChangeAmulet } = result;
  return {
    outcome: { tag: "COO_TransferPreapprovalSend", value: senderChangeAmulet },
    change: senderChangeAmulet,
  };
}
