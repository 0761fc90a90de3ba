import type { User as UserRecord } from "@tallystick/core";
import type { TypeOf } from "io-ts";
import { ObjectMeta, metadataOf } from "./object-meta.js";
import { wireBoolean } from "../types/wire-kinds.js";
import { wireObject, wireString } from "../types/wire-type.js";
import { defaulted, optional } from "../types/wire-field.js";

/** A user in requests and answers (ledger-api 2.11). */
export const User = wireObject(
  "User",
  {
    id: defaulted(wireString, ""),
    primaryParty: defaulted(wireString, ""),
    isDeactivated: defaulted(wireBoolean, false),
    metadata: optional(ObjectMeta),
    identityProviderId: defaulted(wireString, ""),
    primaryPartyAuthentication: defaulted(wireBoolean, false),
  },
  ["id"],
);

/** The decoded form of `User`. */
export type User = TypeOf<typeof User>;

/** A user as answers show it. */
export const userToWire = (user: UserRecord): User => ({
  id: user.userId,
  primaryParty: user.primaryParty,
  isDeactivated: user.isDeactivated,
  metadata: metadataOf(user),
  identityProviderId: user.identityProviderId,
  primaryPartyAuthentication: user.primaryPartyAuthentication,
});
