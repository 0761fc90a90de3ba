import { endpoint, nothing } from "../../endpoints/endpoint.js";
import { ok } from "../../endpoints/reply.js";
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
  parameters: nothing,
  query: nothing,
  body: nothing,
  response: { kind: "json", codec: ListIdentityProviderConfigsResponse },
  access: "token",
  rights: () => [{ kind: "participant-admin" }],
  errors: [],
  handle: (_input, { ledger }) => ok({ identityProviderConfigs: ledger.identityProviders() }),
});
