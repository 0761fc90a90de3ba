import { isNumericUnits, numericToText, timestampToText } from "@tallystick/core";
import type { Wallet } from "@tallystick/node";
import {
  optional,
  required,
  wireBoolean,
  wireInt64,
  wireMap,
  wireObject,
  wireString,
  wireArray,
} from "@tallystick/wire";
import type { TypeOf } from "io-ts";
import type { Endpoint } from "../../endpoints/endpoint.js";
import { holdingsNow } from "../holdings/holdings-sums.js";
import { upTo } from "../rows/value-codecs.js";
import { refused, walletRow } from "../rows/wallet-row.js";

/** The work of one automation since the start of the node. */
const AutomationWire = wireObject("AutomationStatus", {
  runs: required(wireInt64),
  submitted: required(wireInt64),
  /** That its commands brought to somebody. */
  coins_moved: optional(wireString),
  failed: required(wireInt64),
  errors: required(wireMap(wireInt64)),
  last_error: optional(wireString),
  /** By the ledger's clock. */
  last_failed_at: optional(wireString),
  /** By the ledger's clock. */
  last_run_at: optional(wireString),
  /** Until then at the latest, milliseconds; absent while the automations rest. */
  next_run_in_ms: optional(wireInt64),
  /** Payers with too few coins for what it would pay, as of its last run; up to 100. */
  lacking: required(
    wireArray(
      wireObject("LackingCoins", {
        party: required(wireString),
        needed: required(wireString),
        available: required(wireString),
      }),
    ),
  ),
});

/** Answer of the rows about the automations. */
const AutomationsWire = wireObject("AutomationsStatus", {
  paused: required(wireBoolean),
  parties: required(wireInt64),
  waiting: required(wireInt64),
  lag_ms: required(wireInt64),
  /** Sweeps in a ring that rest, as they would pay back what sweeps brought. */
  back_and_forth: required(
    wireArray(
      wireObject("RestingSweep", {
        party: required(wireString),
        receiver: required(wireString),
        ring: required(wireArray(wireString)),
      }),
    ),
  ),
  automations: required(wireMap(AutomationWire)),
  /** What the operator can pay with; absent while there is no open round. */
  operator_available: optional(wireString),
});

const statusOf = (wallet: Wallet): TypeOf<typeof AutomationsWire> => {
  const { scheduler, settings } = wallet;
  const round = wallet.network()?.round.payload.round;
  const { automations, lagMs, restingSweeps, ...status } = scheduler.status();
  return {
    ...status,
    lag_ms: Math.round(lagMs),
    back_and_forth: restingSweeps,
    ...(round === undefined
      ? {}
      : { operator_available: holdingsNow(wallet, settings.operator, round).total_available_coin }),
    automations: Object.fromEntries(
      Object.entries(automations).map(
        ([
          name,
          { lastError, lastFailedAt, lastRunAt, nextRunInMs, lacking, movedUnits, ...counts },
        ]) => [
          name,
          {
            ...counts,
            ...(isNumericUnits(movedUnits) ? { coins_moved: numericToText(movedUnits) } : {}),
            lacking: lacking.map(({ payer, needed, available }) => ({
              party: payer,
              needed: numericToText(needed),
              available: numericToText(available),
            })),
            ...(lastError === undefined ? {} : { last_error: lastError }),
            ...(lastFailedAt === undefined
              ? {}
              : { last_failed_at: timestampToText(lastFailedAt) }),
            ...(lastRunAt === undefined ? {} : { last_run_at: timestampToText(lastRunAt) }),
            ...(nextRunInMs === undefined ? {} : { next_run_in_ms: nextRunInMs }),
          },
        ],
      ),
    ),
  };
};

const automationRow = (
  method: "GET" | "POST",
  path: string,
  summary: string,
  change: (wallet: Wallet) => void,
): Endpoint =>
  walletRow({
    method,
    path,
    summary,
    access: "admin",
    response: AutomationsWire,
    handle: (_request, { wallet }) => {
      change(wallet);
      return statusOf(wallet);
    },
  });

/** The most seconds to move the time by: ten years. */
const maxSeconds = 315_360_000;
const microsPerSecond = 1_000_000;

/** `POST /v0/admin/clock/advance`, ours: moves the time of a node with a manual clock. */
const advanceClock = walletRow({
  method: "POST",
  path: "/v0/admin/clock/advance",
  summary: "Move the time forward on a node with --manual-clock",
  description: "Answers when the automations have done what became due. An addition of this node.",
  access: "admin",
  body: wireObject("AdvanceClockRequest", { seconds: required(upTo(maxSeconds, wireInt64)) }),
  response: wireObject("AdvanceClockResponse", { now: required(wireString) }),
  errorStatuses: { 400: "The node has a clock of its own, or the time is none" },
  handle: async ({ body }, { wallet }) => {
    if (wallet.manualClock === undefined) {
      throw refused(
        400,
        "The clock of this node is not driven by hand; start it with --manual-clock.",
      );
    }
    const now = wallet.manualClock.advance(body.seconds * microsPerSecond);
    if (now === undefined) throw refused(400, "Invalid seconds: the time would be too far away");
    await wallet.scheduler.settle();
    return { now: timestampToText(now) };
  },
});

/** The operator's rows for the automations and the time; all are additions of this node. */
export const administrationRows: ReadonlyArray<Endpoint> = [
  automationRow("GET", "/v0/admin/automation", "What the automations have done", () => undefined),
  automationRow("POST", "/v0/admin/automation/pause", "Pause the automations", (wallet) =>
    wallet.scheduler.pause(),
  ),
  automationRow("POST", "/v0/admin/automation/resume", "Resume the automations", (wallet) =>
    wallet.scheduler.resume(),
  ),
  advanceClock,
];
