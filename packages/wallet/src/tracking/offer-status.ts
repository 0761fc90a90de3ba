import { AcceptedTransferOffer, Amulet, BuyTrafficRequest, TransferOffer } from "@tallystick/coin";
import {
  type ExerciseNode,
  type Json,
  type PartyId,
  templateNameOf,
  type TransactionCommitted,
} from "@tallystick/core";
import { textAt } from "../history/json-path.js";
import type { PayloadOf } from "../history/unlocked-changes.js";

/** The kind of a tracking id; ids of offers and of requests to buy traffic are separate. */
export type TrackedKind = "transfer-offer" | "buy-traffic-request";

/** The status of a tracking id, in the form of the status endpoints (wallet 2.3, 2.5). */
export type TrackedStatus = Readonly<Record<string, string>> & { readonly status: string };

/** A change of the status of a tracking id, for each party that may read it. */
export interface TrackedChange {
  readonly kind: TrackedKind;
  readonly trackingId: string;
  readonly parties: ReadonlyArray<PartyId>;
  readonly status: TrackedStatus;
}

const offerParties = (payload: Json | undefined): ReadonlyArray<string> =>
  ["sender", "receiver"].flatMap((key) => textAt(payload, key) ?? []);

const failed = (failure_kind: string, withdrawn_reason?: string): TrackedStatus => ({
  status: "failed",
  failure_kind,
  ...(withdrawn_reason === undefined ? {} : { withdrawn_reason }),
});

const completed = (
  { updateId, nodes }: TransactionCommitted,
  node: ExerciseNode,
  receiver: string,
) => {
  const coin = nodes
    .slice(node.nodeId, node.lastDescendantNodeId + 1)
    .find(
      (it) =>
        it.kind === "create" &&
        it.templateId.endsWith(`:${Amulet.name}`) &&
        textAt(it.payload, "owner") === receiver,
    );
  return { status: "completed", transaction_id: updateId, contract_id: coin?.contractId ?? "" };
};

/** The status of an offer after a choice (wallet 6.2); undefined for other choices. */
const offerStatus = (
  transaction: TransactionCommitted,
  node: ExerciseNode,
  payload: Json | undefined,
): TrackedStatus | undefined => {
  const reason = textAt(node.argument, "reason");
  switch (node.choice) {
    case "TransferOffer_Accept":
      return {
        status: "accepted",
        transaction_id: transaction.updateId,
        contract_id: textAt(node.result, "acceptedTransferOffer") ?? "",
      };
    case "TransferOffer_Reject":
      return failed("rejected");
    case "TransferOffer_Withdraw":
    case "AcceptedTransferOffer_Abort":
    case "AcceptedTransferOffer_Withdraw":
      return failed("withdrawn", reason ?? "");
    case "TransferOffer_Expire":
    case "AcceptedTransferOffer_Expire":
      return failed("expired");
    case "AcceptedTransferOffer_Complete":
      return completed(transaction, node, textAt(payload, "receiver") ?? "");
    default:
      return undefined;
  }
};

/** The status of a request to buy traffic after a choice (wallet 7). */
const requestStatus = (
  { updateId }: TransactionCommitted,
  node: ExerciseNode,
): TrackedStatus | undefined => {
  switch (node.choice) {
    case "BuyTrafficRequest_Complete":
      return { status: "completed", transaction_id: updateId };
    case "BuyTrafficRequest_Cancel":
      return {
        status: "failed",
        failure_reason: "rejected",
        rejection_reason: textAt(node.argument, "reason") ?? "",
      };
    case "BuyTrafficRequest_Expire":
      return { status: "failed", failure_reason: "expired" };
    default:
      return undefined;
  }
};

/** The contracts with tracking ids, and their parties. */
const tracked: ReadonlyMap<
  string,
  { readonly kind: TrackedKind; parties(payload: Json | undefined): ReadonlyArray<string> }
> = new Map([
  [TransferOffer.name, { kind: "transfer-offer", parties: offerParties }],
  [AcceptedTransferOffer.name, { kind: "transfer-offer", parties: offerParties }],
  [
    BuyTrafficRequest.name,
    {
      kind: "buy-traffic-request",
      parties: (payload: Json | undefined) => {
        const user = textAt(payload, "endUserParty");
        return user === undefined ? [] : [user];
      },
    },
  ],
]);

/** The changes of tracking ids in a transaction, in order (wallet 6.2, 6.3). */
export const trackedChanges = (
  transaction: TransactionCommitted,
  payloadOf: PayloadOf,
): ReadonlyArray<TrackedChange> =>
  transaction.nodes.flatMap((node): ReadonlyArray<TrackedChange> => {
    const template = templateNameOf(node.templateId);
    const row = tracked.get(template);
    if (row === undefined) return [];
    const payload = node.kind === "create" ? node.payload : payloadOf(node.contractId);
    const trackingId = textAt(payload, "trackingId");
    if (trackingId === undefined) return [];
    const change = (status: TrackedStatus): ReadonlyArray<TrackedChange> => [
      { kind: row.kind, trackingId, parties: row.parties(payload), status },
    ];
    if (node.kind === "create") {
      // the acceptance that created it has recorded it already
      if (template === AcceptedTransferOffer.name) return [];
      return change(
        row.kind === "transfer-offer"
          ? {
              status: "created",
              transaction_id: transaction.updateId,
              contract_id: node.contractId,
            }
          : { status: "created" },
      );
    }
    const status =
      row.kind === "transfer-offer"
        ? offerStatus(transaction, node, payload)
        : requestStatus(transaction, node);
    return status === undefined ? [] : change(status);
  });
