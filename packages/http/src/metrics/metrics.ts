import type { LedgerGauges, LedgerObserver, PartState } from "@tallystick/node";
import type prom from "prom-client";
import { type AutomationMetrics, automationMetrics } from "./automation-metrics.js";
import type { HttpGauges, HttpObserver } from "./http-observer.js";

/** The metrics of one node. Its observers are given to `openLedger` and `createHttpServer`. */
export interface Metrics {
  readonly ledger: LedgerObserver;
  readonly http: HttpObserver;
  /** For the automations of the wallet, if there is one. */
  readonly automations: AutomationMetrics;
  /**
   * To be called when the node is open: its parts are read at each scrape.
   *
   * @param parts as `partStates` gives them
   */
  readonly opened: (parts: () => ReadonlyArray<PartState>) => void;
  readonly contentType: string;
  /** All metrics in Prometheus's format. */
  readonly text: () => Promise<string>;
}

/** Buckets of durations; seconds. */
const durationBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 20];

const sizeBounds = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

const inSeconds = (milliseconds: number): number => milliseconds / 1_000;

type PromClient = typeof prom;
type Registry = InstanceType<PromClient["Registry"]>;

/** Gauges of the ledger opened last; empty before that. */
const ledgerGauges = (
  { Gauge }: PromClient,
  registry: Registry,
): { readonly readFrom: (gauges: LedgerGauges) => void } => {
  const registers = [registry];
  let open: LedgerGauges | undefined;
  const gauge = (name: string, help: string, read: (gauges: LedgerGauges) => number): void => {
    new Gauge({
      registers,
      name,
      help,
      collect() {
        if (open !== undefined) this.set(read(open));
      },
    });
  };
  gauge("tallystick_ledger_end_offset", "Offset of the last durable event", ({ ledgerEnd }) =>
    ledgerEnd(),
  );
  gauge(
    "tallystick_view_lag_events",
    "Durable events the views have not folded yet",
    ({ ledgerEnd, viewsEnd }) => Math.max(0, ledgerEnd() - viewsEnd()),
  );
  gauge("tallystick_waiting_commands", "Commands without a response yet", ({ waiting }) =>
    waiting(),
  );
  gauge("tallystick_store_up", "1 while the store of the journal can be used", ({ store }) =>
    store().isUsable ? 1 : 0,
  );
  gauge("tallystick_store_silent_seconds", "How long the store has not responded", ({ store }) =>
    inSeconds(store().silentMs),
  );
  gauge(
    "tallystick_store_unknown_appends",
    "Appends with an unknown outcome",
    ({ store }) => store().unknownAppends,
  );
  gauge("tallystick_damage_findings", "Damage the last check found", ({ findings }) => findings());
  return {
    readFrom: (gauges) => {
      open = gauges;
    },
  };
};

/** Whether each part of the node opened last is ready; empty before that. */
const partGauge = ({ Gauge }: PromClient, registers: Array<Registry>): Metrics["opened"] => {
  let open: (() => ReadonlyArray<PartState>) | undefined;
  new Gauge({
    registers,
    name: "tallystick_ready",
    help: "1 while a part of the node is ready, as in /readyz",
    labelNames: ["part"],
    collect() {
      for (const { name: part, unready } of open?.() ?? [])
        this.set({ part }, unready === undefined ? 1 : 0);
    },
  });
  return (parts) => {
    open = parts;
  };
};

const noticeCounter = (
  { Counter }: PromClient,
  registers: Array<Registry>,
): NonNullable<LedgerObserver["noticed"]> => {
  const notices = new Counter({
    registers,
    name: "tallystick_notices_total",
    help: "Notices in the log about damage, interruptions and the clock, by kind",
    labelNames: ["kind"],
  });
  return ({ kind }) => notices.inc({ kind });
};

const threadCounter = (
  { Counter }: PromClient,
  registers: Array<Registry>,
): NonNullable<LedgerObserver["threadEnded"]> => {
  const ends = new Counter({
    registers,
    name: "tallystick_thread_ends_total",
    help: "Threads that crashed and were restarted, by their work",
    labelNames: ["thread"],
  });
  return (thread) => ends.inc({ thread });
};

const ledgerObserver = (client: PromClient, registry: Registry): LedgerObserver => {
  const { Counter, Histogram } = client;
  const registers = [registry];
  const submissions = new Counter({
    registers,
    name: "tallystick_submissions_total",
    help: "Submissions with a response",
  });
  const rejections = new Counter({
    registers,
    name: "tallystick_submission_rejections_total",
    help: "Failed submissions, by error code",
    labelNames: ["code"],
  });
  const submissionSeconds = new Histogram({
    registers,
    name: "tallystick_submission_duration_seconds",
    help: "Time from the arrival of a submission to its response",
    labelNames: ["outcome"],
    buckets: durationBounds,
  });
  const batchCommands = new Histogram({
    registers,
    name: "tallystick_append_commands",
    help: "Commands decided for one append to the journal",
    buckets: sizeBounds,
  });
  const batchEvents = new Histogram({
    registers,
    name: "tallystick_append_events",
    help: "Events of one append to the journal",
    buckets: sizeBounds,
  });
  const appendSeconds = new Histogram({
    registers,
    name: "tallystick_append_duration_seconds",
    help: "Time the store took for one append",
    buckets: durationBounds,
  });
  const gauges = ledgerGauges(client, registry);
  return {
    opened: gauges.readFrom,
    noticed: noticeCounter(client, registers),
    threadEnded: threadCounter(client, registers),
    submitted: ({ code, durationMs }) => {
      submissions.inc();
      if (code !== undefined) rejections.inc({ code });
      const outcome = code === undefined ? "committed" : "rejected";
      submissionSeconds.observe({ outcome }, inSeconds(durationMs));
    },
    appended: ({ commands, events, durationMs }) => {
      batchCommands.observe(commands);
      batchEvents.observe(events);
      appendSeconds.observe(inSeconds(durationMs));
    },
  };
};

const httpObserver = (
  { Counter, Gauge, Histogram }: PromClient,
  registry: Registry,
): HttpObserver => {
  const registers = [registry];
  const requestSeconds = new Histogram({
    registers,
    name: "tallystick_http_request_duration_seconds",
    help: "Time from the arrival of a request to its response, by path of the endpoint and status",
    labelNames: ["method", "route", "status"],
    buckets: durationBounds,
  });
  const errorAnswers = new Counter({
    registers,
    name: "tallystick_http_errors_total",
    help: "Requests answered with an error object, by error code before redaction",
    labelNames: ["code"],
  });
  let open: HttpGauges | undefined;
  new Gauge({
    registers,
    name: "tallystick_websockets",
    help: "Websockets that are open",
    collect() {
      if (open !== undefined) this.set(open.webSockets());
    },
  });
  return {
    opened: (gauges) => {
      open = gauges;
    },
    answered: ({ method = "none", route = "none", status, durationMs }) => {
      const labels = { method, route, status: status === undefined ? "gone" : String(status) };
      requestSeconds.observe(labels, inSeconds(durationMs));
    },
    refused: (code) => errorAnswers.inc({ code }),
  };
};

/**
 * Begins to count. The labels are routes, statuses and error codes, from fixed sets: nothing a
 * caller sends becomes a label.
 */
export const createMetrics = async (): Promise<Metrics> => {
  // Loaded when metrics are served, to keep the start short.
  const { default: client } = await import("prom-client");
  const registry = new client.Registry();
  client.collectDefaultMetrics({ register: registry });
  return {
    ledger: ledgerObserver(client, registry),
    http: httpObserver(client, registry),
    automations: automationMetrics(client, registry),
    opened: partGauge(client, [registry]),
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
};
