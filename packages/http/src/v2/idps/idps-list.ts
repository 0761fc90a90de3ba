import { endpoint } from "../../endpoints/endpoint.js";
import { IdentityProviderConfig, required, wireArray, wireObject } from "@tallystick/wire";

/** Answer of `GET /v2/idps` (ledger-api 2.12). */
export const ListIdentityProviderConfigsResponse = wireObject(
  "ListIdentityProviderConfigsResponse",
  { identityProviderConfigs: required(wireArray(IdentityProviderConfig)) },
);

/** `GET /v2/idps` (ledger-api 8.2). */
export const idpsList = endpoint({
  method: "GET",
  path: "/v2/idps",
  summary: "List the identity provider configurations",
  description: "The default provider, whose id is empty, always exists and is never listed.",
  response: ListIdentityProviderConfigsResponse,
  rights: () => [{ kind: "participant-admin" }],
  handle: (_input, { ledger }) => ({ identityProviderConfigs: ledger.identityProviders() }),
});
