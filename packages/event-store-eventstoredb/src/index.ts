export { type EventStoreDbOptions, eventStoreDb } from "./client/event-store-db.js";
export { parseConnectionString, printableAddress } from "./connection/connection-string.js";
export { storeProviders } from "./client/store-providers.js";
export type { ClientLimits } from "./client/store-context.js";
export type { ServerAccess, ServerUser } from "./server/access.js";
export {
  type EventServer,
  type EventServerOptions,
  type ServerTls,
  startEventServer,
} from "./server/event-server.js";
export type { ServerLimits } from "./server/server-context.js";
