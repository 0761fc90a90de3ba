import { orThrow } from "@tallystick/node";
import { missingField } from "@tallystick/core";
import { left, right } from "fp-ts/lib/Either.js";
import { endpoint } from "../../endpoints/endpoint.js";
import { IdentityProviderConfig, optional, required, wireObject } from "@tallystick/wire";

/** Request body of `POST /v2/idps` (specification 2.2). */
export const CreateIdentityProviderConfigRequest = wireObject(
  "CreateIdentityProviderConfigRequest",
  { identityProviderConfig: optional(IdentityProviderConfig) },
  ["identityProviderConfig"],
);

/** Answer of `POST /v2/idps` (specification 2.2). */
export const CreateIdentityProviderConfigResponse = wireObject(
  "CreateIdentityProviderConfigResponse",
  { identityProviderConfig: required(IdentityProviderConfig) },
);

/** `POST /v2/idps` (specification 4.2, ledger-api 8). */
export const idpsCreate = endpoint({
  method: "POST",
  path: "/v2/idps",
  summary: "Create an identity provider configuration",
  description: "Fails when the maximum number of configurations is reached.",
  body: CreateIdentityProviderConfigRequest,
  response: CreateIdentityProviderConfigResponse,
  validate: ({ body: { identityProviderConfig } }) =>
    identityProviderConfig === undefined
      ? left(missingField("identity_provider_config", "an object"))
      : right(identityProviderConfig),
  rights: () => [{ kind: "participant-admin" }],
  errors: [
    "IDP_CONFIG_ALREADY_EXISTS",
    "IDP_CONFIG_ISSUER_ALREADY_EXISTS",
    "INVALID_FIELD",
    "MISSING_FIELD",
    "TOO_MANY_IDENTITY_PROVIDER_CONFIGS",
  ],
  handle: async ({ valid: config }, { ledger }) => {
    const created = orThrow(await ledger.createIdentityProvider(config));
    return { identityProviderConfig: created };
  },
});
