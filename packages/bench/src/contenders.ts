import type { Contender, ContenderSettings, OpenContender } from "./contender.js";
import { openProcessContender } from "./process-contender.js";

/** Data that must exist before a contender can be opened. */
type Need = "rows" | "data-set" | "peers";

/** A contender: one way to open a module's, which is loaded only when it is its turn. */
interface ContenderRow {
  /** As the table of results names it. */
  readonly label: string;
  readonly open: OpenContender;
  readonly needs: ReadonlyArray<Need>;
  /** Driven from the main process: a load on a server, or a process whose start is timed. */
  readonly isDriven: boolean;
}

const one = <Module>(
  label: string,
  load: () => Promise<Module>,
  choose: (module: Module) => OpenContender,
  ...needs: ReadonlyArray<Need>
): ContenderRow => ({
  label,
  open: async (settings) => choose(await load())(settings),
  needs,
  isDriven: false,
});

const audits = () => import("./contenders/audits.js");
const bareStore = () => import("./contenders/bare-store.js");
const churn = () => import("./contenders/churn.js");
const coin = () => import("./contenders/coin-transfers.js");
const coinLists = () => import("./contenders/coin-lists.js");
const daml = () => import("./contenders/daml.js");
const damlStart = () => import("./contenders/daml-start.js");
const queryStore = () => import("./contenders/query-store.js");
const dataSet = () => import("./contenders/data-set.js");
const emmett = () => import("./contenders/emmett.js");
const esdb = () => import("./contenders/esdb.js");
const grpcLoads = () => import("./contenders/grpc-load.js");
const ledger = () => import("./contenders/ledger.js");
const loads = () => import("./contenders/loads.js");
const livez = () => import("./contenders/livez.js");
const servers = () => import("./contenders/servers.js");
const startUp = () => import("./contenders/start.js");
const transfers = () => import("./contenders/wallet-transfers.js");
const pages = () => import("./contenders/browser/wallet-pages.js");
const growing = () => import("./contenders/growth.js");
const processors = () => import("./contenders/processors.js");
const mixedLoads = () => import("./contenders/mixed/mixed-load.js");
const mixedServers = () => import("./contenders/mixed/mixed-server.js");
const walletDay = () => import("./contenders/wallet-day.js");

const driven = (
  label: string,
  choose: (module: Awaited<ReturnType<typeof loads>>) => OpenContender,
  ...needs: ReadonlyArray<Need>
): ContenderRow => ({ ...one(label, loads, choose, ...needs), isDriven: true });

const onProcessors = (count: number): ContenderRow =>
  one(`ledger on ${count} of the processors`, processors, (m) => m.onProcessors(count));

const restarted = (
  choose: (module: Awaited<ReturnType<typeof damlStart>>) => OpenContender,
): ContenderRow => ({
  ...one("splice-wallet, after a restart", damlStart, choose),
  isDriven: true,
});

const mixedAt = (share: number): ContenderRow => ({
  ...one("validator over HTTP, 200 users", mixedLoads, (m) => m.mixedLoad(share)),
  isDriven: true,
});

const loaded = (load: Parameters<Awaited<ReturnType<typeof livez>>["livezUnder"]>[0]) => ({
  ...one("ledger over HTTP", livez, (m) => m.livezUnder(load)),
  isDriven: true,
});

const contenders = {
  "bare-group-commit": one("bare SQLite group commit", bareStore, (m) => m.group, "rows"),
  "bare-single-append": one("bare single durable append", bareStore, (m) => m.single, "rows"),
  "capture-pings": one("ledger", ledger, (m) => m.capturePings),
  "ledger-submit": one("ledger, SQLite", ledger, (m) => m.submitting),
  "ledger-submit-views": one("ledger and its views", ledger, (m) => m.withViews),
  "ledger-submit-memory": one("ledger in memory, and its views", ledger, (m) => m.inMemory),
  "ledger-latency": one("ledger, p99/p50", ledger, (m) => m.latency),
  "ledger-signed": one("prepare, sign, execute", ledger, (m) => m.signed),
  "emmett-sqlite": one("emmett on SQLite", emmett, (m) => m.emmettOn("sqlite"), "rows", "peers"),
  "emmett-memory": one("emmett in memory", emmett, (m) => m.emmettOn("memory"), "rows", "peers"),
  "capture-one-step": one("ledger", coin, (m) => m.captureOneStep),
  "coin-one-step": one("one step", coin, (m) => m.oneStep),
  "coin-memory": one("the coin in TypeScript, in memory", coin, (m) => m.inMemory),
  "coin-by-daml": one("the genuine coin, in memory", coin, (m) => m.byDaml),
  "iou-by-daml": one("an Iou in Daml, in memory", daml, (m) => m.iouByDaml),
  "iou-by-typescript": one("the same Iou in TypeScript", daml, (m) => m.iouByTypeScript),
  "daml-load": one("splice-wallet: read, checked, registered", daml, (m) => m.loadDar),
  "daml-network": one("a ledger of the genuine coin", damlStart, (m) => m.network),
  "daml-known": one("a start on packages it knows", damlStart, (m) => m.known),
  "daml-start": restarted((m) => m.restarts("opening")),
  "daml-first-use": restarted((m) => m.restarts("first use")),
  "coin-two-step": one("two steps", coin, (m) => m.twoStep),
  "coin-merge": one("merge of 100", coin, (m) => m.merging),
  "coin-holdings-few": one("10 coins", coin, (m) => m.fewHoldings),
  "coin-holdings-many": one("10,000 coins", coin, (m) => m.manyHoldings),
  "wallet-day": one("wallet, its clock driven by hand", walletDay, (m) => m.day),
  "wallet-balance": one("wallet's views", coinLists, (m) => m.balances),
  "wallet-coin-list": one("wallet's views", coinLists, (m) => m.lists),
  "bare-balance": one("bare SQLite, one query", coinLists, (m) => m.bareBalances),
  "bare-coin-list": one("bare SQLite, stored texts", coinLists, (m) => m.bareLists),
  "wallet-offers": one("wallet over HTTP, SQLite", transfers, (m) => m.offers),
  "wallet-one-step": one("wallet over HTTP, SQLite", transfers, (m) => m.oneStep),
  "bare-offers": one("bare Koa, the same requests", transfers, (m) => m.bareOffers),
  "bare-one-step": one("bare Koa, the same requests", transfers, (m) => m.bareOneStep),
  "growing-ledger": one("ledger of so many contracts", growing, (m) => m.growing),
  "mixed-server": one("validator over HTTP", mixedServers, (m) => m.mixedServer),
  "on-1-processor": onProcessors(1),
  "on-2-processors": onProcessors(2),
  "on-4-processors": onProcessors(4),
  "on-8-processors": onProcessors(8),
  "day-mixed-25": mixedAt(0.25),
  "day-mixed-50": mixedAt(0.5),
  "day-mixed-75": mixedAt(0.75),
  "day-mixed-90": mixedAt(0.9),
  "ui-event": one("wallet in a browser", pages, (m) => m.eventToScreen),
  "ui-first-load": one("wallet in a slow browser", pages, (m) => m.firstLoad),
  "ui-scroll": one("wallet in a browser", pages, (m) => m.scrolling),
  "ui-route": one("wallet in a browser", pages, (m) => m.routeChange),
  "wallet-view-lag": one("wallet, automations at work", transfers, (m) => m.viewLag),
  "ledger-http": one("ledger over HTTP", servers, (m) => m.ledgerHttp),
  "bare-grpc": one("bare grpc-js", servers, (m) => m.bareGrpc),
  "bare-koa": one("bare Koa", servers, (m) => m.bareKoa),
  "ledger-stream": one("ledger over a websocket", servers, (m) => m.ledgerStream),
  "bare-ws": one("bare ws", servers, (m) => m.bareWs),
  "http-load-ledger": driven("ledger over HTTP, SQLite", (m) => m.httpLoad("ledger-http")),
  "grpc-load-ledger": {
    ...one("ledger over gRPC, SQLite", grpcLoads, (m) => m.grpcLoad("ledger-http")),
    isDriven: true,
  },
  "grpc-load-bare": {
    ...one("bare grpc-js, reading nothing", grpcLoads, (m) => m.grpcLoad("bare-grpc")),
    isDriven: true,
  },
  "http-load-koa": driven("bare Koa reading the same body", (m) => m.httpLoad("bare-koa")),
  "livez-pages": loaded("pages"),
  "livez-sockets": loaded("sockets"),
  "livez-bodies": loaded("bodies"),
  "livez-programs": loaded("programs"),
  "livez-dar": loaded("dar"),
  "stream-load-ledger": driven("ledger, SQLite", (m) => m.streamLoad("ledger-stream")),
  "stream-load-ws": driven("bare ws, the same bytes", (m) => m.streamLoad("bare-ws")),
  "esdb-server": one("our server", esdb, (m) => m.server),
  "esdb-node": one("one of several nodes", esdb, (m) => m.node),
  "esdb-ledger": one("ledger on EventStoreDB's protocol", esdb, (m) => m.ledger),
  "esdb-nodes-1": one("one node", esdb, (m) => m.nodes(1)),
  "esdb-nodes-2": one("2 nodes", esdb, (m) => m.nodes(2)),
  "esdb-nodes-4": one("4 nodes", esdb, (m) => m.nodes(4)),
  "esdb-client-single": one("official client, single events", esdb, (m) => m.single, "rows"),
  "esdb-client-batched": one("official client, 256 an append", esdb, (m) => m.batched, "rows"),
  "esdb-store-follow": one("store, chain checked", esdb, (m) => m.storeFollow, "rows"),
  "esdb-client-follow": one("official client", esdb, (m) => m.clientFollow, "rows"),
  "ledger-growth": one("ledger, change ids included", dataSet, (m) => m.growth),
  "ledger-start": one("a start", startUp, (m) => m.start),
  "start-with-snapshot": driven("ledger with a snapshot", (m) => m.starts(true), "data-set"),
  "start-without-snapshot": driven("ledger, replaying", (m) => m.starts(false), "data-set"),
  "views-size": one("ledger", dataSet, (m) => m.viewsSize, "data-set"),
  "ledger-replay": one("verify, decode, fold", dataSet, (m) => m.replay, "data-set"),
  "bare-replay": one("same rows, JSON.parse only", dataSet, (m) => m.bareReplay, "data-set"),
  "audit-chain": one("verify --level chain", audits, (m) => m.auditChain, "data-set"),
  "bare-hash": one("same rows, SHA-256 only", audits, (m) => m.bareHash, "data-set"),
  "audit-rules": one("verify --level rules", audits, (m) => m.auditByRules, "data-set"),
  "proofs-made": one("audit prove", audits, (m) => m.proofsMade, "data-set"),
  "proofs-checked": one("audit check-proof", audits, (m) => m.proofsChecked, "data-set"),
  "ledger-signing": one("ledger, which signs its log", audits, (m) => m.submittingAndSigning),
  "query-store": one("into an embedded Postgres", queryStore, (m) => m.storing, "data-set"),
  "past-state": one("state --at the middle", audits, (m) => m.pastState, "data-set"),
  "ledger-acs-page": one("ledger, page after page", dataSet, (m) => m.acsPages, "data-set"),
  "pages-with-views": one("holdings with their views", coin, (m) => m.pagesWithViews),
  "pages-without-views": one("the same without views", coin, (m) => m.pagesWithoutViews),
  "read-threads-0": one("its own thread reads", dataSet, (m) => m.pagesByThreads(0), "data-set"),
  "read-threads-1": one("1 thread reads", dataSet, (m) => m.pagesByThreads(1), "data-set"),
  "read-threads-2": one("2 threads read", dataSet, (m) => m.pagesByThreads(2), "data-set"),
  "read-threads-4": one("4 threads read", dataSet, (m) => m.pagesByThreads(4), "data-set"),
  "read-threads-8": one("8 threads read", dataSet, (m) => m.pagesByThreads(8), "data-set"),
  "ledger-acs-objects": one("ledger, pages of objects", dataSet, (m) => m.acsObjects, "data-set"),
  "bare-acs-page": one("same rows by SQL, as JSON", dataSet, (m) => m.bareAcsPages, "data-set"),
  "ledger-churn-large": one("all contracts active", churn, (m) => m.largeChurn, "data-set"),
  "ledger-churn-small": one("1,000 active", churn, (m) => m.smallChurn),
} satisfies Readonly<Record<string, ContenderRow>>;

export type ContenderId = keyof typeof contenders;

/** Names a contender that captures the event rows of a workload. */
export type CapturerId = "capture-pings" | "capture-one-step";

export const contenderOf = (id: ContenderId): ContenderRow => contenders[id];

const isContenderId = (id: string): id is ContenderId => Object.hasOwn(contenders, id);

export const openHere = async (id: string, settings: ContenderSettings): Promise<Contender> => {
  if (!isContenderId(id)) throw new Error(`unknown contender ${id}`);
  return contenders[id].open(settings);
};

export const openContender: (id: ContenderId, settings: ContenderSettings) => Promise<Contender> = (
  id,
  settings,
) => (contenders[id].isDriven ? openHere(id, settings) : openProcessContender(id, settings));
