import { party, record, type Static } from "@tallystick/core";
import type { InstrumentId } from "../../token-standard/holding-v1.js";
import { ExpiringAmount } from "../configuration/fees.js";

/** The name of the coin as an instrument. */
export const coinInstrumentName = "Amulet";

/** The coin as an instrument of the token standard. */
export const coinInstrument = (dso: string): InstrumentId => ({
  admin: dso,
  id: coinInstrumentName,
});

export const AmuletPayload = record({ dso: party, owner: party, amount: ExpiringAmount }, "Amulet");
/** The contents of a coin. */
export type AmuletPayload = Static<typeof AmuletPayload>;
