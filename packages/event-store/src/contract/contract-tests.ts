import assert from "node:assert/strict";
import type { StoreCapabilities } from "../event-store.js";
import { adoptCases } from "./contract-adopt.js";
import { allStreamsCases } from "./contract-all-streams.js";
import { appendCases } from "./contract-appends.js";
import { type ContractCase, contractCase } from "./contract-case.js";
import { probeCases, remoteCases, selfCheckCases } from "./contract-checks.js";
import { erasingCases } from "./contract-erasing.js";
import { markCases } from "./contract-mark.js";
import { readNowAtCases, readNowCases } from "./contract-read-now.js";
import { readCases } from "./contract-reads.js";
import { reopeningCases } from "./contract-reopening.js";
import { subscriptionCases } from "./contract-subscriptions.js";

export { appendToEnd, type ContractCase, type MakeStore } from "./contract-case.js";

type Capability = keyof StoreCapabilities;

const capabilityCases: Readonly<Record<Capability, ReadonlyArray<ContractCase>>> = {
  readNow: readNowCases,
  readNowAt: readNowAtCases,
  reopening: reopeningCases,
  erasing: erasingCases,
  adopt: adoptCases,
  probe: probeCases,
  remote: remoteCases,
  selfCheck: selfCheckCases,
  allStreams: allStreamsCases,
  mark: markCases,
};

const offersOnly = (capabilities: ReadonlyArray<Capability>): ContractCase =>
  contractCase("the store offers the named capabilities and no other", async (store) => {
    const offered = Object.entries(store.capabilities).filter(([, each]) => each !== undefined);
    assert.deepEqual(offered.map(([name]) => name).toSorted(), capabilities.toSorted());
  });

/**
 * The tests every event store must pass, for any test framework, with those of what it offers
 * besides.
 *
 * @param capabilities all that the store offers; a case checks that it is neither more nor less
 * @example
 * declare const myStore: MakeStore;
 * for (const { name, run } of eventStoreContract(["readNow"])) it(name, () => run(myStore));
 */
export const eventStoreContract = (
  capabilities: ReadonlyArray<Capability>,
): ReadonlyArray<ContractCase> => [
  ...appendCases,
  ...readCases,
  ...subscriptionCases,
  offersOnly(capabilities),
  ...capabilities.flatMap((name) => capabilityCases[name]),
];
