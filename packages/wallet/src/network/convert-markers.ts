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

/** Records of one member's traffic from which on they are merged, and those looked at at once. */
const mergeTrafficFrom = 10;
const maxTraffic = 100;

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

/** Many records of one member's traffic become one; which record is whose stays the same. */
export const mergeTraffic = (
  view: ContractsView,
  { dso, amuletRules }: NetworkState,
): ReadonlyArray<Submission> => {
  const byMember = new Map<string, Array<string>>();
  for (const { contractId, payload } of view.of(MemberTraffic, dso, maxTraffic)) {
    const key = [payload.memberId, payload.synchronizerId, payload.migrationId].join(" ");
    const known = byMember.get(key);
    if (known === undefined) byMember.set(key, [contractId]);
    else known.push(contractId);
  }
  return [...byMember.values()]
    .filter(({ length }) => length >= mergeTrafficFrom)
    .map((trafficCids) => ({
      commandId: commandIdOf("merge-traffic", trafficCids[0] ?? ""),
      actAs: [dso],
      readAs: [],
      commands: [exercise(AmuletRules_MergeMemberTrafficContracts, amuletRules, { trafficCids })],
    }));
};
