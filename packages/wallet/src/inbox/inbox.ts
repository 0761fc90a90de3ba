import type { PartyId } from "@tallystick/core";
import type { InboxItem, InboxKind } from "./inbox-item.js";
import type { InboxContext } from "./inbox-reasons.js";
import { inboxRows } from "./inbox-rows.js";

/**
 * What waits for a party or because of it, and why: offers, instructions, requests, subscriptions,
 * allocations and delegations, received and sent; the newest first. Requests for allocations are
 * contracts of apps, which are not among the coin's.
 *
 * @param kinds others are left out; default: all
 * @param most contracts read of one kind, the oldest
 */
export const inboxOf = (
  context: InboxContext,
  party: PartyId,
  most: number,
  kinds?: ReadonlySet<InboxKind>,
): ReadonlyArray<InboxItem> =>
  inboxRows
    .filter(({ kind }) => kinds?.has(kind) ?? true)
    .flatMap((row) => row.itemsOf(context, party, most))
    .sort(newestFirst);

/** The newest first, those of one transaction by contract id. */
export const newestFirst = (
  a: Pick<InboxItem, "createdAt" | "contractId">,
  b: Pick<InboxItem, "createdAt" | "contractId">,
): number => b.createdAt - a.createdAt || (a.contractId < b.contractId ? -1 : 1);
