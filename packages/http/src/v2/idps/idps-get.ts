import { providerNotFound } from "@tallystick/core";
import { LedgerFailure } from "@tallystick/node";
import { endpoint } from "../../endpoints/endpoint.js";
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
  response: GetIdentityProviderConfigResponse,
  validate: ({ parameters }) => validProviderId(parameters["idp-id"]),
  rights: () => [{ kind: "participant-admin" }],
  errors: ["IDP_CONFIG_NOT_FOUND", "INVALID_FIELD"],
  handle: ({ valid: id }, { ledger }) => {
    const identityProviderConfig = ledger.identityProvider(id);
    if (identityProviderConfig === undefined)
      throw new LedgerFailure(providerNotFound(id, "getting"));
    return { identityProviderConfig };
  },
});
