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
 * Everything the network's operator party does by itself now: rounds come and go, activity becomes
 * coupons, what is stale ends. Asked again after its submissions have taken effect until there are
 * none, it brings the network up to the time, however long the node was away.
 *
 * @param amuletPrice USD per CC of rounds to come
 * @param isWaiting true for command ids that failed a moment ago: what is done together with others
 * is tried alone
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
