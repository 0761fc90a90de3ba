import { allCases } from "./contract-all.js";
import { erasingCases } from "./contract-erasing.js";
import { localCases } from "./contract-local.js";
import { appendCases } from "./contract-appends.js";
import type { ContractCase } from "./contract-case.js";
import type { AllReader, ErasingStore, EventStore, LocalReader } from "../event-store.js";
import { readCases } from "./contract-reads.js";
import { subscriptionCases } from "./contract-subscriptions.js";

export { appendToEnd, type ContractCase, type MakeStore } from "./contract-case.js";

/**
 * The tests every event store must pass, for any test framework.
 *
 * @example
 * declare const myStore: MakeStore;
 * for (const { name, run } of eventStoreContract) it(name, () => run(myStore));
 */
export const eventStoreContract: ReadonlyArray<ContractCase> = [
  ...appendCases,
  ...readCases,
  ...subscriptionCases,
];

/** Further tests of stores that offer `AllReader`. */
export const allReaderContract: ReadonlyArray<ContractCase<EventStore & AllReader>> = allCases;

/** Further tests of stores that offer `ErasingStore`. */
export const erasingContract: ReadonlyArray<ContractCase<EventStore & ErasingStore>> = erasingCases;

/** Further tests of stores that offer `LocalReader`. */
export const localReaderContract: ReadonlyArray<ContractCase<EventStore & LocalReader>> =
  localCases;
