import {
  getIn,
  type LedgerError,
  ledgerError,
  type Party,
  type PartyAllocated,
  type User,
  type UserCreated,
  userNotFound,
} from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Administration } from "./administration.js";
import type { Pipeline } from "./pipeline.js";

const seam = async (): Promise<Either<LedgerError, never>> =>
  left(ledgerError("LEDGER_API_INTERNAL_ERROR", "seam: comes with the administration branch"));

const userOf = (user: UserCreated): User => ({
  ...user,
  primaryPartyAuthentication: false,
  resourceVersion: 0,
});
const partyOf = (party: PartyAllocated): Party => ({ ...party, resourceVersion: 0 });

/** The administration of a participant over its pipeline. */
export const administration = (pipeline: Pipeline): Administration => {
  const participant = () => pipeline.committed().state.participant;
  return {
    parties: () => [],
    party: (party) => {
      const found = getIn(participant().parties, party);
      return found === undefined ? undefined : partyOf(found);
    },
    allocateParty: async (request) => {
      const outcome = await pipeline.hand({
        kind: "AllocateParty",
        partyIdHint: request.partyIdHint ?? "",
        annotations: request.annotations ?? {},
        identityProviderId: request.identityProviderId ?? "",
        synchronizerId: request.synchronizerId ?? "",
        userId: request.userId ?? "",
      });
      if (isLeft(outcome)) return outcome;
      const allocated = outcome.right.find(({ event }) => event.type === "PartyAllocated")?.event;
      if (allocated?.type !== "PartyAllocated") throw new Error("an allocation left no party");
      return right(partyOf(allocated));
    },
    updateParty: seam,
    users: () => [],
    user: (userId) => {
      const user = getIn(participant().users, userId);
      return user === undefined ? undefined : userOf(user);
    },
    createUser: async (request) => {
      const outcome = await pipeline.hand({
        kind: "CreateUser",
        userId: request.userId,
        primaryParty: request.primaryParty ?? "",
        isDeactivated: request.isDeactivated ?? false,
        annotations: request.annotations ?? {},
        identityProviderId: request.identityProviderId ?? "",
        rights: request.rights ?? [],
      });
      if (isLeft(outcome)) return outcome;
      const created = outcome.right[0]?.event;
      if (created?.type !== "UserCreated") throw new Error("a creation left no user");
      return right(userOf(created));
    },
    updateUser: seam,
    deleteUser: seam,
    moveUser: seam,
    userRights: (userId) => {
      const user = getIn(participant().users, userId);
      return user === undefined ? left(userNotFound(userId)) : right(user.rights);
    },
    grantUserRights: async (userId, rights) => {
      const outcome = await pipeline.hand({ kind: "GrantUserRights", userId, rights });
      if (isLeft(outcome)) return outcome;
      const granted = outcome.right[0]?.event;
      return right(granted?.type === "UserRightsGranted" ? granted.rights : []);
    },
    revokeUserRights: seam,
    identityProviders: () => [],
    identityProvider: () => undefined,
    createIdentityProvider: seam,
    updateIdentityProvider: seam,
    deleteIdentityProvider: seam,
    uploadDar: seam,
    validateDar: seam,
    packageArchive: seam,
    vetting: () => ({ packages: [], serial: 0 }),
    updateVetting: seam,
  };
};
