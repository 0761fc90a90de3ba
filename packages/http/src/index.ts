export {
  type AuthConfig,
  type AuthService,
  developmentService,
  developmentUser,
  type SignatureAlgorithm,
  type TokenTarget,
} from "./auth/auth-config.js";
export { asyncApiDocumentOf, asyncApiText } from "./asyncapi.js";
export { channels } from "./channels.js";
export { endpoints } from "./endpoints.js";
export type { Endpoint } from "./endpoint.js";
export {
  defaultHttpConfig,
  type HttpConfig,
  httpConfigOf,
  type HttpSettings,
  type WebSocketConfig,
} from "./http-config.js";
export type { HttpGauges, HttpObserver, RequestSeen } from "./http-observer.js";
export { createHttpServer, type HttpServer, type HttpServerParts } from "./http-server.js";
export type { ListenAddress, ListenFailure } from "./listen-on.js";
export { createMetrics, type Metrics } from "./metrics/metrics.js";
export { type MetricsServer, serveMetrics } from "./metrics/metrics-server.js";
export { openApiDocumentOf, openApiText } from "./openapi.js";
export type { Channel } from "./websocket/channel.js";
export { interfaceVersion } from "./v2/version.js";
