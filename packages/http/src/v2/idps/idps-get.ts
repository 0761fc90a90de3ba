import { providerNotFound } from "@tallystick/core";
import { left } from "fp-ts/lib/Either.js";
import { endpoint, nothing } from "../../endpoints/endpoint.js";
import { ok } from "../../endpoints/reply.js";
import { IdentityProviderConfig, required, wireObject } from "@tallystick/wire";
import { IdentityProviderPath, validProviderId } from "./idp-path.js";

/** Answer of `GET /v2/idps/{idp-id}` (ledger-api 2.12). */
export const GetIdentityProviderConfigResponse = wireObject("GetIdentityProviderConfigResponse", {
  identityProviderConfig: required(IdentityProviderConfig),
});

/** `GET /v2/idps/{idp-id}` (ledger-api 8.2). */
export const idpsGet = endpoint({
  method: "GET",
  path: "/v2/idps/{idp-id}",
  summary: "Read one identity provider configuration",
  parameters: IdentityProviderPath,
  query: nothing,
  body: nothing,
  response: { kind: "json", codec: GetIdentityProviderConfigResponse },
  access: "token",
  validate: ({ parameters }) => validProviderId(parameters["idp-id"]),
  rights: () => [{ kind: "participant-admin" }],
  errors: ["IDP_CONFIG_NOT_FOUND", "INVALID_FIELD"],
  handle: ({ valid: id }, { ledger }) => {
    const identityProviderConfig = ledger.identityProvider(id);
    return identityProviderConfig === undefined
      ? left(providerNotFound(id))
      : ok({ identityProviderConfig });
  },
});
