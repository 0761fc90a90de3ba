import {
  AmuletRules_ConvertFeaturedAppActivityMarkers,
  AmuletRules_MergeMemberTrafficContracts,
  amuletPackage,
  FeaturedAppActivityMarker,
  MemberTraffic,
} from "@tallystick/coin";
import { commandsOf } from "@tallystick/wire";
import type { ContractsView } from "../contracts/contracts-view.js";
import { commandIdOf, type Submission } from "../submissions/submission.js";
import type { NetworkState } from "../treasury/network-state.js";

const { exercise } = commandsOf(amuletPackage);

/** Markers converted by one command. */
const maxMarkers = 100;

/**
 * Records of one member's traffic from which on they are merged; most merged at once, which is also
 * how many are looked at first; and how many times as many are looked at when none were found.
 */
const mergeTrafficFrom = 10;
const maxTraffic = 100;
const trafficGrowth = 8;

/**
 * Recorded activity of featured apps becomes coupons of the round in use, oldest activity first
 * (wallet 12.2).
 */
export const convertMarkers = (
  view: ContractsView,
  { dso, amuletRules, round }: NetworkState,
): ReadonlyArray<Submission> => {
  const markerCids = view
    .of(FeaturedAppActivityMarker, dso, maxMarkers)
    .map(({ contractId }) => contractId);
  const first = markerCids[0];
  if (first === undefined) return [];
  const command = exercise(AmuletRules_ConvertFeaturedAppActivityMarkers, amuletRules, {
    markerCids,
    openMiningRoundCid: round.contractId,
    observers: undefined,
  });
  return [
    {
      commandId: commandIdOf("convert-markers", first),
      actAs: [dso],
      readAs: [],
      commands: [command],
    },
  ];
};

/** The records of each member that are enough to be merged, among the oldest so many. */
const crowded = (
  view: ContractsView,
  dso: string,
  limit: number,
): { readonly mayBeMore: boolean; readonly groups: ReadonlyArray<ReadonlyArray<string>> } => {
  const byMember = new Map<string, Array<string>>();
  const records = view.of(MemberTraffic, dso, limit);
  for (const { contractId, payload } of records) {
    const key = [payload.memberId, payload.synchronizerId, payload.migrationId].join(" ");
    const known = byMember.get(key);
    if (known === undefined) byMember.set(key, [contractId]);
    else known.push(contractId);
  }
  const groups = [...byMember.values()].filter(({ length }) => length >= mergeTrafficFrom);
  return { mayBeMore: records.length >= limit, groups };
};

/**
 * Many records of one member's traffic become one; which record is whose stays the same. As many
 * are looked at as it takes to find a member with too many of them.
 */
export const mergeTraffic = (
  view: ContractsView,
  { dso, amuletRules }: NetworkState,
): ReadonlyArray<Submission> => {
  let limit = maxTraffic;
  let found = crowded(view, dso, limit);
  while (found.groups.length === 0 && found.mayBeMore) {
    limit *= trafficGrowth;
    found = crowded(view, dso, limit);
  }
  return found.groups.map((group) => {
    const trafficCids = group.slice(0, maxTraffic);
    return {
      commandId: commandIdOf("merge-traffic", trafficCids[0] ?? ""),
      actAs: [dso],
      readAs: [],
      commands: [exercise(AmuletRules_MergeMemberTrafficContracts, amuletRules, { trafficCids })],
    };
  });
};
