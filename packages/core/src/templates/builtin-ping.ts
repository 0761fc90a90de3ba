import { record } from "../daml-types/record-types.js";
import { party, text, unit } from "../daml-types/scalar-types.js";
import { bongChoices, bongTemplates } from "./builtin-bong.js";
import { choice, definePackage, template } from "./definitions.js";
import type { Package } from "./template.js";

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

/** Whoever the argument names ends the ping; a stakeholder, as others do not see it. */
export const abortPing = choice(ping, "AbortPing", {
  argument: record({ anyone: party }),
  result: unit,
  controllers: (_ping, { anyone }) => [anyone],
  *body() {
    return {};
  },
});

/**
 * The package every ledger has from its start: it runs what the package of this id is compiled
 * from.
 */
export const pingPackage: Package = definePackage({
  name: "canton-builtin-admin-workflow-ping",
  version: "3.4.0",
  packageId: "de2cc2f90eb523414ff54e899951dadd8789a4c07e0f71f6d6c9eaf57d412a54",
  // the version of this library
  codeVersion: "0.1.0",
  templates: [ping, ...bongTemplates],
  choices: [respond, abortPing, ...bongChoices],
});
