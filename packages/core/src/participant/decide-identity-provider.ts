import { type Either, left, right } from "fp-ts/lib/Either.js";
import { isLedgerString } from "../values/grammar.js";
import { textSentence } from "../values/text-sentence.js";
import { invalidField, ledgerError, missingField } from "../errors/ledger-error-build.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { ParticipantEvent } from "../events/participant-event.js";
import type { Micros } from "../values/time.js";
import type {
  CreateIdentityProviderCommand,
  DeleteIdentityProviderCommand,
  ParticipantLimits,
  UpdateIdentityProviderCommand,
} from "./participant-command.js";
import type { IdentityProviderConfig } from "../events/participant-records.js";
import type { ParticipantState } from "./participant-state.js";
import { entriesOf, getIn, hasIn, type PersistentMap } from "../collections/persistent-map.js";
import { maskError } from "./update-mask.js";

type Decision = Either<LedgerError, ReadonlyArray<ParticipantEvent>>;

/** Longest issuer, audience and URL of an identity provider; characters. */
export const maxProviderTextLength = 2048;

/**
 * Adds an identity provider. Checked in this order (ledger-api 8.1, 8.2): id, URL, issuer,
 * audience; id taken, issuer taken, too many.
 */
export const createIdentityProvider = (
  state: ParticipantState,
  { config }: CreateIdentityProviderCommand,
  recordTime: Micros,
  { maxIdentityProviders }: ParticipantLimits,
): Decision => {
  const { identityProviderId, issuer } = config;
  const error =
    providerIdError(identityProviderId) ??
    (config.jwksUrl === ""
      ? missingField("jwks_url", "the URL of the provider's keys")
      : urlError(config.jwksUrl)) ??
    (issuer === "" ? missingField("issuer", "the issuer of tokens, an https URL") : undefined) ??
    lengthError("issuer", issuer) ??
    lengthError("audience", config.audience) ??
    takenId(state, identityProviderId) ??
    takenIssuer(state, identityProviderId, issuer, "creating");
  if (error !== undefined) return left(error);
  if (state.identityProviders.size >= maxIdentityProviders) {
    return left(
      ledgerError(
        "TOO_MANY_IDENTITY_PROVIDER_CONFIGS",
        `There are ${state.identityProviders.size} identity providers; expected at most ${maxIdentityProviders}.`,
      ),
    );
  }
  return right([{ type: "IdentityProviderConfigCreated", ...fieldsOf(config), recordTime }]);
};

const fieldsOf = (config: IdentityProviderConfig): IdentityProviderConfig => ({
  identityProviderId: config.identityProviderId,
  issuer: config.issuer,
  jwksUrl: config.jwksUrl,
  isDeactivated: config.isDeactivated,
  audience: config.audience,
});

const providerIdError = (identityProviderId: string): LedgerError | undefined => {
  if (identityProviderId === "")
    return missingField("identity_provider_id", "the id of an identity provider");
  return isLedgerString(identityProviderId)
    ? undefined
    : invalidField(
        "identity_provider_id",
        `found "${identityProviderId.slice(0, 60)}", expected 1 to 255 characters of [a-zA-Z0-9._:-#/ ]`,
        { sentence: textSentence("Ledger String", identityProviderId) },
      );
};

const absoluteUrl = /^https?:\/\/[^\s/?#]+[^\s]*$/i;

const urlError = (jwksUrl: string): LedgerError | undefined =>
  jwksUrl.length <= maxProviderTextLength && absoluteUrl.test(jwksUrl) && URL.canParse(jwksUrl)
    ? undefined
    : invalidField(
        "jwks_url",
        `Malformed URL: found "${jwksUrl.slice(0, 100)}", expected an absolute http or https URL of at most ${maxProviderTextLength} characters`,
        {
          sentence: `Malformed URL: ${/^[a-z][a-z0-9+.-]*:/i.test(jwksUrl) ? "it is no http or https URL" : "URI is not absolute"}`,
        },
      );

const lengthError = (field: string, text: string): LedgerError | undefined =>
  text.length <= maxProviderTextLength
    ? undefined
    : invalidField(
        field,
        `found ${text.length} characters, expected at most ${maxProviderTextLength}`,
      );

const takenId = (
  { identityProviders }: ParticipantState,
  identityProviderId: string,
): LedgerError | undefined =>
  hasIn(identityProviders, identityProviderId)
    ? ledgerError(
        "IDP_CONFIG_ALREADY_EXISTS",
        `Identity provider ${identityProviderId} already exists.`,
        {
          publicCause: `creating identity provider config failed, as identity provider "${identityProviderId}" already exists`,
          resources: [["IDENTITY_PROVIDER_CONFIG", identityProviderId]],
        },
      )
    : undefined;

const takenIssuer = (
  { identityProviders }: ParticipantState,
  identityProviderId: string,
  issuer: string,
  operation: ProviderOperation,
): LedgerError | undefined => {
  for (const [otherId, other] of entriesOf(identityProviders)) {
    if (otherId !== identityProviderId && other.issuer === issuer) {
      return ledgerError(
        "IDP_CONFIG_ISSUER_ALREADY_EXISTS",
        `Identity provider ${otherId} already has the issuer ${issuer}.`,
        {
          publicCause: `${operation} identity provider config failed, as identity provider with issuer "${issuer}" already exists`,
          resources: [["IDENTITY_PROVIDER_CONFIG", issuer]],
        },
      );
    }
  }
  return undefined;
};

/** Paths a mask for an identity provider may name; the id has no effect (ledger-api 8.2). */
const providerPaths = ["is_deactivated", "jwks_url", "issuer", "audience", "identity_provider_id"];

/**
 * Changes what a mask names of an identity provider; an empty URL or issuer leaves it as it is
 * (ledger-api 8.2).
 */
export const updateIdentityProvider = (
  state: ParticipantState,
  { config, updateMask }: UpdateIdentityProviderCommand,
  recordTime: Micros,
): Decision => {
  const { identityProviderId } = config;
  const malformed = updateError(config, updateMask);
  if (malformed !== undefined) return left(malformed);
  const held = getIn(state.identityProviders, identityProviderId);
  if (held === undefined) return left(providerNotFound(identityProviderId, "updating"));
  const named = new Set(updateMask);
  const { issuer, jwksUrl, isDeactivated, audience } = config;
  const updated: IdentityProviderConfig = {
    identityProviderId,
    issuer: named.has("issuer") && issuer !== "" ? issuer : held.issuer,
    jwksUrl: named.has("jwks_url") && jwksUrl !== "" ? jwksUrl : held.jwksUrl,
    isDeactivated: named.has("is_deactivated") ? isDeactivated : held.isDeactivated,
    audience: named.has("audience") ? audience : held.audience,
  };
  const taken = takenIssuer(state, identityProviderId, updated.issuer, "updating");
  return taken === undefined
    ? right([{ type: "IdentityProviderConfigUpdated", ...updated, recordTime }])
    : left(taken);
};

const updateError = (
  { identityProviderId, issuer, jwksUrl, audience }: IdentityProviderConfig,
  updateMask: ReadonlyArray<string>,
): LedgerError | undefined => {
  const malformed = providerIdError(identityProviderId);
  if (malformed !== undefined) return malformed;
  const mask = maskError(updateMask, providerPaths);
  if (mask !== undefined) {
    return ledgerError(
      "INVALID_IDENTITY_PROVIDER_UPDATE_REQUEST",
      `The update of identity provider ${identityProviderId} is invalid: ${mask.reason}.`,
      {
        publicCause: `Update operation for identity provider config '${identityProviderId}' failed due to: ${mask.sentence}`,
        resources: [["IDENTITY_PROVIDER_CONFIG", identityProviderId]],
      },
    );
  }
  return (
    (jwksUrl === "" ? undefined : urlError(jwksUrl)) ??
    lengthError("issuer", issuer) ??
    lengthError("audience", audience)
  );
};

/** Deletes an identity provider to which no user and no party belongs (ledger-api 8.2). */
export const deleteIdentityProvider = (
  state: ParticipantState,
  { identityProviderId }: DeleteIdentityProviderCommand,
  recordTime: Micros,
): Decision => {
  const malformed = providerIdError(identityProviderId);
  if (malformed !== undefined) return left(malformed);
  if (!hasIn(state.identityProviders, identityProviderId))
    return left(providerNotFound(identityProviderId, "deleting"));
  const member =
    memberOf(state.users, identityProviderId, "user") ??
    memberOf(state.parties, identityProviderId, "party");
  return member === undefined
    ? right([{ type: "IdentityProviderConfigDeleted", identityProviderId, recordTime }])
    : left(
        ledgerError(
          "IDP_CONFIG_IN_USE",
          `The identity provider ${identityProviderId} still has members, such as ${member}; move or delete its users first. A provider with parties can only be deactivated.`,
          { resources: [["IDENTITY_PROVIDER_CONFIG", identityProviderId]] },
        ),
      );
};

const memberOf = (
  members: PersistentMap<{ readonly identityProviderId: string }>,
  identityProviderId: string,
  kind: string,
): string | undefined => {
  for (const [id, member] of entriesOf(members))
    if (member.identityProviderId === identityProviderId) return `the ${kind} ${id}`;
  return undefined;
};

/** The operation on an identity provider that failed, in a public node's words. */
type ProviderOperation = "creating" | "getting" | "updating" | "deleting";

/** IDP_CONFIG_NOT_FOUND for an identity provider id. */
export const providerNotFound = (
  identityProviderId: string,
  operation: ProviderOperation,
): LedgerError =>
  ledgerError(
    "IDP_CONFIG_NOT_FOUND",
    `Identity provider not found: ${identityProviderId.slice(0, 255)}`,
    {
      publicCause: `${operation} identity provider config failed for unknown identity provider id="${identityProviderId}"`,
      resources: [["IDENTITY_PROVIDER_CONFIG", identityProviderId]],
    },
  );
