export { createMetrics, type Metrics } from "./metrics.js";
export { type MetricsServer, serveMetrics } from "./metrics-server.js";
