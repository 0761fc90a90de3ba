import { record } from "../daml-types/record-types.js";
import { party, text, unit } from "../daml-types/scalar-types.js";
import { choice, definePackage, type Package, template } from "./template.js";

/**
 * A message from an initiator that a responder can answer; every client uses it as its first test
 * of a node.
 */
export const ping = template("Canton.Internal.Ping:Ping", {
  payload: record({ id: text, initiator: party, responder: party }),
  signatories: ({ initiator }) => [initiator],
  observers: ({ responder }) => [responder],
});

/** The responder answers, which archives the ping. */
export const respond = choice(ping, "Respond", {
  argument: record({}),
  result: unit,
  controllers: ({ responder }) => [responder],
  *body() {
    return {};
  },
});

/** The initiator withdraws the ping. */
export const abortPing = choice(ping, "AbortPing", {
  argument: record({}),
  result: unit,
  controllers: ({ initiator }) => [initiator],
  *body() {
    return {};
  },
});

/** The package every ledger has from its start. */
export const pingPackage: Package = definePackage({
  name: "canton-builtin-admin-workflow-ping",
  version: "3.5.8",
  // the version of this library
  codeVersion: "0.1.0",
  templates: [ping],
  choices: [respond, abortPing],
});
