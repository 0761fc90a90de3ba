import type { Database } from "@tallystick/sqlite";

/** How often a subscription looks for other processes' events, where other processes may write. */
const DEFAULT_POLL_INTERVAL_MS = 100;

/** The parts of an open store that subscriptions need. */
interface PolledStore {
  readonly db: Database;
  readonly options: {
    readonly lock?: boolean;
    readonly readOnly?: boolean;
    readonly pollIntervalMs?: number;
  };
}

/**
 * Where other processes may write, also calls `wake` at intervals: their appends send no signal
 * here.
 *
 * @param stopListening unsubscribes from the signals of this process
 * @returns ends both
 */
export const polling = (
  { db, options }: PolledStore,
  wake: () => void,
  stopListening: () => void,
): (() => void) => {
  if (options.lock !== false && options.readOnly !== true) return stopListening;
  const timer = setInterval(() => {
    wake();
    // A forgotten listener must not keep the process alive.
    if (!db.isOpen) clearInterval(timer);
  }, options.pollIntervalMs ?? DEFAULT_POLL_INTERVAL_MS);
  return () => {
    clearInterval(timer);
    stopListening();
  };
};
