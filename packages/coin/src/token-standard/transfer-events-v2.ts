import {
  type ChoiceProgram,
  defineInterface,
  interfaceChoice,
  list,
  party,
  record,
  type Static,
} from "@tallystick/core";
import { HoldingCids } from "./holding-v1.js";
import { Account } from "./holding-v2.js";
import { ExtraArgs, Metadata } from "./metadata-v1.js";
import { TransferLegSide } from "./transfer-leg-side.js";

/** The token standard's view of an event log. */
export const EventLogView = record({ admin: party, meta: Metadata }, "EventLogView");

/** What {@link EventLog_HoldingsChange} says. */
export const HoldingsChange = record({
  admin: party,
  account: Account,
  inputHoldingCids: HoldingCids,
  transferLegSides: list(TransferLegSide),
  outputHoldingCids: HoldingCids,
  observers: list(party),
  extraArgs: ExtraArgs,
});
export type HoldingsChange = Static<typeof HoldingsChange>;

const HoldingsChangeResult = record({});

/** A template's implementation of the choice of {@link EventLog}. */
export interface EventLogMethods {
  holdingsChange(argument: HoldingsChange): ChoiceProgram<Static<typeof HoldingsChangeResult>>;
}

/** Where an administrator reports what changes holdings. */
export const EventLog = defineInterface<Static<typeof EventLogView>, EventLogMethods>(
  "Splice.Api.Token.TransferEventsV2:EventLog",
  EventLogView,
);

/**
 * The administrator tells the observers which holdings of an account are gone, which are new, and
 * which transfers were the reason.
 */
export const EventLog_HoldingsChange = interfaceChoice(EventLog, "EventLog_HoldingsChange", {
  argument: HoldingsChange,
  result: HoldingsChangeResult,
  consuming: false,
  controllers: (_view, { admin }) => [admin],
  observers: (_view, { observers }) => observers,
  *body({ methods }, argument) {
    return yield* methods.holdingsChange(argument);
  },
});
