import { orThrow, type TraceOutcome } from "@tallystick/node";
import {
  optional,
  required,
  wireArray,
  wireBoolean,
  wireEnum,
  wireInt32,
  wireInt64,
  wireJson,
  wireObject,
  wireString,
} from "@tallystick/wire";
import { endpoint } from "../../endpoints/endpoint.js";
import { DryRunResponse, dryRunToWire, triedCommand } from "./commands-dry-run.js";

const parties = wireArray(wireString);

const TraceException = wireObject("TraceException", {
  typeId: required(wireString),
  value: optional(wireJson),
});

const TracePlace = wireObject("TracePlace", {
  packageId: required(wireString),
  definition: required(wireString),
  line: optional(wireInt32),
});

const TraceMoment = wireObject("TraceMoment", {
  index: required(wireInt32),
  kind: required(
    wireEnum(
      "TraceMomentKind",
      "exercise",
      "end",
      "create",
      "fetch",
      "lookup",
      "guard",
      "try",
      "commit",
      "rollback",
      "failure",
    ),
  ),
  depth: required(wireInt32),
  of: optional(wireInt32),
  templateId: optional(wireString),
  interfaceId: optional(wireString),
  contractId: optional(wireString),
  choice: optional(wireString),
  consuming: optional(wireBoolean),
  byKey: optional(wireBoolean),
  argument: optional(wireJson),
  payload: optional(wireJson),
  key: optional(wireJson),
  result: optional(wireJson),
  exception: optional(TraceException),
  error: optional(
    wireObject("TraceError", { code: required(wireString), cause: required(wireString) }),
  ),
  actingParties: optional(parties),
  authorizers: required(parties),
  place: optional(TracePlace),
  isRolledBack: required(wireBoolean),
  steps: required(wireInt64),
  micros: required(wireInt64),
});

const TraceProfile = wireObject("TraceProfile", {
  steps: required(wireInt64),
  micros: required(wireInt64),
  budget: required(wireInt64),
  isCut: required(wireBoolean),
  frames: required(
    wireArray(
      wireObject("TraceFrame", {
        parent: required(wireInt32),
        packageId: required(wireString),
        definition: required(wireString),
        line: optional(wireInt32),
        calls: required(wireInt64),
        steps: required(wireInt64),
        micros: required(wireInt64),
      }),
    ),
  ),
});

/** How a command was interpreted, moment by moment. */
export const TraceResponse = wireObject("TraceResponse", {
  outcome: required(DryRunResponse),
  updateId: optional(wireString),
  moments: required(wireArray(TraceMoment)),
  momentCount: required(wireInt32),
  isShortened: required(wireBoolean),
  profile: required(TraceProfile),
});

/** A trace as it is answered. */
export const traceToWire = ({ outcome, ...trace }: TraceOutcome) => ({
  ...trace,
  outcome: dryRunToWire(outcome),
});

/** `POST /v2/commands/trace`: of this node alone. */
export const commandsTrace = endpoint({
  ...triedCommand,
  path: "/v2/commands/trace",
  summary: "Try one composite command, and say how it is interpreted",
  description:
    "The body and the rights are those of `/v2/commands/dry-run`, and `outcome` is its response. `moments` are all exercises, " +
    "creates, fetches, lookups, guards and exceptions in their order, with their values and the place in the Daml source; " +
    "`profile` says what each definition took. At most 2,000 moments and 2,000 frames. Nothing is written or kept.",
  response: TraceResponse,
  handle: async ({ valid, query: { at } }, { ledger }) =>
    traceToWire(orThrow(await ledger.trace(valid, at === undefined ? {} : { at }))),
});
