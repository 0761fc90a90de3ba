import type Database from "better-sqlite3";

/** How often a subscription looks for other processes' events, where other processes may write. */
const DEFAULT_POLL_INTERVAL_MS = 100;

/** An open store, as far as it matters for who else may write. */
interface PolledStore {
  readonly db: Database.Database;
  readonly options: {
    readonly lock?: boolean;
    readonly readOnly?: boolean;
    readonly pollIntervalMs?: number;
  };
}

/**
 * Where other processes may write, calls `wake` at intervals too: their appends give no signal
 * here.
 *
 * @param stopListening ends the signals of this process
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
    // A listener that was never taken off must not keep the process alive.
    if (!db.open) clearInterval(timer);
  }, options.pollIntervalMs ?? DEFAULT_POLL_INTERVAL_MS);
  return () => {
    clearInterval(timer);
    stopListening();
  };
};
