import type { OpenContender } from "./contender.js";

interface ContenderModule {
  readonly open: OpenContender;
}

/**
 * Every contender that runs in a process of its own, loaded only when it is that process's turn.
 */
export const contenderModules = {
  "bare-group-commit": () => import("./contenders/bare-group-commit.js"),
  "bare-single-append": () => import("./contenders/bare-single-append.js"),
  "bare-koa": () => import("./contenders/bare-koa.js"),
  "bare-acs-page": () => import("./contenders/bare-acs-page.js"),
  "bare-replay": () => import("./contenders/bare-replay.js"),
  "emmett-sqlite": () => import("./contenders/emmett-sqlite.js"),
  "emmett-memory": () => import("./contenders/emmett-memory.js"),
  "capture-pings": () => import("./contenders/capture-pings.js"),
  "capture-one-step": () => import("./contenders/capture-one-step.js"),
  "views-size": () => import("./contenders/views-size.js"),
  "ledger-submit-memory": () => import("./contenders/ledger-submit-memory.js"),
  "ledger-submit": () => import("./contenders/ledger-submit.js"),
  "ledger-signed": () => import("./contenders/ledger-signed.js"),
  "ledger-submit-views": () => import("./contenders/ledger-submit-views.js"),
  "ledger-latency": () => import("./contenders/ledger-latency.js"),
  "ledger-growth": () => import("./contenders/ledger-growth.js"),
  "ledger-replay": () => import("./contenders/ledger-replay.js"),
  "ledger-acs-page": () => import("./contenders/ledger-acs-page.js"),
  "ledger-churn-small": () => import("./contenders/ledger-churn-small.js"),
  "ledger-churn-large": () => import("./contenders/ledger-churn-large.js"),
  "coin-one-step": () => import("./contenders/coin-one-step.js"),
  "coin-two-step": () => import("./contenders/coin-two-step.js"),
  "coin-merge": () => import("./contenders/coin-merge.js"),
  "coin-holdings-few": () => import("./contenders/coin-holdings-few.js"),
  "coin-holdings-many": () => import("./contenders/coin-holdings-many.js"),
  "wallet-day": () => import("./contenders/wallet-day.js"),
  "wallet-balance": () => import("./contenders/wallet-balance.js"),
  "wallet-coin-list": () => import("./contenders/wallet-coin-list.js"),
  "bare-balance": () => import("./contenders/bare-balance.js"),
  "bare-coin-list": () => import("./contenders/bare-coin-list.js"),
  "wallet-view-lag": () => import("./contenders/wallet-view-lag.js"),
  "wallet-offers": () => import("./contenders/wallet-offers.js"),
  "wallet-one-step": () => import("./contenders/wallet-one-step.js"),
  "bare-offers": () => import("./contenders/bare-offers.js"),
  "bare-one-step": () => import("./contenders/bare-one-step.js"),
  "ledger-http": () => import("./contenders/ledger-http.js"),
  "ledger-stream": () => import("./contenders/ledger-stream.js"),
  "bare-ws": () => import("./contenders/bare-ws.js"),
  "esdb-ledger": () => import("./contenders/esdb-ledger.js"),
  "esdb-nodes-1": () => import("./contenders/esdb-nodes-1.js"),
  "esdb-nodes-2": () => import("./contenders/esdb-nodes-2.js"),
  "esdb-nodes-4": () => import("./contenders/esdb-nodes-4.js"),
  "esdb-client-single": () => import("./contenders/esdb-client-single.js"),
  "esdb-client-batched": () => import("./contenders/esdb-client-batched.js"),
  "esdb-store-follow": () => import("./contenders/esdb-store-follow.js"),
  "esdb-client-follow": () => import("./contenders/esdb-client-follow.js"),
} satisfies Readonly<Record<string, () => Promise<ContenderModule>>>;

/** Names a contender that captures the event rows of a workload. */
export type CapturerId = "capture-pings" | "capture-one-step";

/** Names a contender that runs in a process of its own. */
export type ProcessContenderId = keyof typeof contenderModules;

/**
 * Contenders driven from the main process: a load on a server, or a process whose start is timed.
 */
export type DrivenContenderId =
  | "http-load-ledger"
  | "http-load-koa"
  | "stream-load-ledger"
  | "stream-load-ws"
  | "start-with-snapshot"
  | "start-without-snapshot";

/** Names a contender. */
export type ContenderId = ProcessContenderId | DrivenContenderId;

/** True for a name that the contender process knows. */
export const isProcessContenderId = (id: string): id is ProcessContenderId =>
  Object.hasOwn(contenderModules, id);
