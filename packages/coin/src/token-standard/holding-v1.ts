import {
  contractId,
  defineInterface,
  list,
  numeric,
  optional,
  party,
  record,
  type Static,
  text,
  timestamp,
} from "@tallystick/core";
import { Metadata, RelTime } from "./metadata-v1.js";

/** An instrument: who administers it, and its name there. */
export const InstrumentId = record({ admin: party, id: text }, "InstrumentId");
export type InstrumentId = Static<typeof InstrumentId>;

/** What keeps a holding from being used. */
export const Lock = record(
  {
    holders: list(party),
    expiresAt: optional(timestamp),
    expiresAfter: optional(RelTime),
    context: optional(text),
  },
  "Lock",
);

/** The token standard's view of a holding. */
export const HoldingView = record(
  {
    owner: party,
    instrumentId: InstrumentId,
    amount: numeric,
    lock: optional(Lock),
    meta: Metadata,
  },
  "HoldingView",
);
export type HoldingView = Static<typeof HoldingView>;

/** A Holding (specification 2.6) of any instrument; it is only looked at through this interface. */
export const Holding = defineInterface<HoldingView>(
  "Splice.Api.Token.HoldingV1:Holding",
  HoldingView,
);

/** A list of holdings by contract id. */
export const HoldingCids = list(contractId);
