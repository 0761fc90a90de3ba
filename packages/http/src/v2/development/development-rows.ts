import { invalidArgument } from "@tallystick/core";
import { LedgerFailure, orThrow } from "@tallystick/node";
import { required, wireObject, wireOffset, wireString } from "@tallystick/wire";
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
    invalidArgument("only a node with the development login takes snapshots", "snapshot"),
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
