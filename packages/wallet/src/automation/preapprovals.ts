import { TransferPreapproval, TransferPreapprovalProposal } from "@tallystick/coin";
import { isLeft } from "fp-ts/lib/Either.js";
import { firstDue, firstOf } from "../contracts/first-found.js";
import type { Submission } from "../submissions/submission.js";
import { payInOrder, type Payment, paymentId } from "../treasury/execute-batch.js";
import { preapprovalFeeInCc } from "../treasury/prices.js";
import type { Automation, AutomationContext } from "./automation.js";

/** What command ids begin with. */
const accepted = "accept-preapproval";
const renewed = "renew-preapproval";

/**
 * Pays for a lifetime of each of these; nothing while the operator lacks the funds, so that it is
 * tried again later.
 */
const payFor = (
  context: AutomationContext,
  name: string,
  operations: ReadonlyArray<Omit<Payment, "cost">>,
): ReadonlyArray<Submission> => {
  const { network, operator, config } = context;
  const { preapprovalLifetimeMicros } = config;
  const price = network.round.payload.amuletPrice;
  const cost = preapprovalFeeInCc(preapprovalLifetimeMicros, network.config, price);
  if (cost === undefined) return [];
  const payments = operations.map((operation) => ({ ...operation, cost }));
  const submission = payInOrder(context, operator, name, payments);
  return isLeft(submission) || submission.right === undefined ? [] : [submission.right];
};

const accept = (context: AutomationContext): ReadonlyArray<Submission> => {
  const { view, network, operator, config, now, isWaiting } = context;
  const proposals = firstOf(view, {
    template: TransferPreapprovalProposal,
    party: operator,
    keep: ({ contractId, payload: { provider, expectedDso } }) =>
      provider === operator &&
      (expectedDso === undefined || expectedDso === network.dso) &&
      !isWaiting(paymentId(accepted, contractId)),
    wanted: config.treasuryBatchSize,
  });
  const expiresAt = now + config.preapprovalLifetimeMicros;
  return payFor(
    context,
    accepted,
    proposals.map(({ contractId }) => ({
      contractId,
      operation: {
        tag: "CO_AcceptTransferPreapprovalProposal",
        value: { preapprovalProposalCid: contractId, expiresAt },
      },
    })),
  );
};

const renew = (context: AutomationContext): ReadonlyArray<Submission> => {
  const { view, network, operator, config, now, isWaiting } = context;
  const ending = firstDue(view, now + config.preapprovalRenewalMicros, {
    template: TransferPreapproval,
    party: operator,
    keep: ({ contractId, payload }) =>
      payload.provider === operator &&
      payload.dso === network.dso &&
      now < payload.expiresAt &&
      !isWaiting(paymentId(renewed, contractId)),
    wanted: config.treasuryBatchSize,
  });
  return payFor(
    context,
    renewed,
    ending.map(({ contractId, payload }) => ({
      contractId,
      operation: {
        tag: "CO_RenewTransferPreapproval",
        value: {
          previousApprovalCid: contractId,
          newExpiresAt: payload.expiresAt + config.preapprovalLifetimeMicros,
        },
      },
    })),
  );
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
