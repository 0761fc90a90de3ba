import { wire } from "@tallystick/wire";

/** Path parameters of the endpoints of one party. */
export const PartyPath = wire.wireObject("PartyPath", {
  party: wire.required(wire.wireString),
});
