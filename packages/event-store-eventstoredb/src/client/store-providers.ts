import type { StoreProvider } from "@tallystick/event-store";
import { eventStoreDb } from "./event-store-db.js";

const providerOf = (scheme: string): StoreProvider => ({
  scheme,
  open: (place) => eventStoreDb({ connectionString: `${scheme}:${place}` }),
});

/**
 * Journals on EventStoreDB, by connection string: `esdb://host` and `esdb+discover://host`. Any
 * number of processes may share one, so there is no lock.
 */
export const storeProviders: ReadonlyArray<StoreProvider> = [
  providerOf("esdb"),
  providerOf("esdb+discover"),
];
