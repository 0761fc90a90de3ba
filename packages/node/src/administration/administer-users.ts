import {
  getIn,
  type ParticipantState,
  type RequestedBy,
  type User,
  userNotFound,
  userOf,
  type UserRight,
  type UserId,
} from "@tallystick/core";
import { isLeft, left, map, right } from "fp-ts/lib/Either.js";
import { eventOf, isOf } from "./administer-parties.js";
import type { CreateUser, RightsContext } from "../ledger/administration-requests.js";
import type { Administration, Outcome } from "../ledger/administration.js";
import type { Pipeline } from "../pipeline/pipeline.js";
import { pageOf, sortedValues } from "./sorted-values.js";

type UserAdministration = Pick<
  Administration,
  | "users"
  | "user"
  | "createUser"
  | "updateUser"
  | "deleteUser"
  | "moveUser"
  | "userRights"
  | "grantUserRights"
  | "revokeUserRights"
>;

/** The users of a participant and their rights (ledger-api 2.11, 9). */
export const userAdministration = (pipeline: Pipeline): UserAdministration => {
  const participant = (): ParticipantState => pipeline.committed().state.participant;
  const sorted = sortedValues<User>();
  return {
    users: ({ identityProviderId, ...query }) =>
      pageOf(sorted(participant().users), {
        ...query,
        keeps:
          identityProviderId === undefined
            ? undefined
            : (user) => user.identityProviderId === identityProviderId,
      }),
    user: (userId) => getIn(participant().users, userId),
    createUser: creation(pipeline),
    updateUser: async (request, by) => {
      const outcome = await pipeline.enqueue({ ...request, ...byWhom(by), kind: "UpdateUser" });
      if (isLeft(outcome)) return outcome;
      // another command may have changed the rights since, or deleted the user
      const rights = getIn(participant().users, request.userId)?.rights ?? [];
      return right(userOf(eventOf(outcome.right.events, "UserUpdated"), rights));
    },
    deleteUser: async (userId, identityProviderId, by) => {
      const provider = identityProviderId === undefined ? {} : { identityProviderId };
      const outcome = await pipeline.enqueue({
        kind: "DeleteUser",
        userId,
        ...provider,
        ...byWhom(by),
      });
      return map(() => undefined)(outcome);
    },
    moveUser: async (userId, sourceProviderId, targetProviderId) => {
      const outcome = await pipeline.enqueue({
        kind: "MoveUser",
        userId,
        sourceProviderId,
        targetProviderId,
      });
      return map(() => undefined)(outcome);
    },
    userRights: (userId) => {
      const user = getIn(participant().users, userId);
      return user === undefined
        ? left(userNotFound(userId, "list user rights"))
        : right(user.rights);
    },
    grantUserRights: rightsChange(pipeline, "GrantUserRights"),
    revokeUserRights: rightsChange(pipeline, "RevokeUserRights"),
  };
};

/** The defaults of a new user. */
const blankUser: Required<Omit<CreateUser, "userId" | "once">> = {
  primaryParty: "",
  isDeactivated: false,
  annotations: {},
  identityProviderId: "",
  primaryPartyAuthentication: false,
  rights: [],
};

const creation =
  (pipeline: Pipeline): Administration["createUser"] =>
  async (request, by) => {
    const outcome = await pipeline.enqueue({
      ...blankUser,
      ...request,
      ...byWhom(by),
      kind: "CreateUser",
    });
    if (isLeft(outcome)) return outcome;
    const created = eventOf(outcome.right.events, "UserCreated");
    return right(userOf(created, created.rights));
  };

const byWhom = (by: RequestedBy | undefined): { readonly by?: RequestedBy } =>
  by === undefined ? {} : { by };

type RightsChange = (
  userId: UserId,
  rights: ReadonlyArray<UserRight>,
  context?: RightsContext,
) => Outcome<ReadonlyArray<UserRight>>;

/** Changes rights; answers with those that changed. */
const rightsChange =
  (pipeline: Pipeline, kind: "GrantUserRights" | "RevokeUserRights"): RightsChange =>
  async (userId, rights, context = {}) => {
    const outcome = await pipeline.enqueue({ ...context, kind, userId, rights });
    if (isLeft(outcome)) return outcome;
    const { events } = outcome.right;
    const changed =
      events.find(isOf("UserRightsGranted")) ?? events.find(isOf("UserRightsRevoked"));
    return right(changed?.rights ?? []);
  };
