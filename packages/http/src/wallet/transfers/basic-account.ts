import type { holdingV2 } from "@tallystick/coin";
import type { PartyId } from "@tallystick/core";

/** The account of a party that no one provides, the only kind that the coin has. */
export const basicAccount = (owner: PartyId): holdingV2.Account => ({
  owner,
  provider: undefined,
  id: "",
});
