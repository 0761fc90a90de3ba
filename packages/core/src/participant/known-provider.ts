import { invalidArgument, ledgerError } from "../errors/ledger-error-build.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { ParticipantState } from "./participant-state.js";
import { hasIn } from "../collections/persistent-map.js";

/** Id of the default provider, which cannot be changed (ledger-api 8). */
export const defaultProviderId = "";

/** INVALID_ARGUMENT for an identity provider that is not known (ledger-api 2.10, 9.2). */
export const providerError = (
  state: ParticipantState,
  identityProviderId: string,
  field: string,
): LedgerError | undefined =>
  identityProviderId === defaultProviderId || hasIn(state.identityProviders, identityProviderId)
    ? undefined
    : invalidArgument(
        `The identity provider ${identityProviderId.slice(0, 100)} is not known to this node`,
        field,
        {
          sentence: `Provided identity_provider_id Id(${identityProviderId.slice(0, 300)}) has not been found.`,
        },
      );

/**
 * PERMISSION_DENIED: something belongs to another identity provider than the request names
 * (ledger-api 2.10, 9.2).
 */
export const otherProvider = (what: string, identityProviderId: string): LedgerError =>
  ledgerError(
    "PERMISSION_DENIED",
    `${what} does not belong to ${
      identityProviderId === defaultProviderId
        ? "the default identity provider"
        : `the identity provider ${identityProviderId.slice(0, 100)}`
    }.`,
  );
