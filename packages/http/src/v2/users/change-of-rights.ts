import {
  type LedgerError,
  type UserRight,
  participantAdminRights,
  type UserId,
} from "@tallystick/core";
import type { RightsContext } from "@tallystick/node";
import { sequenceS } from "fp-ts/lib/Apply.js";
import { Apply, type Either, right } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import type { Caller } from "../../auth/authenticator.js";
import type { RequiredRight } from "../../auth/required-right.js";
import { providerOf, requestedBy } from "../../auth/provider.js";
import {
  RightsWire,
  defaulted,
  rightsFromWire,
  rightsNamed,
  wireObject,
  wireString,
  wireUserId,
} from "@tallystick/wire";
import { sameUserId } from "./user-path.js";

/**
 * Who may grant or revoke rights: an admin, for some rights a participant admin (ledger-api 9.3,
 * 9.4).
 */
export const rightsAdmin = (rights: ReadonlyArray<UserRight>): RequiredRight => ({
  kind: rights.some(({ kind }) => participantAdminRights.has(kind)) ? "participant-admin" : "admin",
});

/**
 * The body of a request that grants or revokes rights, under its published name (ledger-api 2.11).
 */
export const changeOfRights = (name: string) =>
  wireObject(
    name,
    {
      userId: defaulted(wireUserId, ""),
      rights: defaulted(RightsWire, []),
      identityProviderId: defaulted(wireString, ""),
    },
    ["userId"],
  );

type ChangeOfRights = TypeOf<ReturnType<typeof changeOfRights>>;

export const changeOfRightsRequired = (body: ChangeOfRights): ReadonlyArray<RequiredRight> => [
  rightsAdmin(rightsNamed(body.rights)),
  { kind: "provider", identityProviderId: body.identityProviderId },
];

interface ValidChangeOfRights {
  readonly userId: UserId;
  readonly rights: ReadonlyArray<UserRight>;
  readonly context: RightsContext;
}

/**
 * The requested change. Left INVALID_ARGUMENT for a user id that is not that of the path, or a
 * right without a kind.
 */
export const validChangeOfRights = (
  pathId: string,
  body: ChangeOfRights,
  caller: Caller,
): Either<LedgerError, ValidChangeOfRights> => {
  const identityProviderId = providerOf(body.identityProviderId, caller);
  return sequenceS(Apply)({
    userId: sameUserId(pathId, body.userId, "userId"),
    rights: rightsFromWire(body.rights),
    context: right({ identityProviderId, by: requestedBy(caller) }),
  });
};
