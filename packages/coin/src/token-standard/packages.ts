import { definePackage, type Package } from "@tallystick/core";
import {
  AllocationFactory,
  AllocationFactory_Allocate,
  AllocationFactory_PublicFetch,
  AllocationInstruction,
  AllocationInstruction_Update,
  AllocationInstruction_Withdraw,
} from "./allocation-instruction-v1.js";
import {
  AllocationRequest,
  AllocationRequest_Reject,
  AllocationRequest_Withdraw,
} from "./allocation-request-v1.js";
import {
  Allocation,
  Allocation_Cancel,
  Allocation_ExecuteTransfer,
  Allocation_Withdraw,
} from "./allocation-v1.js";
import {
  FeaturedAppActivityMarkerInterface,
  FeaturedAppRight_CreateActivityMarker,
  FeaturedAppRightInterface,
} from "./featured-app-right-v1.js";
import { Holding } from "./holding-v1.js";
import { AnyContract } from "./metadata-v1.js";
import {
  TransferFactory,
  TransferFactory_PublicFetch,
  TransferFactory_Transfer,
  TransferInstruction,
  TransferInstruction_Accept,
  TransferInstruction_Reject,
  TransferInstruction_Update,
  TransferInstruction_Withdraw,
} from "./transfer-instruction-v1.js";

const version = "1.0.0";

/** The interfaces of the token standard and of featured apps, each in the package its clients name it by. */
export const apiPackages: ReadonlyArray<Package> = [
  definePackage({ name: "splice-api-token-metadata-v1", version, interfaces: [AnyContract] }),
  definePackage({ name: "splice-api-token-holding-v1", version, interfaces: [Holding] }),
  definePackage({
    name: "splice-api-token-transfer-instruction-v1",
    version,
    interfaces: [TransferInstruction, TransferFactory],
    choices: [
      TransferInstruction_Accept,
      TransferInstruction_Reject,
      TransferInstruction_Withdraw,
      TransferInstruction_Update,
      TransferFactory_Transfer,
      TransferFactory_PublicFetch,
    ],
  }),
  definePackage({
    name: "splice-api-token-allocation-v1",
    version,
    interfaces: [Allocation],
    choices: [Allocation_ExecuteTransfer, Allocation_Cancel, Allocation_Withdraw],
  }),
  definePackage({
    name: "splice-api-token-allocation-instruction-v1",
    version,
    interfaces: [AllocationInstruction, AllocationFactory],
    choices: [
      AllocationInstruction_Withdraw,
      AllocationInstruction_Update,
      AllocationFactory_Allocate,
      AllocationFactory_PublicFetch,
    ],
  }),
  definePackage({
    name: "splice-api-token-allocation-request-v1",
    version,
    interfaces: [AllocationRequest],
    choices: [AllocationRequest_Reject, AllocationRequest_Withdraw],
  }),
  definePackage({
    name: "splice-api-featured-app-v1",
    version,
    interfaces: [FeaturedAppRightInterface, FeaturedAppActivityMarkerInterface],
    choices: [FeaturedAppRight_CreateActivityMarker],
  }),
];
