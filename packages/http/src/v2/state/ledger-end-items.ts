import { paced } from "@tallystick/background/paced";
import type { Services } from "../../endpoints/services.js";
import { LatestItems } from "../../endpoints/latest-items.js";
import type { StreamItems } from "../../endpoints/stream-row.js";
import type { InstrumentsNow } from "../../metrics/instrument-panel.js";

/** Where the ledger is, and whether the node has changed. */
export interface LedgerEnd {
  readonly offset: number;
  /** Microseconds since 1970, where the clock is moved by hand. */
  readonly ledgerTime?: number;
  /** How often something changed on the node that is not in the journal, since the first item. */
  readonly node: number;
}

const listed = [
  "tallystick_ready",
  "tallystick_submission_rejections_total",
  "tallystick_automation_runs_total",
  "tallystick_automation_errors_total",
];
const values = ["automations-paused", "payers-lacking", "damage", "wallets"];

/** What of a sample is told: not what is another number each time. */
const signsOf = (now: InstrumentsNow): string =>
  JSON.stringify([
    listed.map((metric) => now.listed[metric]),
    values.map((name) => now.values[name]?.[0]),
    now.states,
  ]);

type Sources = Pick<Services, "ledger" | "wallet" | "audit" | "instruments" | "dapp"> & {
  readonly config: Pick<Services["config"], "timers">;
};

/** The least time between two items, so that a busy ledger tells each reader ten a second. */
const paceMs = 100;

/**
 * Where the ledger is, and again each time it moved, its clock was moved, or the node has changed.
 *
 * @param follows false: the first item is the last
 */
export const ledgerEndItems = (
  { ledger, wallet, audit, instruments, dapp, config }: Sources,
  follows: boolean,
): StreamItems<LedgerEnd> => {
  const clock = wallet?.manualClock;
  const now = (node: number): LedgerEnd => ({
    offset: ledger.ledgerEnd(),
    ...(clock === undefined ? {} : { ledgerTime: clock.now() }),
    node,
  });
  const after = (ms: number, then: () => void): (() => void) => {
    const timer = config.timers.after(ms, then).unref();
    return () => timer.cancel();
  };
  const follow = (take: (item: LedgerEnd) => void): (() => void) => {
    let node = 0;
    let signs = instruments && signsOf(instruments.latest());
    const { want: moved, stop } = paced(() => take(now(node)), paceMs, after);
    const changed = (): void => {
      node += 1;
      moved();
    };
    const ends = [
      ledger.onLedgerEnd(moved),
      clock?.onMoved(moved),
      audit?.onMoved(changed),
      dapp.onSessions(changed),
      instruments?.onSample((sample) => {
        const before = signs;
        signs = signsOf(sample);
        if (signs !== before) changed();
      }),
    ];
    return () => {
      stop();
      ends.forEach((end) => end?.());
    };
  };
  return {
    [Symbol.asyncIterator]: () => new LatestItems([now(0)], follows ? follow : undefined),
  };
};
