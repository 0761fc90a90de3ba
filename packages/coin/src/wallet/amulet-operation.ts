import { pair } from "../model/pair.js";
import {
  contractId,
  int64,
  numeric,
  optional,
  party,
  record,
  type Static,
  text,
  timestamp,
  unit,
  variant,
} from "@tallystick/core";
import { InvalidTransferReason } from "../amulet/command/transfer-command-result.js";
import { TransferResult } from "../amulet/transfer/transfer-types.js";
import { RelTime } from "../token-standard/metadata-v1.js";
import { BuyTrafficRequestTrackingInfo } from "./buy-traffic-request.js";
import { TransferOfferTrackingInfo } from "./transfer-offer.js";

/** One operation of a batch that spends or makes coins of a user (wallet 19.1). */
export const AmuletOperation = variant({
  CO_AppPayment: contractId,
  CO_CompleteAcceptedTransfer: contractId,
  CO_SubscriptionAcceptAndMakeInitialPayment: contractId,
  CO_SubscriptionMakePayment: contractId,
  CO_MergeTransferInputs: unit,
  CO_BuyMemberTraffic: record({
    trafficAmount: int64,
    memberId: text,
    synchronizerId: text,
    migrationId: int64,
    minTopupInterval: RelTime,
    topupStateCid: optional(contractId),
  }),
  CO_CompleteBuyTrafficRequest: record({ trafficRequestCid: contractId }),
  CO_Tap: record({ tapAmount: numeric }),
  ExtAmuletOperation: record({ dummyUnitField: unit }),
  CO_CreateExternalPartySetupProposal: record({
    externalParty: party,
    preapprovalExpiresAt: timestamp,
  }),
  CO_AcceptTransferPreapprovalProposal: record({
    preapprovalProposalCid: contractId,
    expiresAt: timestamp,
  }),
  CO_RenewTransferPreapproval: record({ previousApprovalCid: contractId, newExpiresAt: timestamp }),
  CO_TransferPreapprovalSend: record({
    transferPreapprovalCid: contractId,
    providerFeaturedAppRightCid: optional(contractId),
    amount: numeric,
    description: optional(text),
  }),
});
/** One operation of a batch. */
export type AmuletOperation = Static<typeof AmuletOperation>;

/**
 * The result of an operation of a batch; `COO_Error` is kept for its form, an operation that fails
 * fails the batch.
 */
export const AmuletOperationOutcome = variant({
  COO_AcceptedAppPayment: contractId,
  COO_CompleteAcceptedTransfer: pair(TransferResult, TransferOfferTrackingInfo),
  COO_SubscriptionInitialPayment: contractId,
  COO_SubscriptionPayment: contractId,
  COO_MergeTransferInputs: optional(contractId),
  COO_BuyMemberTraffic: contractId,
  COO_CompleteBuyTrafficRequest: pair(contractId, BuyTrafficRequestTrackingInfo),
  COO_Tap: contractId,
  COO_Error: InvalidTransferReason,
  ExtAmuletOperationOutcome: record({ dummyUnitField: unit }),
  COO_CreateExternalPartySetupProposal: contractId,
  COO_AcceptTransferPreapprovalProposal: contractId,
  COO_RenewTransferPreapproval: contractId,
  COO_TransferPreapprovalSend: optional(contractId),
});
/** The result of an operation of a batch. */
export type AmuletOperationOutcome = Static<typeof AmuletOperationOutcome>;
