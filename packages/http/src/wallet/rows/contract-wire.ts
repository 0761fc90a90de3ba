import { type Contract, timestampToText } from "@tallystick/core";
import {
  createdEventBlobOf,
  optional,
  required,
  wireJson,
  wireObject,
  wireString,
} from "@tallystick/wire";
import type { TypeOf } from "io-ts";
import { payloadOfContract } from "./payload-json.js";

/** A contract in the wallet's interface (wallet 0.3). */
export const ContractWire = wireObject("Contract", {
  template_id: required(wireString),
  contract_id: required(wireString),
  payload: required(wireJson),
  created_event_blob: required(wireString),
  created_at: required(wireString),
});
/** A contract in the wallet's interface. */
export type ContractWire = TypeOf<typeof ContractWire>;

/** A contract and the synchronizer it is assigned to (wallet 0.3). */
export const ContractWithState = wireObject("ContractWithState", {
  contract: required(ContractWire),
  domain_id: optional(wireString),
});
/** A contract and the synchronizer it is assigned to. */
export type ContractWithState = TypeOf<typeof ContractWithState>;

/** The blob with which others can use the contract in a command. */
export const blobOf = (contract: Contract): string =>
  createdEventBlobOf({ kind: "create", nodeId: 0, ...contract }, contract.createdAt);

export const contractToWire = (contract: Contract): ContractWire => ({
  template_id: contract.templateId,
  contract_id: contract.contractId,
  payload: payloadOfContract(contract),
  created_event_blob: blobOf(contract),
  created_at: timestampToText(contract.createdAt),
});

/** The wire form of a contract with its synchronizer. */
export const withState = (contract: Contract, synchronizerId: string): ContractWithState => ({
  contract: contractToWire(contract),
  domain_id: synchronizerId,
});
