import {
  defineInterface,
  numeric,
  optional,
  party,
  record,
  type Static,
  text,
} from "@tallystick/core";
import { InstrumentId, Lock } from "./holding-v1.js";
import { Metadata } from "./metadata-v1.js";

/**
 * An account at an instrument's administrator. An account without owner is one of the administrator
 * itself: where mints come from and burns go to. The identifier of a default account is "".
 */
export const Account = record(
  { owner: optional(party), provider: optional(party), id: text },
  "Account",
);
export type Account = Static<typeof Account>;

/** The token standard's view of a holding. */
export const HoldingView = record(
  {
    account: Account,
    instrumentId: InstrumentId,
    amount: numeric,
    lock: optional(Lock),
    meta: Metadata,
  },
  "HoldingView",
);
export type HoldingView = Static<typeof HoldingView>;

/** A holding of any instrument in an account; it is only looked at through this interface. */
export const Holding = defineInterface<HoldingView>(
  "Splice.Api.Token.HoldingV2:Holding",
  HoldingView,
);
