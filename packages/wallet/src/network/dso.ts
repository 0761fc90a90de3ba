import type { Micros, Numeric } from "@tallystick/core";
import type { ContractsView } from "../contracts/contracts-view.js";
import type { Submission } from "../submissions/submission.js";
import type { NetworkState } from "../treasury/network-state.js";
import { advanceRounds, closeIssuing, startIssuing } from "./advance-rounds.js";
import { endClosedRounds, mergeUnclaimed } from "./closed-rounds.js";
import { convertMarkers, mergeTraffic } from "./convert-markers.js";
import { renewConfigStates } from "./config-states.js";
import { expireStale, type FindLockedDust } from "./expiries.js";
import { serveNames } from "./name-service.js";
import { rewardSuperValidators } from "./sv-rewards.js";

/**
 * All submissions of the network's operator party due now: rounds advance, activity becomes
 * coupons, stale contracts end. Repeated until there are none, it brings the network up to the
 * current time, however long the node was stopped.
 *
 * @param amuletPrice USD per CC of new rounds
 * @param isWaiting true for command ids that failed recently: batches are then tried one by one
 * @param findLockedDust default: reads all locked dust
 */
export const dsoSteps = (
  view: ContractsView,
  network: NetworkState,
  amuletPrice: Numeric,
  now: Micros,
  isWaiting: (commandId: string) => boolean = () => false,
  findLockedDust?: FindLockedDust,
): ReadonlyArray<Submission> => [
  ...convertMarkers(view, network),
  ...rewardSuperValidators(view, network, now),
  ...advanceRounds(network, amuletPrice, now),
  ...startIssuing(view, network),
  ...closeIssuing(view, network, now),
  ...endClosedRounds(view, network),
  ...renewConfigStates(network, now),
  ...serveNames(view, network, now),
  ...expireStale(view, network, now, isWaiting, findLockedDust),
  ...mergeUnclaimed(view, network),
  ...mergeTraffic(view, network),
];
