import { type Either, left, right } from "fp-ts/lib/Either.js";
import { type LedgerError, invalidField, isLedgerString, textSentence } from "@tallystick/core";
import { required, wireObject, wireString } from "@tallystick/wire";

/** Path parameters of the endpoints of one identity provider. */
export const IdentityProviderPath = wireObject("IdentityProviderPath", {
  "idp-id": required(wireString),
});

/** The id of a path. Left INVALID_FIELD when it is not a LedgerString (ledger-api 8.2). */
export const validProviderId = (identityProviderId: string): Either<LedgerError, string> =>
  isLedgerString(identityProviderId)
    ? right(identityProviderId)
    : left(
        invalidField(
          "identity_provider_id",
          `found "${identityProviderId.slice(0, 60)}", expected 1 to 255 characters of [a-zA-Z0-9._:-#/ ]`,
          { sentence: textSentence("Ledger String", identityProviderId) },
        ),
      );
