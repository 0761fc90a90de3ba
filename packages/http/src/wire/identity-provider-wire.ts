import { wire } from "@tallystick/wire";
import { wireBoolean } from "./wire-kinds.js";

const { defaulted, wireObject, wireString } = wire;

/** An identity provider configuration in requests and answers (specification 2.2, ledger-api 2.12). */
export const IdentityProviderConfig = wireObject(
  "IdentityProviderConfig",
  {
    identityProviderId: defaulted(wireString, ""),
    isDeactivated: defaulted(wireBoolean, false),
    issuer: defaulted(wireString, ""),
    jwksUrl: defaulted(wireString, ""),
    audience: defaulted(wireString, ""),
  },
  ["identityProviderId", "issuer", "jwksUrl"],
);
