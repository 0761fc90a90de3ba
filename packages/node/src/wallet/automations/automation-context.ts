import { type AutomationContext, mergesByItself } from "@tallystick/wallet";
import type { SchedulerParts } from "./scheduler-parts.js";

/** What the scheduler knows besides its parts. */
type Known = Pick<
  AutomationContext,
  "view" | "isWaiting" | "crowdedOwners" | "swept" | "allocationsAsked"
>;

/** The input of automations now; undefined while the network is not set up. */
export const automationContext = (
  parts: SchedulerParts,
  { view, isWaiting, crowdedOwners, swept, allocationsAsked }: Known,
): AutomationContext | undefined => {
  const { config, settings, memberId, network, extraTrafficLeft, now } = parts;
  const state = network();
  return state === undefined
    ? undefined
    : {
        view,
        isWaiting,
        crowdedOwners,
        swept,
        allocationsAsked,
        network: state,
        operator: settings.operator,
        config,
        now: now(),
        memberId,
        synchronizerId: settings.synchronizerId,
        trafficRemainderBytes: extraTrafficLeft(),
        isSpread: parts.isSpread,
        isDone: (commandId) => parts.views.outcome(commandId) !== undefined,
        mergesCoins: (party) => mergesByItself(parts.switchesOf(party)),
      };
};
