import type { JsonObject } from "../values/json.js";
import type { Micros } from "../values/time.js";

/**
 * An event about the participant that does not fit its schema, as an earlier version could write
 * from a wrong argument. The journal keeps it; it changes nothing (decision 64).
 */
export interface EventUnread {
  readonly type: "EventUnread";
  readonly recordTime: Micros;
  /** What is wrong with it. */
  readonly reason: string;
}

/**
 * Events that only add something. Without one of them no caller has more rights than with it, and
 * the call that made it can be repeated.
 */
const additions: ReadonlySet<string> = new Set([
  "PackageRegistered",
  "PartyAllocated",
  "PartyUpdated",
  "UserCreated",
  "UserRightsGranted",
  "IdentityProviderConfigCreated",
]);

/** What is read in place of an event that does not fit its schema; undefined where nothing is. */
export const eventUnread = (
  type: string,
  fields: JsonObject,
  reason: string,
): EventUnread | undefined => {
  const { recordTime, isDeactivated } = fields;
  const isAddition = additions.has(type) || (type === "UserUpdated" && isDeactivated === false);
  return isAddition && typeof recordTime === "number"
    ? { type: "EventUnread", recordTime, reason }
    : undefined;
};
