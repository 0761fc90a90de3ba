import { rejectRequest } from "../registry/allocation-requests.js";
import { commandIdOf } from "../submissions/submission.js";
import type { Automation } from "./automation.js";

/** Requests rejected in one run. */
const maxRejected = 50;

const idOf = (contractId: string): string => commandIdOf("reject-lapsed", contractId);

/**
 * Rejects requests for allocations whose time is over, each with its own command, slightly later,
 * so that it is not too early by a clock that lags. Rejecting runs the app's code with the party's
 * authority, so it is done for packages alone that the operator names.
 */
export const rejectLapsed: Automation = {
  name: "reject-lapsed-requests",
  runsFor: "party",
  bound: { oncePer: "request of a configured package that has lapsed" },
  lack: "pays nothing",
  plan: ({ allocationsAsked, config, now, isWaiting, isDone }, party) =>
    allocationsAsked(party)
      .filter(({ contractId, lapsesAt }) => {
        const isOver = lapsesAt <= BigInt(now - config.clockSkewDelayMicros);
        return isOver && !isWaiting(idOf(contractId)) && !isDone(idOf(contractId));
      })
      .slice(0, maxRejected)
      .map(({ contractId, version }) => ({
        commandId: idOf(contractId),
        actAs: [party],
        readAs: [],
        commands: [rejectRequest(version, party, contractId)],
      })),
};
