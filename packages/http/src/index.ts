export {
  type AuthConfig,
  type AuthService,
  developmentService,
  developmentUser,
  type SignatureAlgorithm,
  type TokenTarget,
} from "./auth/auth-config.js";
export type { RowAnswer, RowCall, RowCalls, RowInput } from "./calls/row-calls.js";
export type { RowStream, TakeFrame } from "./calls/row-streams.js";
export { channels } from "./server/channels.js";
export { endpoints } from "./server/endpoints.js";
export type { Endpoint } from "./endpoints/endpoint.js";
export {
  type ClientAuth,
  defaultHttpConfig,
  type HttpConfig,
  httpConfigOf,
  type HttpSettings,
  type TlsConfig,
  type WebSocketConfig,
} from "./endpoints/http-config.js";
export { httpRelations } from "./endpoints/http-relations.js";
export type { HttpGauges, HttpObserver, RequestSeen } from "./metrics/http-observer.js";
export { type LedgerApi, ledgerApi } from "./server/ledger-api.js";
export type { HttpServerParts, LedgerApiOptions } from "./server/api-options.js";
export { createHttpServer, type HttpServer } from "./server/http-server.js";
export { admits, tlsOptions } from "./server/tls.js";
export type { ConfigurationError } from "./auth/configuration-error.js";
export type { ListenAddress, ListenError } from "./metrics/listen-on.js";
export type {
  InstrumentReading,
  Instruments,
  InstrumentsNow,
} from "./metrics/instrument-panel.js";
export { createMetrics, type Metrics, type MetricsServer, serveMetrics } from "./metrics/index.js";
export type {
  ContractChoice,
  NeededContext,
  NeededFactory,
  NeededTransferFactory,
  RegistryModule,
  TokenFactories,
  TokenInstrument,
  TokenRegistry,
} from "./endpoints/token-registry.js";
export type { Channel } from "./streams/channel.js";
