import { definePackage, type Package } from "@tallystick/core";
import { codeVersion } from "../model/code-version.js";
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
import {
  FeaturedAppActivityMarkerInterfaceV2,
  FeaturedAppRight_CreateActivityMarkerV2,
  FeaturedAppRightInterfaceV2,
} from "./featured-app-right-v2.js";
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

import { apiPackagesV2 } from "./packages-v2.js";

const version = "1.0.0";

/**
 * The interfaces of the token standard and of featured apps: the packages of the public network, by
 * their ids.
 */
export const apiPackages: ReadonlyArray<Package> = [
  definePackage({
    name: "splice-api-token-metadata-v1",
    version,
    codeVersion,
    packageId: "4ded6b668cb3b64f7a88a30874cd41c75829f5e064b3fbbadf41ec7e8363354f",
    interfaces: [AnyContract],
  }),
  definePackage({
    name: "splice-api-token-holding-v1",
    version,
    codeVersion,
    packageId: "718a0f77e505a8de22f188bd4c87fe74101274e9d4cb1bfac7d09aec7158d35b",
    interfaces: [Holding],
  }),
  definePackage({
    name: "splice-api-token-transfer-instruction-v1",
    version,
    codeVersion,
    packageId: "55ba4deb0ad4662c4168b39859738a0e91388d252286480c7331b3f71a517281",
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
    codeVersion,
    packageId: "93c942ae2b4c2ba674fb152fe38473c507bda4e82b4e4c5da55a552a9d8cce1d",
    interfaces: [Allocation],
    choices: [Allocation_ExecuteTransfer, Allocation_Cancel, Allocation_Withdraw],
  }),
  definePackage({
    name: "splice-api-token-allocation-instruction-v1",
    version,
    codeVersion,
    packageId: "275064aacfe99cea72ee0c80563936129563776f67415ef9f13e4297eecbc520",
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
    codeVersion,
    packageId: "6fe848530b2404017c4a12874c956ad7d5c8a419ee9b040f96b5c13172d2e193",
    interfaces: [AllocationRequest],
    choices: [AllocationRequest_Reject, AllocationRequest_Withdraw],
  }),
  definePackage({
    name: "splice-api-featured-app-v1",
    version,
    codeVersion,
    packageId: "7804375fe5e4c6d5afe067bd314c42fe0b7d005a1300019c73154dd939da4dda",
    interfaces: [FeaturedAppRightInterface, FeaturedAppActivityMarkerInterface],
    choices: [FeaturedAppRight_CreateActivityMarker],
  }),
  definePackage({
    name: "splice-api-featured-app-v2",
    version,
    codeVersion,
    packageId: "dd22e3e168a8c7fd0313171922dabf1f7a3b131bd9bfc9ff98e606f8c57707ea",
    interfaces: [FeaturedAppRightInterfaceV2, FeaturedAppActivityMarkerInterfaceV2],
    choices: [FeaturedAppRight_CreateActivityMarkerV2],
  }),
  ...apiPackagesV2,
];
