import { bool, choice, contractId, exercise, fetch, list, party, record } from "@tallystick/core";
import { requireDso } from "../../model/checked-fetch.js";
import { modulePart } from "../../model/module-part.js";
import { requireExpectedDso } from "../configuration/amulet-rules.js";
import { ExternalPartyAmuletRules } from "../instruction/external-party-amulet-rules.js";
import { AmuletAllocation, AmuletAllocation_DsoExpire } from "./amulet-allocation.js";

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
      yield* requireExpectedDso(dso, expectedDso);
      const results = [];
      for (const { allocationCid, expireLock } of inputs) {
        const { allocation } = yield* fetch(AmuletAllocation, allocationCid);
        const found = { dso: allocation.transferLeg.instrumentId.admin };
        yield* requireDso(AmuletAllocation, allocationCid, found, dso);
        results.push(yield* exercise(AmuletAllocation_DsoExpire, allocationCid, { expireLock }));
      }
      return { results };
    },
  },
);

/** The end of allocations nobody settled. */
export const expireAllocationsModule = modulePart({
  choices: [ExternalPartyAmuletRules_ExpireAmuletAllocations],
});
