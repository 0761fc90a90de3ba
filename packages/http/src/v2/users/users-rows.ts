import type { Endpoint } from "../../endpoints/endpoint.js";
import { authenticatedUser } from "./authenticated-user.js";
import { usersCreate } from "./users-create.js";
import { usersDelete } from "./users-delete.js";
import { usersGet } from "./users-get.js";
import { usersList } from "./users-list.js";
import { usersProvider } from "./users-provider.js";
import { usersRightsGrant } from "./users-rights-grant.js";
import { usersRightsList } from "./users-rights-list.js";
import { usersRightsRevoke } from "./users-rights-revoke.js";
import { usersUpdate } from "./users-update.js";

/** The endpoints of users and their rights (ledger-api 9). */
export const usersRows: ReadonlyArray<Endpoint> = [
  usersList,
  usersCreate,
  usersGet,
  usersUpdate,
  usersDelete,
  usersRightsList,
  usersRightsGrant,
  usersRightsRevoke,
  usersProvider,
  authenticatedUser,
];
