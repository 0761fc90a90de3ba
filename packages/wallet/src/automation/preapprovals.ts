import {
  amuletPackage,
  TransferPreapproval,
  TransferPreapproval_Renew,
  TransferPreapprovalProposal,
  TransferPreapprovalProposal_Accept,
  walletPackage,
} from "@tallystick/coin";
import { commandsOf } from "@tallystick/wire";
import { commandIdOf, type Submission } from "../submissions/submission.js";
import { preapprovalFeeInCc } from "../treasury/prices.js";
import { fundingFor } from "../treasury/treasury.js";
import type { Automation, AutomationContext } from "./automation.js";

const amulet = commandsOf(amuletPackage);
const wallet = commandsOf(walletPackage);

/** Proposals that are looked at, oldest first, and preapprovals near their end. */
const maxProposals = 100;
const maxRenewals = 100;

/**
 * What the operator pays a lifetime with; undefined when it lacks the funds, so that it is tried
 * again later.
 */
const fundsFor = ({ view, network, operator, now }: AutomationContext, lifetimeMicros: number) => {
  const fee = preapprovalFeeInCc(lifetimeMicros, network.config, network.round.payload.amuletPrice);
  if (fee === undefined) return undefined;
  const funding = fundingFor(fee, view, network, operator, now);
  return funding.total !== undefined && funding.total >= fee ? funding : undefined;
};

const accept = (context: AutomationContext): ReadonlyArray<Submission> => {
  const { view, network, operator, config, now, isWaiting } = context;
  const proposal = view
    .of(TransferPreapprovalProposal, operator, maxProposals)
    .find(
      ({ contractId, payload: { provider, expectedDso } }) =>
        provider === operator &&
        (expectedDso === undefined || expectedDso === network.dso) &&
        !isWaiting(commandIdOf("accept-preapproval", contractId)),
    );
  if (proposal === undefined) return [];
  const { preapprovalLifetimeMicros } = config;
  const funding = fundsFor(context, preapprovalLifetimeMicros);
  if (funding === undefined) return [];
  const command = wallet.exercise(TransferPreapprovalProposal_Accept, proposal.contractId, {
    context: funding.context,
    inputs: funding.inputs,
    expiresAt: now + preapprovalLifetimeMicros,
  });
  return [
    {
      commandId: commandIdOf("accept-preapproval", proposal.contractId),
      actAs: [operator],
      readAs: [network.dso],
      commands: [command],
    },
  ];
};

const renew = (context: AutomationContext): ReadonlyArray<Submission> => {
  const { view, network, operator, config, now, isWaiting } = context;
  const { preapprovalLifetimeMicros, preapprovalRenewalMicros } = config;
  const ending = view
    .due(TransferPreapproval, operator, now + preapprovalRenewalMicros, maxRenewals)
    .find(
      ({ contractId, payload }) =>
        payload.provider === operator &&
        payload.dso === network.dso &&
        now < payload.expiresAt &&
        !isWaiting(commandIdOf("renew-preapproval", contractId)),
    );
  if (ending === undefined) return [];
  const funding = fundsFor(context, preapprovalLifetimeMicros);
  if (funding === undefined) return [];
  const command = amulet.exercise(TransferPreapproval_Renew, ending.contractId, {
    context: funding.context,
    inputs: funding.inputs,
    newExpiresAt: ending.payload.expiresAt + preapprovalLifetimeMicros,
  });
  return [
    {
      commandId: commandIdOf("renew-preapproval", ending.contractId),
      actAs: [operator],
      readAs: [network.dso],
      commands: [command],
    },
  ];
};

/**
 * The operator accepts proposals that name it as the provider, and pays for them (wallet 10);
 * without funds they wait.
 */
export const acceptPreapprovals: Automation = {
  name: "accept-transfer-preapprovals",
  runsFor: "operator",
  plan: accept,
};

/** The operator renews its preapprovals before they end (specification 2.6, wallet 10). */
export const renewPreapprovals: Automation = {
  name: "renew-transfer-preapprovals",
  runsFor: "operator",
  plan: renew,
};
