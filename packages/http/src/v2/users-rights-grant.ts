import { invalidArgument, type LedgerError, type UserRight, wire } from "@tallystick/core";
import { left } from "fp-ts/lib/Either.js";
import type { Demand } from "../auth/demand.js";
import { endpoint, nothing, ok } from "../endpoint.js";
import { RightAnswersWire, rightsFromWire, RightsWire, rightToWire } from "../wire/right-wire.js";
import { UserPath, userPathProblem } from "./user-path.js";

const { defaulted, required, wireObject, wireString } = wire;

/** Rights only a participant admin may hand out (ledger-api 9.3). */
const adminKinds: ReadonlySet<UserRight["kind"]> = new Set<UserRight["kind"]>([
  "CanExecuteAsAnyParty",
  "CanReadAsAnyParty",
  "ParticipantAdmin",
]);

const pathProblem = (pathId: string, bodyId: string): LedgerError | undefined =>
  userPathProblem(pathId) ??
  (pathId === bodyId
    ? undefined
    : invalidArgument(`"${bodyId.slice(0, 128)}" differs from the user of the path`, "userId"));

const unknownProvider = (identityProviderId: string): LedgerError =>
  invalidArgument(
    `the identity provider ${identityProviderId.slice(0, 100)} is not known to this node`,
    "identityProviderId",
  );

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
  body: wireObject(
    "GrantUserRightsRequest",
    {
      userId: defaulted(wireString, ""),
      rights: defaulted(RightsWire, []),
      identityProviderId: defaulted(wireString, ""),
    },
    ["userId"],
  ),
  response: {
    kind: "json",
    codec: wireObject("GrantUserRightsResponse", {
      newlyGrantedRights: required(RightAnswersWire),
    }),
  },
  access: "token",
  rights: ({ body }): ReadonlyArray<Demand> => {
    const kinds = body.rights.flatMap(({ kind }) => kind ?? []);
    const needsAdmin = kinds.some(({ kind }) => adminKinds.has(kind));
    return [{ kind: needsAdmin ? "participant-admin" : "admin" }];
  },
  errors: ["INVALID_ARGUMENT", "TOO_MANY_USER_RIGHTS", "USER_NOT_FOUND"],
  handle: async ({ parameters, body }, { ledger }) => {
    const userId = parameters["user-id"];
    const problem = pathProblem(userId, body.userId);
    if (problem !== undefined) return left(problem);
    if (body.identityProviderId !== "") return left(unknownProvider(body.identityProviderId));
    const rights = rightsFromWire(body.rights);
    if (rights._tag === "Left") return rights;
    const granted = await ledger.grantUserRights(userId, rights.right);
    return granted._tag === "Left"
      ? granted
      : ok({ newlyGrantedRights: granted.right.map(rightToWire) });
  },
});
