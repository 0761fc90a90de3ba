import type { ContractId, PackageId, PartyId, UserId } from "@tallystick/core";
import type { SchemaType } from "./schema-type.js";
import { wireString } from "./wire-type.js";

// Each operation checks the form of ids, with its own error code (ledger-api 3.1); while a body is
// decoded an id is any text.

/** The id of a party. */
export const wirePartyId: SchemaType<PartyId> = wireString;

/** The id of a user. */
export const wireUserId: SchemaType<UserId> = wireString;

/** The id of a contract. */
export const wireContractId: SchemaType<ContractId> = wireString;

/** The id of a package. */
export const wirePackageId: SchemaType<PackageId> = wireString;
