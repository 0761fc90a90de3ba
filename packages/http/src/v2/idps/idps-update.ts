import type { IdentityProviderConfig as ProviderConfig } from "@tallystick/core";
import { orThrow } from "@tallystick/node";
import { chain } from "fp-ts/lib/Either.js";
import { endpoint } from "../../endpoints/endpoint.js";
import {
  FieldMask,
  IdentityProviderConfig,
  optional,
  patchOf,
  required,
  wireObject,
} from "@tallystick/wire";
import { IdentityProviderPath, validProviderId } from "./idp-path.js";

/** Request body of `PATCH /v2/idps/{idp-id}` (ledger-api 2.12). */
export const UpdateIdentityProviderConfigRequest = wireObject(
  "UpdateIdentityProviderConfigRequest",
  { identityProviderConfig: optional(IdentityProviderConfig), updateMask: optional(FieldMask) },
  ["identityProviderConfig", "updateMask"],
);

/** Answer of `PATCH /v2/idps/{idp-id}` (ledger-api 2.12). */
export const UpdateIdentityProviderConfigResponse = wireObject(
  "UpdateIdentityProviderConfigResponse",
  { identityProviderConfig: required(IdentityProviderConfig) },
);

const shownConfig = (config: ProviderConfig): string => {
  const { identityProviderId, isDeactivated, issuer, jwksUrl, audience } = config;
  return `IdentityProviderConfig(${[identityProviderId, isDeactivated, issuer, jwksUrl, audience].join()})`;
};

/** `PATCH /v2/idps/{idp-id}` (ledger-api 8.2). */
export const idpsUpdate = endpoint({
  method: "PATCH",
  path: "/v2/idps/{idp-id}",
  summary: "Change an identity provider configuration",
  description:
    "The mask names what changes: is_deactivated, jwks_url, issuer, audience. An empty audience is cleared; an empty " +
    "issuer or jwks_url stays as it is. Tokens of a deactivated provider stop working at once.",
  parameters: IdentityProviderPath,
  body: UpdateIdentityProviderConfigRequest,
  response: UpdateIdentityProviderConfigResponse,
  validate: ({ parameters, body }) =>
    chain((pathId: string) =>
      patchOf({
        pathId,
        idField: "identityProviderConfig.identityProviderId",
        value: body.identityProviderConfig,
        idOf: ({ identityProviderId }) => identityProviderId,
        shownBody: (config) =>
          `idp in body: ${config === undefined ? "None" : `Some(${shownConfig(config)})`}`,
        updateMask: body.updateMask,
      }),
    )(validProviderId(parameters["idp-id"])),
  rights: () => [{ kind: "participant-admin" }],
  errors: [
    "IDP_CONFIG_ISSUER_ALREADY_EXISTS",
    "IDP_CONFIG_NOT_FOUND",
    "INVALID_ARGUMENT",
    "INVALID_FIELD",
    "INVALID_IDENTITY_PROVIDER_UPDATE_REQUEST",
    "MISSING_FIELD",
  ],
  handle: async ({ valid: { value: config, updateMask } }, { ledger }) => {
    const updated = orThrow(await ledger.updateIdentityProvider({ config, updateMask }));
    return { identityProviderConfig: updated };
  },
});
