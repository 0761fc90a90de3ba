import { orThrow } from "@tallystick/node";
import { endpoint } from "../../endpoints/endpoint.js";
import { wireEmptyNamed } from "@tallystick/wire";
import { IdentityProviderPath, validProviderId } from "./idp-path.js";

/** Answer of `DELETE /v2/idps/{idp-id}` (ledger-api 2.12). */
export const DeleteIdentityProviderConfigResponse = wireEmptyNamed(
  "DeleteIdentityProviderConfigResponse",
);

/** `DELETE /v2/idps/{idp-id}` (ledger-api 8.2). */
export const idpsDelete = endpoint({
  method: "DELETE",
  path: "/v2/idps/{idp-id}",
  summary: "Delete an identity provider configuration",
  description: "Rejected while users or parties belong to the provider.",
  parameters: IdentityProviderPath,
  response: DeleteIdentityProviderConfigResponse,
  validate: ({ parameters }) => validProviderId(parameters["idp-id"]),
  rights: () => [{ kind: "participant-admin" }],
  errors: ["IDP_CONFIG_NOT_FOUND", "INVALID_FIELD"],
  handle: async ({ valid: id }, { ledger }) => {
    orThrow(await ledger.deleteIdentityProvider(id));
    return {};
  },
});
