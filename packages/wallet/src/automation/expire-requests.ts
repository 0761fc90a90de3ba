import {
  amuletPackage,
  AcceptedTransferOffer,
  AcceptedTransferOffer_Expire,
  AppPaymentRequest,
  AppPaymentRequest_Expire,
  BuyTrafficRequest,
  BuyTrafficRequest_Expire,
  ExternalPartySetupProposal,
  ExternalPartySetupProposal_Withdraw,
  MintingDelegation,
  MintingDelegation_Reject,
  MintingDelegationProposal,
  MintingDelegationProposal_Reject,
  TransferOffer,
  TransferOffer_Expire,
  walletPackage,
  walletPaymentsPackage,
} from "@tallystick/coin";
import { type Command, commandsOf, type PartyId, type Template } from "@tallystick/core";
import type { ActiveContract } from "../contracts/contracts-view.js";
import { firstDue } from "../contracts/first-found.js";
import { commandIdOf, type Submission } from "../submissions/submission.js";
import type { Automation, AutomationContext } from "./automation.js";

const amulet = commandsOf(amuletPackage);
const wallet = commandsOf(walletPackage);
const payments = commandsOf(walletPaymentsPackage);

/** Contracts of a kind ended in one run. */
const maxExpired = 50;

/**
 * Ends expired contracts of a template, each with its own command, so that an error does not stop
 * the others.
 */
const expired = <P>(
  { view, config, now, isWaiting }: AutomationContext,
  template: Template<P>,
  party: PartyId,
  command: (found: ActiveContract<P>) => Command,
  keep: (payload: P) => boolean = () => true,
): ReadonlyArray<Submission> =>
  firstDue(view, now - config.clockSkewDelayMicros, {
    template,
    party,
    keep: ({ contractId, payload }) =>
      keep(payload) && !isWaiting(commandIdOf("expire", contractId)),
    wanted: maxExpired,
  }).map((found) => ({
    commandId: commandIdOf("expire", found.contractId),
    actAs: [party],
    readAs: [],
    commands: [command(found)],
  }));

/**
 * Ends expired offers, requests and delegations from their stakeholders' wallets (wallet 6.4, 17,
 * 19.2), slightly later, so that it is not too early by a clock that lags.
 */
export const expireRequests: Automation = {
  name: "expire-requests",
  runsFor: "party",
  bound: { oncePer: "offer or request that has expired" },
  lack: "pays nothing",
  plan: (context, party) => [
    ...expired(context, TransferOffer, party, ({ contractId }) =>
      wallet.exercise(TransferOffer_Expire, contractId, { actor: party }),
    ),
    ...expired(context, AcceptedTransferOffer, party, ({ contractId }) =>
      wallet.exercise(AcceptedTransferOffer_Expire, contractId, { actor: party }),
    ),
    ...expired(context, BuyTrafficRequest, party, ({ contractId }) =>
      wallet.exercise(BuyTrafficRequest_Expire, contractId, {}),
    ),
    ...expired(context, AppPaymentRequest, party, ({ contractId }) =>
      payments.exercise(AppPaymentRequest_Expire, contractId, { actor: party }),
    ),
    ...expired(
      context,
      ExternalPartySetupProposal,
      party,
      ({ contractId }) =>
        amulet.exercise(ExternalPartySetupProposal_Withdraw, contractId, { reason: "expired" }),
      ({ validator }) => validator === party,
    ),
    ...expired(
      context,
      MintingDelegation,
      party,
      ({ contractId }) => wallet.exercise(MintingDelegation_Reject, contractId, {}),
      ({ delegate }) => delegate === party,
    ),
    ...expired(
      context,
      MintingDelegationProposal,
      party,
      ({ contractId }) => wallet.exercise(MintingDelegationProposal_Reject, contractId, {}),
      ({ delegation }) => delegation.delegate === party,
    ),
  ],
};
