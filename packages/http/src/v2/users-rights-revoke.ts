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

/** Request body of `PATCH /v2/users/{user-id}/rights` (ledger-api 2.11). */
export const RevokeUserRightsRequest = wireObject(
  "RevokeUserRightsRequest",
  {
    userId: defaulted(wireString, ""),
    rights: defaulted(RightsWire, []),
    identityProviderId: defaulted(wireString, ""),
  },
  ["userId"],
);

/** Answer of `PATCH /v2/users/{user-id}/rights` (ledger-api 2.11). */
export const RevokeUserRightsResponse = wireObject("RevokeUserRightsResponse", {
  newlyRevokedRights: required(RightAnswersWire),
});

/** `PATCH /v2/users/{user-id}/rights` (ledger-api 2.11). */
export const usersRightsRevoke = endpoint({
  method: "PATCH",
  path: "/v2/users/{user-id}/rights",
  summary: "Revoke rights of a user",
  description:
    "newlyRevokedRights holds only the rights the user had before. An object kind with several keys counts as " +
    "several rights.",
  parameters: UserPath,
  query: nothing,
  body: RevokeUserRightsRequest,
  response: { kind: "json", codec: RevokeUserRightsResponse },
  access: "token",
  rights: ({ body }): ReadonlyArray<Demand> => [
    rightsAdmin(rightsNamed(body.rights)),
    { kind: "provider", identityProviderId: body.identityProviderId },
  ],
  errors: ["INVALID_ARGUMENT", "INVALID_TOKEN", "USER_NOT_FOUND"],
  handle: async ({ parameters, body, caller }, { ledger }) => {
    const userId = parameters["user-id"];
    const problem = userBodyProblem(userId, body.userId, "userId");
    if (problem !== undefined) return left(problem);
    const rights = rightsFromWire(body.rights);
    if (rights._tag === "Left") return rights;
    const revoked = await ledger.revokeUserRights(userId, rights.right, {
      identityProviderId: providerOf(body.identityProviderId, caller),
      by: requestedBy(caller),
    });
    return revoked._tag === "Left"
      ? revoked
      : ok({ newlyRevokedRights: revoked.right.map(rightToWire) });
  },
});
