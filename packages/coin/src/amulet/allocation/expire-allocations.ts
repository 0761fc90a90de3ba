import {
  bool,
  choice,
  contractId,
  exercise,
  fetchView,
  list,
  party,
  record,
} from "@tallystick/core";
import { requireReached } from "../../model/deadline.js";
import { pair } from "../../model/pair.js";
import { isLater } from "../../model/release.js";
import { requireExpected } from "../../model/require-related.js";
import * as v2 from "../../token-standard/allocation-v2.js";
import { fetchChecked, forDso, requireGroup } from "../../model/checked-fetch.js";
import { modulePart } from "../../model/module-part.js";
import { ExternalPartyAmuletRules } from "../instruction/external-party-amulet-rules.js";
import { AmuletAllocation, AmuletAllocation_DsoExpire } from "./amulet-allocation.js";
import { generalError, requireThat } from "../../model/coin-error.js";
import { shownParty } from "../../model/shown.js";

/**
 * The DSO ends allocations whose time is over, many in one transaction; the CC goes back to the
 * senders.
 */
export const ExternalPartyAmuletRules_ExpireAmuletAllocations = choice(
  ExternalPartyAmuletRules,
  "ExternalPartyAmuletRules_ExpireAmuletAllocations",
  {
    argument: record({
      expectedDso: party,
      inputs: list(record({ allocationCid: contractId, expireLock: bool })),
      observers: list(party),
    }),
    result: record({ results: list(AmuletAllocation_DsoExpire.result) }),
    consuming: false,
    controllers: ({ dso }) => [dso],
    observers: (_rules, { observers }) => observers,
    *body({ payload: { dso } }, { expectedDso, inputs }) {
      if (yield* isLater()) {
        yield* requireExpected("expectedDso", party, expectedDso, dso);
      } else {
        yield* requireThat(
          expectedDso === dso,
          `expectedDso ${shownParty(expectedDso)} matches the dsoParty ${shownParty(dso)}`,
        );
      }
      const results = [];
      for (const { allocationCid, expireLock } of inputs) {
        yield* fetchChecked(AmuletAllocation, allocationCid, forDso(dso), ({ allocation }) =>
          forDso(allocation.transferLeg.instrumentId.admin),
        );
        results.push(yield* exercise(AmuletAllocation_DsoExpire, allocationCid, { expireLock }));
      }
      return { results };
    },
  },
);

/**
 * The DSO cancels allocations of the second version that have expired, many in one transaction;
 * `observers` see all of it.
 */
const ExternalPartyAmuletRules_ExpireAmuletAllocationsV2 = choice(
  ExternalPartyAmuletRules,
  "ExternalPartyAmuletRules_ExpireAmuletAllocationsV2",
  {
    argument: record({
      cancellations: list(pair(contractId, v2.Allocation_Cancel.argument)),
      observers: list(party),
    }),
    result: record({}),
    consuming: false,
    controllers: ({ dso }) => [dso],
    observers: (_rules, { observers }) => observers,
    *body({ payload: { dso } }, { cancellations }) {
      for (const { _1: cid, _2: argument } of cancellations) {
        yield* requireExpected("choiceArg.actors", list(party), argument.actors, [dso]);
        const view = yield* fetchView(v2.Allocation, cid);
        const group = forDso(view.allocation.admin);
        yield* requireGroup(forDso(dso), group, () => v2.Allocation.view.show(view));
        if (view.expiresAt === undefined)
          yield* generalError("Cannot expire allocation without an expiry time");
        else yield* requireReached("allocation.expiresAt", view.expiresAt);
        yield* exercise(v2.Allocation_Cancel, cid, argument);
      }
      return {};
    },
  },
);

/** The end of allocations no one settled. */
export const expireAllocationsModule = modulePart({
  choices: [ExternalPartyAmuletRules_ExpireAmuletAllocations],
  later: { choices: [ExternalPartyAmuletRules_ExpireAmuletAllocationsV2] },
});
