import { required, wireObject, wireString } from "@tallystick/wire";

/** Path of the rows about one contract. */
export const ContractIdPath = wireObject("ContractIdPath", { contract_id: required(wireString) });
