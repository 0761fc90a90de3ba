import { int64, numeric, party, record, type Static, template, text } from "@tallystick/core";
import { modulePart } from "../../model/module-part.js";
import { shownParty, shownText } from "../../model/shown.js";
import type { ContractGroup } from "../../model/checked-fetch.js";

const TrafficPayload = record({
  dso: party,
  memberId: text,
  synchronizerId: text,
  migrationId: int64,
  totalPurchased: int64,
  numPurchases: int64,
  amuletSpent: numeric,
  usdSpent: numeric,
});
/** The contents of a record of bought traffic: bytes, purchases, CC and USD. */
export type MemberTrafficPayload = Static<typeof TrafficPayload>;

/**
 * Extra traffic bought for a member of a synchronizer; a member's total is the sum over its
 * contracts (wallet 7).
 */
export const MemberTraffic = template("Splice.DecentralizedSynchronizer:MemberTraffic", {
  payload: TrafficPayload,
  signatories: ({ dso }) => [dso],
  ensure: ({ memberId, synchronizerId, ...numbers }) =>
    memberId !== "" &&
    synchronizerId !== "" &&
    [
      numbers.migrationId,
      numbers.totalPurchased,
      numbers.numPurchases,
      numbers.amuletSpent,
      numbers.usdSpent,
    ].every((value) => value >= 0n),
});

/** The contracts about a member of a synchronizer. */
export const memberGroup = ({
  dso,
  memberId,
  synchronizerId,
  migrationId,
}: Pick<
  MemberTrafficPayload,
  "dso" | "memberId" | "synchronizerId" | "migrationId"
>): ContractGroup =>
  `ForMemberTraffic {dso = ${shownParty(dso)}, memberId = ${shownText(memberId)}, synchronizerId = ${shownText(synchronizerId)}, migrationId = ${migrationId}}`;

export const memberTrafficModule = modulePart({ templates: [MemberTraffic] });
