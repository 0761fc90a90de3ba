import { invalidArgument, type Micros, timestamp, timestampToText } from "@tallystick/core";
import { LedgerFailure, orThrow } from "@tallystick/node";
import {
  optional,
  required,
  wireInt32,
  wireObject,
  wireOffset,
  wireString,
} from "@tallystick/wire";
import { isRight } from "fp-ts/lib/Either.js";
import { endpoint } from "../../endpoints/endpoint.js";
import type { Services } from "../../endpoints/services.js";

const DevelopmentSnapshot = wireObject("DevelopmentSnapshot", {
  snapshot: required(wireString),
  offset: required(wireOffset),
});

/** Throws INVALID_ARGUMENT on a node that others may depend on. */
const expectDevelopment = ({ config: { auth } }: Services): void => {
  if (auth.kind !== "services") return;
  throw new LedgerFailure(
    invalidArgument("only a node with the development login does this", "auth"),
  );
};

/** `POST /v0/dev/snapshot`: ours. */
export const developmentSnapshot = endpoint({
  method: "POST",
  path: "/v0/dev/snapshot",
  summary: "Take a snapshot of a development node in memory",
  description:
    "For a node with the development login and `--data :memory:`. Takes a few milliseconds; returns the name for /v0/dev/revert. " +
    "At most 100 at a time.",
  response: DevelopmentSnapshot,
  rights: () => [{ kind: "participant-admin" }],
  errors: ["INVALID_ARGUMENT", "INVALID_FIELD"],
  handle: async (_request, services) => {
    expectDevelopment(services);
    return orThrow(await services.snapshots.take());
  },
});

const DevelopmentClock = wireObject("DevelopmentClock", { now: required(wireString) });

/** How far the clock is moved; microseconds. Throws for a request that says no time to come. */
const stepOf = ({ advanceSeconds, to }: { advanceSeconds?: number; to?: string }, now: Micros) => {
  const given = to === undefined ? undefined : timestamp.decode(to);
  if ((advanceSeconds === undefined) === (given === undefined))
    throw new LedgerFailure(invalidArgument("expected either advanceSeconds or to", "clock"));
  if (given === undefined) return (advanceSeconds ?? 0) * microsPerSecond;
  if (isRight(given)) return Number(given.right) - now;
  throw new LedgerFailure(
    invalidArgument(`${given.left.reason}, such as 2026-01-31T12:00:00Z`, "to"),
  );
};

const microsPerSecond = 1_000_000;

/** `POST /v0/dev/clock`: ours. */
export const developmentClock = endpoint({
  method: "POST",
  path: "/v0/dev/clock",
  summary: "Move the clock of a development node forward",
  description:
    "For a node with the development login and `--manual-clock`: by `advanceSeconds`, or `to` a time. Answers when the automations " +
    "have done what became due.",
  body: wireObject("DevelopmentClockRequest", {
    advanceSeconds: optional(wireInt32),
    to: optional(wireString),
  }),
  response: DevelopmentClock,
  rights: () => [{ kind: "participant-admin" }],
  errors: ["INVALID_ARGUMENT"],
  handle: async ({ body }, services) => {
    expectDevelopment(services);
    const { wallet } = services;
    const clock = wallet?.manualClock;
    if (wallet === undefined || clock === undefined) {
      const reason = "the clock is not driven by hand; start the node with --manual-clock";
      throw new LedgerFailure(invalidArgument(reason, "clock"));
    }
    const now = clock.advance(stepOf(body, clock.now()));
    if (now === undefined) {
      const reason = `expected a time after ${timestampToText(clock.now())} and before the year 2255`;
      throw new LedgerFailure(invalidArgument(reason, "clock"));
    }
    await wallet.scheduler.settle();
    return { now: timestampToText(now) };
  },
});

/** `POST /v0/dev/revert`: ours. */
export const developmentRevert = endpoint({
  method: "POST",
  path: "/v0/dev/revert",
  summary: "Make a development node what it was at a snapshot",
  description:
    "Later events, contracts, parties, users, packages and snapshots are gone, and a manual clock is set back. Streams end with " +
    "SERVICE_NOT_RUNNING. May be repeated.",
  body: wireObject("DevelopmentRevertRequest", { snapshot: required(wireString) }),
  response: DevelopmentSnapshot,
  rights: () => [{ kind: "participant-admin" }],
  errors: ["INVALID_ARGUMENT", "INVALID_FIELD"],
  handle: async ({ body }, services) => {
    expectDevelopment(services);
    return orThrow(await services.snapshots.revert(body.snapshot));
  },
});
