import fc from "fast-check";
import { allocationOperations } from "./allocation-operations.js";
import { delegationOperations } from "./delegation-operations.js";
import { fundOperations } from "./fund-operations.js";
import { holdingOperations } from "./holding-operations.js";
import type { LawStep, Operation } from "./law-operation.js";
import { nameOperations } from "./name-operations.js";
import { orderOperations } from "./order-operations.js";
import { paymentOperations } from "./payment-operations.js";
import { preapprovalOperations } from "./preapproval-operations.js";
import { rewardOperations } from "./reward-operations.js";
import { subscriptionOperations } from "./subscription-operations.js";
import { transferOperations } from "./transfer-operations.js";
import { twoStepOperations } from "./two-step-operations.js";
import { walletOperations } from "./wallet-operations.js";

/** Every operation; a new one is one entry more. */
export const operations: ReadonlyArray<Operation> = [
  ...holdingOperations,
  ...transferOperations,
  ...twoStepOperations,
  ...preapprovalOperations,
  ...rewardOperations,
  ...delegationOperations,
  ...allocationOperations,
  ...walletOperations,
  ...paymentOperations,
  ...subscriptionOperations,
  ...orderOperations,
  ...fundOperations,
  ...nameOperations,
];

/**
 * Random histories of all operations.
 *
 * @param maxLength the most steps of one
 */
export const histories = (maxLength: number): fc.Arbitrary<ReadonlyArray<LawStep>> =>
  fc.array(fc.oneof(...operations.map(({ weight, steps }) => ({ weight, arbitrary: steps }))), {
    maxLength,
    size: "max",
  });
