import { required, wireObject, wirePartyId } from "@tallystick/wire";

/** Path parameters of the endpoints of one party. */
export const PartyPath = wireObject("PartyPath", {
  party: required(wirePartyId),
});
