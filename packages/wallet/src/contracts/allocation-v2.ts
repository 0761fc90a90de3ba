import { allocationV2 } from "@tallystick/coin";
import { contractId, int64, optional, record, template, timestamp } from "@tallystick/core";

const Payload = record({
  lockedAmulet: optional(contractId),
  settlement: allocationV2.SettlementInfo,
  allocation: allocationV2.AllocationSpecification,
  expiresAt: timestamp,
  numIterations: int64,
  createdAt: timestamp,
});
/** Allocations of the second version, as far as the wallet reads them. */
export const AmuletAllocationV2 = template("Splice.AmuletAllocationV2:AmuletAllocationV2", {
  payload: Payload,
  signatories: ({ allocation: { admin, authorizer } }) =>
    authorizer.owner === undefined ? [admin] : [admin, authorizer.owner],
  observers: ({ settlement }) => settlement.executors,
});
