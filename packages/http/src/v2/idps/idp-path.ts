import { type LedgerError, invalidField, isLedgerString } from "@tallystick/core";
import { required, wireObject, wireString } from "@tallystick/wire";

/** Path parameters of the endpoints of one identity provider. */
export const IdentityProviderPath = wireObject("IdentityProviderPath", {
  "idp-id": required(wireString),
});

/** INVALID_FIELD for a path id that is no LedgerString (ledger-api 8.2). */
export const idpPathError = (identityProviderId: string): LedgerError | undefined =>
  isLedgerString(identityProviderId)
    ? undefined
    : invalidField(
        "identity_provider_id",
        `found "${identityProviderId.slice(0, 60)}", expected 1 to 255 characters of [a-zA-Z0-9._:-#/ ]`,
      );
