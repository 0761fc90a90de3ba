import { systemTimers, type Timers } from "@tallystick/background";
import type { LedgerObserver, PartState } from "@tallystick/node";
import { Registry } from "prom-client";
import type { HttpObserver } from "./http-observer.js";
import { InstrumentPanel, type Instruments } from "./instrument-panel.js";
import { httpCounters, ledgerCounters } from "./ledger-metrics.js";
import { processMetrics } from "./process-metrics.js";
import { type Measured, type MeasuredWallet, readMetrics } from "./read-metrics.js";
import { figuresByName } from "./registry.js";

/** The metrics of one node. Its observers are given to `openLedger` and `createHttpServer`. */
export interface Metrics {
  readonly ledger: LedgerObserver;
  readonly http: HttpObserver;
  /**
   * To be called when the node is open: its parts are read at each scrape.
   *
   * @param parts as `partStates` gives them
   */
  readonly opened: (parts: () => ReadonlyArray<PartState>) => void;
  /**
   * To be called when the wallet is open, if there is one: it is read at each scrape.
   *
   * @param wallet of the node
   */
  readonly walletOpened: (wallet: MeasuredWallet) => void;
  readonly contentType: string;
  /** All metrics in Prometheus's format. */
  readonly text: () => Promise<string>;
  /** The same as series of the last day, for the console; given to `createHttpServer`. */
  readonly instruments: Instruments;
  /** Reads the instruments now; they are also read every five seconds. */
  readonly sample: () => Promise<void>;
  /** Ends what measures. */
  readonly close: () => void;
}

/**
 * Begins to count. The labels are routes, statuses and error codes, from fixed sets. Of what
 * callers send, only the names of followers become labels, of which there are few.
 *
 * @param timers by which the process is measured and the instruments are read; default: the
 *   system's
 */
export const createMetrics = (timers: Timers = systemTimers): Metrics => {
  const registry = new Registry();
  const measured: Measured = {};
  const ledger = ledgerCounters(registry);
  const http = httpCounters(registry);
  readMetrics(registry, measured);
  const stop = processMetrics(registry, timers);
  const panel = new InstrumentPanel(() => figuresByName(registry), timers);
  return {
    ledger: {
      ...ledger,
      opened: (gauges) => {
        measured.ledger = gauges;
      },
    },
    http: {
      ...http,
      opened: (gauges) => {
        measured.http = gauges;
      },
    },
    opened: (parts) => {
      measured.parts = parts;
    },
    walletOpened: (wallet) => {
      measured.wallet = wallet;
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
    instruments: panel,
    sample: async () => void (await panel.sample()),
    close: () => {
      panel.close();
      stop();
    },
  };
};
