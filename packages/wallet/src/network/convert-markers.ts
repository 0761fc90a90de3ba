import {
  activityAmountOf,
  AmuletRules_ConvertFeaturedAppActivityMarkers,
  AmuletRules_MergeMemberTrafficContracts,
  amuletPackage,
  FeaturedAppActivityMarker,
  MemberTraffic,
} from "@tallystick/coin";
import { type Command, commandsOf, numericMultiply, type Static } from "@tallystick/core";
import { isRight } from "fp-ts/lib/Either.js";
import type { ActiveContract, ContractsView } from "../contracts/contracts-view.js";
import { commandIdOf, type Submission } from "../submissions/submission.js";
import type { NetworkState } from "../treasury/network-state.js";
import { ccOf, sumOf } from "../treasury/prices.js";

const { exercise } = commandsOf(amuletPackage);

/** Markers converted by one command. */
const maxMarkers = 100;

/**
 * Records of one member's traffic from which on they are merged; the most merged together, which is
 * also how many are read first; and the factor by which more are read when none were found.
 */
const mergeTrafficFrom = 10;
const maxTraffic = 100;
const trafficGrowth = 8;

type Marker = ActiveContract<Static<typeof FeaturedAppActivityMarker.payload>>;

const byCoupon = (markers: ReadonlyArray<Marker>): ReadonlyArray<ReadonlyArray<Marker>> => {
  const groups = new Map<string, Array<Marker>>();
  for (const marker of markers) {
    const { provider, beneficiary } = marker.payload;
    // party ids contain no blanks
    const key = `${provider} ${beneficiary}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [marker]);
    else known.push(marker);
  }
  return [...groups.values()];
};

/** True when the amount of the weights rounds to zero: there is no such coupon. */
const isCrumb = (markers: ReadonlyArray<Marker>, { config, round }: NetworkState): boolean => {
  const perWeight = ccOf(activityAmountOf(config), round.payload.amuletPrice);
  const weight = sumOf(markers.map(({ payload }) => payload.weight));
  if (perWeight === undefined || perWeight <= 0n || weight === undefined) return false;
  const amount = numericMultiply(perWeight, weight, "half-even");
  return isRight(amount) && amount.right === 0n;
};

const archive = ({ contractId }: Marker): Command => ({
  kind: "ExerciseCommand",
  templateId: `#${amuletPackage.name}:${FeaturedAppActivityMarker.name}`,
  contractId,
  choice: "Archive",
  choiceArgument: {},
});

/**
 * Converts recorded activity of featured apps to coupons of the current round, oldest first (wallet
 * 12.2). Activity worth zero is archived: it would stop the conversion.
 */
export const convertMarkers = (
  view: ContractsView,
  network: NetworkState,
): ReadonlyArray<Submission> => {
  const { dso, amuletRules, round } = network;
  const markers = view.of(FeaturedAppActivityMarker, dso, maxMarkers);
  const [first] = markers;
  if (first === undefined) return [];
  const crumbs = new Set(
    byCoupon(markers)
      .filter((group) => isCrumb(group, network))
      .flat(),
  );
  const markerCids = markers
    .filter((marker) => !crumbs.has(marker))
    .map(({ contractId }) => contractId);
  const conversion = exercise(AmuletRules_ConvertFeaturedAppActivityMarkers, amuletRules, {
    markerCids,
    openMiningRoundCid: round.contractId,
    observers: undefined,
  });
  const commands = [...(markerCids.length === 0 ? [] : [conversion]), ...[...crumbs].map(archive)];
  const commandId = commandIdOf("convert-markers", first.contractId);
  return [{ commandId, actAs: [dso], readAs: [], commands }];
};

/** The mergeable records of each member, among a number of the oldest. */
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
 * Merges records of one member's traffic. Reads as many as needed to find a member with too many of
 * them.
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
