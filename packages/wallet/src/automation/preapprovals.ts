import {
  ExternalPartySetupProposal,
  TransferPreapproval,
  TransferPreapprovalProposal,
} from "@tallystick/coin";
import type { Micros, Numeric, PartyId, Static } from "@tallystick/core";
import { type Either, isLeft, mapLeft, right } from "fp-ts/lib/Either.js";
import type { ActiveContract } from "../contracts/contracts-view.js";
import { firstDue, firstOf } from "../contracts/first-found.js";
import { commandIdOf, type Submission } from "../submissions/submission.js";
import { executeBatch, payInOrder, paymentId } from "../treasury/execute-batch.js";
import { preapprovalFeeInCc } from "../treasury/prices.js";
import { fundingFor } from "../treasury/treasury.js";
import type { Automation, AutomationContext } from "./automation.js";
import { type Lack, lackOf } from "./lack.js";

/** Prefix of command ids. */
const accepted = "accept-preapproval";
const renewed = "renew-preapproval";

/**
 * How often the operator pays for a new preapproval of one receiver on one day (UTC): a receiver
 * can end one at any time and propose the next.
 */
const maxAcceptancesPerDay = 5;
const dayMicros = 86_400_000_000;

type Proposal = ActiveContract<Static<(typeof TransferPreapprovalProposal)["payload"]>>;
type Preapproval = ActiveContract<Static<(typeof TransferPreapproval)["payload"]>>;

/** The cost of a preapproval for a lifetime now; undefined when it is out of range. */
const lifetimeCost = ({ network, config }: AutomationContext): Numeric | undefined =>
  preapprovalFeeInCc(
    config.preapprovalLifetimeMicros,
    network.config,
    network.round.payload.amuletPrice,
  );

/** The preapprovals of a receiver that the operator provides, expired ones included. */
const providedTo = (
  { view, network, operator }: AutomationContext,
  receiver: string,
): ReadonlyArray<Preapproval> =>
  view
    .named(TransferPreapproval, receiver, receiver)
    .filter(({ payload }) => payload.provider === operator && payload.dso === network.dso);

/**
 * The command id with which the operator pays for the next new preapproval of a receiver: a number
 * of the day that has not taken effect, so that deduplication enforces the limit even if the views
 * lag. Undefined when the day's limit is reached.
 */
export const newPreapprovalId = (
  { now, isDone }: { readonly now: Micros; readonly isDone: (commandId: string) => boolean },
  receiver: PartyId,
): string | undefined => {
  const day = Math.floor(now / dayMicros);
  for (let turn = 1; turn <= maxAcceptancesPerDay; turn++) {
    const commandId = commandIdOf(accepted, receiver, day, turn);
    if (!isDone(commandId)) return commandId;
  }
  return undefined;
};

/** The same; undefined also when that command failed recently. */
const acceptanceId = (context: AutomationContext, receiver: PartyId): string | undefined => {
  const commandId = newPreapprovalId(context, receiver);
  return commandId === undefined || context.isWaiting(commandId) ? undefined : commandId;
};

/** Whether a set-up waits for a receiver's signature, which makes its preapproval. */
const hasSetup = ({ view, operator }: AutomationContext, receiver: PartyId): boolean =>
  view.named(ExternalPartySetupProposal, operator, receiver, 1).length > 0;

/**
 * Whether the operator pays for a proposal now. Data of a receiver are looked up once, however many
 * proposals it has made.
 */
const acceptableIn = (context: AutomationContext): ((proposal: Proposal) => boolean) => {
  const known = new Map<string, boolean>();
  const isWanted = (receiver: string): boolean => {
    const wanted =
      known.get(receiver) ??
      (acceptanceId(context, receiver) !== undefined &&
        providedTo(context, receiver).length === 0 &&
        !hasSetup(context, receiver));
    known.set(receiver, wanted);
    return wanted;
  };
  return ({ payload: { receiver, provider, expectedDso } }) =>
    provider === context.operator &&
    (expectedDso === undefined || expectedDso === context.network.dso) &&
    isWanted(receiver);
};

/** The oldest acceptable proposal, and what the operator has for it. */
const nextAcceptance = (context: AutomationContext) => {
  const { view, network, operator, now } = context;
  const cost = lifetimeCost(context);
  if (cost === undefined) return undefined;
  const [proposal] = firstOf(view, {
    template: TransferPreapprovalProposal,
    party: operator,
    keep: acceptableIn(context),
    wanted: 1,
  });
  const commandId = proposal && acceptanceId(context, proposal.payload.receiver);
  if (proposal === undefined || commandId === undefined) return undefined;
  return { proposal, commandId, cost, funding: fundingFor(cost, view, network, operator, now) };
};

/** Accepts it, alone in its transaction. */
const accept = (context: AutomationContext): ReadonlyArray<Submission> => {
  const { operator, config, now } = context;
  const next = nextAcceptance(context);
  if (next?.funding.total === undefined || next.funding.total < next.cost) return [];
  const { proposal, commandId, funding } = next;
  const operation = {
    tag: "CO_AcceptTransferPreapprovalProposal",
    value: {
      preapprovalProposalCid: proposal.contractId,
      expiresAt: BigInt(now + config.preapprovalLifetimeMicros),
    },
  } as const;
  const submission = executeBatch(context, operator, funding, [operation], commandId);
  return submission === undefined ? [] : [submission];
};

/** Whether another preapproval of the same receiver lasts longer: then this one may expire. */
const isOutlasted = (
  context: AutomationContext,
  { contractId, payload: { receiver, expiresAt } }: Preapproval,
): boolean =>
  providedTo(context, receiver).some(
    (other) =>
      other.payload.expiresAt > expiresAt ||
      (other.payload.expiresAt === expiresAt && other.contractId < contractId),
  );

/** The next renewals; Left: what the operator has, when that is too little for the first. */
const renewal = (context: AutomationContext): Either<Lack | undefined, Submission | undefined> => {
  const { view, network, operator, config, now, isWaiting } = context;
  const cost = lifetimeCost(context);
  if (cost === undefined) return right(undefined);
  const ending = firstDue(view, now + config.preapprovalRenewalMicros, {
    template: TransferPreapproval,
    party: operator,
    keep: (preapproval) =>
      preapproval.payload.provider === operator &&
      preapproval.payload.dso === network.dso &&
      now < preapproval.payload.expiresAt &&
      !isWaiting(paymentId(renewed, preapproval.contractId)) &&
      !isOutlasted(context, preapproval),
    wanted: config.treasuryBatchSize,
  });
  const payments = ending.map(({ contractId, payload }) => ({
    contractId,
    cost,
    operation: {
      tag: "CO_RenewTransferPreapproval",
      value: {
        previousApprovalCid: contractId,
        newExpiresAt: payload.expiresAt + BigInt(config.preapprovalLifetimeMicros),
      },
    } as const,
  }));
  return mapLeft((available: Numeric) => lackOf(operator, cost, available))(
    payInOrder(context, operator, renewed, payments),
  );
};

const renew = (context: AutomationContext): ReadonlyArray<Submission> => {
  const submission = renewal(context);
  return isLeft(submission) || submission.right === undefined ? [] : [submission.right];
};

/**
 * Accepts proposals that name the operator as the provider, and pays for them (wallet 10): one at a
 * time of a receiver, and none of a receiver with a preapproval of the operator, or with a set-up
 * that makes one. Without funds they wait.
 */
export const acceptPreapprovals: Automation = {
  name: "accept-transfer-preapprovals",
  runsFor: "operator",
  bound: { oncePer: "proposal" },
  lack: (context) => {
    const next = nextAcceptance(context);
    return next && lackOf(context.operator, next.cost, next.funding.total);
  },
  plan: accept,
};

/**
 * Renews the operator's preapprovals before they expire (specification 2.6, wallet 10); of several
 * of one receiver the one that lasts longest.
 */
export const renewPreapprovals: Automation = {
  name: "renew-transfer-preapprovals",
  runsFor: "operator",
  bound: { oncePer: "preapproval that expires within `renewalDuration`" },
  lack: (context) => {
    const submission = renewal(context);
    return isLeft(submission) ? submission.left : undefined;
  },
  plan: renew,
};
