import {
  int64,
  numeric,
  numericToText,
  record,
  type Static,
  text,
  unit,
  variant,
} from "@tallystick/core";
import { TransferResult } from "../transfer/transfer-types.js";

/** Why a transfer was not made, where the ledger records it instead of rejecting the command. */
export const InvalidTransferReason = variant({
  ITR_InsufficientFunds: record({ missingAmount: numeric }),
  ITR_UnknownSynchronizer: record({ synchronizerId: text }),
  ITR_InsufficientTopupAmount: record({ requestedTopupAmount: int64, minTopupAmount: int64 }),
  ITR_Other: record({ description: text }),
  ExtInvalidTransferReason: record({ dummyUnitField: unit }),
});
/** Why a transfer was not made. */
export type InvalidTransferReason = Static<typeof InvalidTransferReason>;

/** The outcome of a transfer command's transfer. */
export const TransferCommandResult = variant({
  TransferCommandResultFailure: record({ reason: InvalidTransferReason }),
  TransferCommandResultSuccess: record({ result: TransferResult }),
});
export type TransferCommandResult = Static<typeof TransferCommandResult>;

/** A reason as clients read it (wallet 9.4). */
export const invalidTransferReasonText = (reason: InvalidTransferReason): string => {
  switch (reason.tag) {
    case "ITR_InsufficientFunds":
      return `${reason.tag}: missing ${numericToText(reason.value.missingAmount)} CC`;
    case "ITR_UnknownSynchronizer":
      return `${reason.tag}: ${reason.value.synchronizerId}`;
    case "ITR_InsufficientTopupAmount":
      return `${reason.tag}: ${reason.value.requestedTopupAmount} bytes, at least ${reason.value.minTopupAmount}`;
    case "ITR_Other":
      return `${reason.tag}: ${reason.value.description}`;
    case "ExtInvalidTransferReason":
      return reason.tag;
  }
};
