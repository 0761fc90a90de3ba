export { type EventStoreDbOptions, eventStoreDb } from "./client/event-store-db.js";
export { parseConnectionString, printableAddress } from "./connection/connection-string.js";
export { storeProviders } from "./client/store-providers.js";
export type { ClientLimits } from "./client/client-limits.js";
export { startEventServer } from "./server/event-server.js";
export type {
  EventServer,
  EventServerOptions,
  ServerAccess,
  ServerLimits,
  ServerTls,
  ServerUser,
} from "./server/server-options.js";
