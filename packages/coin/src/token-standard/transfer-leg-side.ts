import { enumeration, numeric, record, type Static, text } from "@tallystick/core";
import { Account } from "./holding-v2.js";
import { Metadata } from "./metadata-v1.js";

/** Whether an account sends or receives. */
export const TransferSide = enumeration("SenderSide", "ReceiverSide");
export type TransferSide = Static<typeof TransferSide>;

/**
 * A transfer as one account sees it. Both accounts of a transfer name it by the same
 * `transferLegId`; `otherside` is the other one.
 */
export const TransferLegSide = record(
  {
    transferLegId: text,
    side: TransferSide,
    otherside: Account,
    amount: numeric,
    instrumentId: text,
    meta: Metadata,
  },
  "TransferLegSide",
);
export type TransferLegSide = Static<typeof TransferLegSide>;
