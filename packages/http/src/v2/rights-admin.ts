import { participantAdminRights, type UserRight } from "@tallystick/core";
import type { Demand } from "../auth/demand.js";

/** What it takes to grant or revoke rights: an admin, for some rights a participant admin (ledger-api 9.3, 9.4). */
export const rightsAdmin = (rights: ReadonlyArray<UserRight>): Demand => ({
  kind: rights.some(({ kind }) => participantAdminRights.has(kind)) ? "participant-admin" : "admin",
});
