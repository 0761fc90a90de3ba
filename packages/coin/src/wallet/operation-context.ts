import type { PaymentTransferContext, TransferInput } from "../amulet/transfer/transfer-types.js";
import type { AmuletOperationOutcome } from "./amulet-operation.js";

/** Who an operation of a batch is carried out for, with what is left to spend at its turn. */
export interface OperationContext {
  readonly dso: string;
  readonly endUser: string;
  readonly validator: string;
  readonly context: PaymentTransferContext;
  readonly inputs: ReadonlyArray<TransferInput>;
}

/** The result of one operation, and the change it gave back. */
export interface BatchStep {
  readonly outcome: AmuletOperationOutcome;
  /** Contract id of the coin that is left, the only input of the next operation. */
  readonly change: string | undefined;
  /** True when the operation cost nothing: all inputs are left. */
  readonly isFree?: boolean;
}
