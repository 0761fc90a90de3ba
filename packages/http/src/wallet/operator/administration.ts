import { timestampToText } from "@tallystick/core";
import type { Wallet } from "@tallystick/node";
import {
  optional,
  required,
  wireBoolean,
  wireInt64,
  wireMap,
  wireObject,
  wireString,
} from "@tallystick/wire";
import { right } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import { type Endpoint, nothing } from "../../endpoints/endpoint.js";
import { refused, walletRow } from "../rows/wallet-row.js";

/** What one automation has done since the node was started. */
export const AutomationWire = wireObject("AutomationStatus", {
  runs: required(wireInt64),
  submitted: required(wireInt64),
  failed: required(wireInt64),
  errors: required(wireMap(wireInt64)),
  last_error: optional(wireString),
});

/** Answer of the rows about the automations. */
export const AutomationsWire = wireObject("AutomationsStatus", {
  paused: required(wireBoolean),
  parties: required(wireInt64),
  waiting: required(wireInt64),
  lag_ms: required(wireInt64),
  automations: required(wireMap(AutomationWire)),
});

const statusOf = ({ scheduler }: Wallet): TypeOf<typeof AutomationsWire> => {
  const { automations, lagMs, ...status } = scheduler.status();
  return {
    ...status,
    lag_ms: Math.round(lagMs),
    automations: Object.fromEntries(
      Object.entries(automations).map(([name, { lastError, ...counts }]) => [
        name,
        lastError === undefined ? counts : { ...counts, last_error: lastError },
      ]),
    ),
  };
};

const automationRow = (
  method: "GET" | "POST",
  path: string,
  summary: string,
  act: (wallet: Wallet) => void,
): Endpoint =>
  walletRow({
    method,
    path,
    summary,
    access: "admin",
    parameters: nothing,
    query: nothing,
    body: nothing,
    response: { kind: "json", codec: AutomationsWire },
    handle: ({ wallet }) => {
      act(wallet);
      return right(statusOf(wallet));
    },
  });

/** Request body of `POST /v0/admin/clock/advance`. */
export const AdvanceClockRequest = wireObject("AdvanceClockRequest", {
  seconds: required(wireInt64),
});

/** Answer of `POST /v0/admin/clock/advance`. */
export const AdvanceClockResponse = wireObject("AdvanceClockResponse", {
  now: required(wireString),
});

/** Most seconds the time is moved at once: ten years. */
const maxSeconds = 315_360_000;
const microsPerSecond = 1_000_000;

/** `POST /v0/admin/clock/advance`, ours: moves the time of a node whose clock is driven by hand. */
export const advanceClock = walletRow({
  method: "POST",
  path: "/v0/admin/clock/advance",
  summary: "Move the time forward on a node with --manual-clock",
  description: "Answers when the automations have done what became due. An addition of this node.",
  access: "admin",
  parameters: nothing,
  query: nothing,
  body: AdvanceClockRequest,
  response: { kind: "json", codec: AdvanceClockResponse },
  statuses: { 400: "The node has a clock of its own, or the time is none" },
  handle: async ({ wallet, body }) => {
    if (wallet.manualClock === undefined) {
      return refused(
        400,
        "The clock of this node is not driven by hand; start it with --manual-clock.",
      );
    }
    const seconds = Number(body.seconds);
    if (!(seconds >= 1 && seconds <= maxSeconds))
      return refused(400, `Invalid seconds: expected a whole number from 1 to ${maxSeconds}`);
    const now = wallet.manualClock.advance(seconds * microsPerSecond);
    if (now === undefined) return refused(400, "Invalid seconds: the time would be too far away");
    await wallet.scheduler.settle();
    return right({ now: timestampToText(now) });
  },
});

/**
 * The rows by which the operator watches and steers the automations and the time; all are additions
 * of this node.
 */
export const administrationRows: ReadonlyArray<Endpoint> = [
  automationRow("GET", "/v0/admin/automation", "What the automations have done", () => undefined),
  automationRow("POST", "/v0/admin/automation/pause", "Pause the automations", (wallet) =>
    wallet.scheduler.pause(),
  ),
  automationRow("POST", "/v0/admin/automation/resume", "Let the automations go on", (wallet) =>
    wallet.scheduler.resume(),
  ),
  advanceClock,
];
