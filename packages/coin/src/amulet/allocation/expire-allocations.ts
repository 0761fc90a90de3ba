import { bool, choice, contractId, exercise, list, party, record } from "@tallystick/core";
import { fetchChecked, forDso } from "../../model/checked-fetch.js";
import { modulePart } from "../../model/module-part.js";
import { ExternalPartyAmuletRules } from "../instruction/external-party-amulet-rules.js";
import { AmuletAllocation, AmuletAllocation_DsoExpire } from "./amulet-allocation.js";
import { requireThat } from "../../model/coin-error.js";
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
      yield* requireThat(
        expectedDso === dso,
        `expectedDso ${shownParty(expectedDso)} matches the dsoParty ${shownParty(dso)}`,
      );
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

/** The end of allocations no one settled. */
export const expireAllocationsModule = modulePart({
  choices: [ExternalPartyAmuletRules_ExpireAmuletAllocations],
});
