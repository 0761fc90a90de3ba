import { wire } from "@tallystick/core";
import { left } from "fp-ts/lib/Either.js";
import type { Demand } from "../auth/demand.js";
import { providerOf, requestedBy } from "../auth/provider.js";
import { endpoint, nothing, ok } from "../endpoint.js";
import {
  RightAnswersWire,
  rightsFromWire,
  rightsNamed,
  RightsWire,
  rightToWire,
} from "../wire/right-wire.js";
import { rightsAdmin } from "./rights-admin.js";
import { UserPath, userBodyProblem } from "./user-path.js";

const { defaulted, required, wireObject, wireString } = wire;

/** Request body of `POST /v2/users/{user-id}/rights` (ledger-api 2.11). */
export const GrantUserRightsRequest = wireObject(
  "GrantUserRightsRequest",
  {
    userId: defaulted(wireString, ""),
    rights: defaulted(RightsWire, []),
    identityProviderId: defaulted(wireString, ""),
  },
  ["userId"],
);

/** Answer of `POST /v2/users/{user-id}/rights` (ledger-api 2.11). */
export const GrantUserRightsResponse = wireObject("GrantUserRightsResponse", {
  newlyGrantedRights: required(RightAnswersWire),
});

/** `POST /v2/users/{user-id}/rights` (ledger-api 2.11). */
export const usersRightsGrant = endpoint({
  method: "POST",
  path: "/v2/users/{user-id}/rights",
  summary: "Grant rights to a user",
  description:
    "newlyGrantedRights holds only the rights the user did not have before. An object kind with several keys counts as " +
    "several rights.",
  parameters: UserPath,
  query: nothing,
  body: GrantUserRightsRequest,
  response: { kind: "json", codec: GrantUserRightsResponse },
  access: "token",
  rights: ({ body }): ReadonlyArray<Demand> => [
    rightsAdmin(rightsNamed(body.rights)),
    { kind: "provider", identityProviderId: body.identityProviderId },
  ],
  errors: [
    "INVALID_ARGUMENT",
    "INVALID_TOKEN",
    "TOO_MANY_USER_RIGHTS",
    "UNKNOWN_RESOURCE",
    "USER_NOT_FOUND",
  ],
  handle: async ({ parameters, body, caller }, { ledger }) => {
    const userId = parameters["user-id"];
    const problem = userBodyProblem(userId, body.userId, "userId");
    if (problem !== undefined) return left(problem);
    const rights = rightsFromWire(body.rights);
    if (rights._tag === "Left") return rights;
    const granted = await ledger.grantUserRights(userId, rights.right, {
      identityProviderId: providerOf(body.identityProviderId, caller),
      by: requestedBy(caller),
    });
    return granted._tag === "Left"
      ? granted
      : ok({ newlyGrantedRights: granted.right.map(rightToWire) });
  },
});
