import { definePackage, type Package } from "@tallystick/core";
import { codeVersion } from "../model/code-version.js";
import * as instruction from "./allocation-instruction-v2.js";
import * as request from "./allocation-request-v2.js";
import * as allocation from "./allocation-v2.js";
import { Holding } from "./holding-v2.js";
import { EventLog, EventLog_HoldingsChange } from "./transfer-events-v2.js";
import { RewardCoupon, RewardCoupon_AssignBeneficiaries } from "./reward-assignment-v1.js";
import * as transfer from "./transfer-instruction-v2.js";

const version = "1.0.0";

/** The interfaces of the token standard's second version (CIP-112), by their ids. */
export const apiPackagesV2: ReadonlyArray<Package> = [
  definePackage({
    name: "splice-api-token-holding-v2",
    version,
    codeVersion,
    packageId: "4b7ecfc366d79ccc5ed07c80f26fe489cf2dfd43ce2856c06a78e6a048db7032",
    interfaces: [Holding],
  }),
  definePackage({
    name: "splice-api-token-transfer-events-v2",
    version,
    codeVersion,
    packageId: "5c1097a9bad0af4bcfe6d3fb0fe55112d3d11f18eae57ddfb14c20836fee226c",
    interfaces: [EventLog],
    choices: [EventLog_HoldingsChange],
  }),
  definePackage({
    name: "splice-api-token-transfer-instruction-v2",
    version,
    codeVersion,
    packageId: "29317e3b7b165d2bbf16721bcca0ec4869e53eddb2738bddf790d61af28e0099",
    interfaces: [transfer.TransferInstruction, transfer.TransferFactory],
    choices: [
      transfer.TransferInstruction_Accept,
      transfer.TransferInstruction_Reject,
      transfer.TransferInstruction_Withdraw,
      transfer.TransferFactory_Transfer,
      transfer.TransferFactory_PublicFetch,
    ],
  }),
  definePackage({
    name: "splice-api-token-allocation-v2",
    version,
    codeVersion,
    packageId: "051a3b0563a6fa4df4cb34448081e48b061e555aa1a265abf6ae8f3f4cafe439",
    interfaces: [allocation.Allocation, allocation.SettlementFactory],
    choices: [
      allocation.Allocation_Settle,
      allocation.Allocation_Cancel,
      allocation.Allocation_Withdraw,
      allocation.SettlementFactory_SettleBatch,
      allocation.SettlementFactory_PublicFetch,
    ],
  }),
  definePackage({
    name: "splice-api-token-allocation-instruction-v2",
    version,
    codeVersion,
    packageId: "9818a0b5b827109de03a04c8f6151cde9d1e7fe5123dbb2dfeb0e52d7271287c",
    interfaces: [instruction.AllocationInstruction, instruction.AllocationFactory],
    choices: [
      instruction.AllocationInstruction_Accept,
      instruction.AllocationInstruction_Withdraw,
      instruction.AllocationFactory_Allocate,
      instruction.AllocationFactory_PublicFetch,
    ],
  }),
  definePackage({
    name: "splice-api-token-allocation-request-v2",
    version,
    codeVersion,
    packageId: "adc16315a8943a8433886694720a2a000ae84c2315c4414bd6d0db4d1660de9c",
    interfaces: [request.AllocationRequest],
    choices: [
      request.AllocationRequest_Accept,
      request.AllocationRequest_Reject,
      request.AllocationRequest_Withdraw,
    ],
  }),
  definePackage({
    name: "splice-api-reward-assignment-v1",
    version,
    codeVersion,
    packageId: "6f7b72361bc2039369651b4195315a2a5849babafec67b3c96e66ea6e560ec35",
    interfaces: [RewardCoupon],
    choices: [RewardCoupon_AssignBeneficiaries],
  }),
];
