import { wireBoolean } from "../types/wire-kinds.js";
import { wireObject, wireString } from "../types/wire-type.js";
import { defaulted } from "../types/wire-field.js";

/**
 * An identity provider configuration in requests and answers (specification 2.2, ledger-api 2.12).
 */
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
