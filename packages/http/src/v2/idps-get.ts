import { providerNotFound } from "@tallystick/core";
import { wire } from "@tallystick/wire";
import { left } from "fp-ts/lib/Either.js";
import { endpoint, nothing, ok } from "../endpoint.js";
import { IdentityProviderConfig } from "../wire/identity-provider-wire.js";
import { IdentityProviderPath, idpPathProblem } from "./idp-path.js";

/** Answer of `GET /v2/idps/{idp-id}` (ledger-api 2.12). */
export const GetIdentityProviderConfigResponse = wire.wireObject(
  "GetIdentityProviderConfigResponse",
  { identityProviderConfig: wire.required(IdentityProviderConfig) },
);

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
  rights: () => [{ kind: "participant-admin" }],
  errors: ["IDP_CONFIG_NOT_FOUND", "INVALID_FIELD"],
  handle: ({ parameters }, { ledger }) => {
    const id = parameters["idp-id"];
    const problem = idpPathProblem(id);
    if (problem !== undefined) return left(problem);
    const identityProviderConfig = ledger.identityProvider(id);
    return identityProviderConfig === undefined
      ? left(providerNotFound(id))
      : ok({ identityProviderConfig });
  },
});
