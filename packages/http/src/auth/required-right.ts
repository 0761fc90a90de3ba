import {
  defaultProviderId,
  isLedgerString,
  type LedgerError,
  ledgerError,
  type PartyId,
  type UserId,
} from "@tallystick/core";
import type { Caller } from "./authenticator.js";

/** A right an endpoint requires of its caller (ledger-api 9.4). */
export type RequiredRight =
  | { readonly kind: "act-as"; readonly party: PartyId }
  | { readonly kind: "read-as"; readonly party: PartyId }
  | { readonly kind: "read-as-any" }
  | { readonly kind: "execute-as"; readonly party: PartyId }
  /** The request names this user; it must be the caller. */
  | { readonly kind: "same-user"; readonly userId: UserId }
  /** The user itself, or a caller that may read as any party. */
  | { readonly kind: "same-user-or-any-reader"; readonly userId: UserId }
  /** Participant or identity provider admin, or the user itself. */
  | { readonly kind: "self-or-admin"; readonly userId: UserId }
  /** Participant or identity provider admin, or any right on the party. */
  | { readonly kind: "party-or-admin"; readonly party: PartyId }
  /** Participant or identity provider admin. */
  | { readonly kind: "admin" }
  | { readonly kind: "participant-admin" }
  /** Participant admin, or a caller that may read as any party. */
  | { readonly kind: "participant-admin-or-any-reader" }
  /**
   * The identity provider the request names, "" for none: callers may only name their own, except
   * the participant admins of the default one.
   */
  | { readonly kind: "provider"; readonly identityProviderId: string };

const holds = (
  required: RequiredRight,
  { userId, rights, identityProviderId }: Caller,
): boolean => {
  const admin = rights.participantAdmin || rights.identityProviderAdmin;
  switch (required.kind) {
    case "act-as":
      return rights.canActAs(required.party);
    case "read-as":
      return rights.canReadAs(required.party);
    case "read-as-any":
      return rights.readAsAny;
    case "execute-as":
      return rights.canExecuteAs(required.party);
    case "same-user":
      return required.userId === userId;
    case "same-user-or-any-reader":
      return required.userId === userId || rights.readAsAny;
    case "self-or-admin":
      return required.userId === userId || admin;
    case "party-or-admin":
      return admin || rights.knows(required.party);
    case "admin":
      return admin;
    case "participant-admin":
      return rights.participantAdmin;
    case "participant-admin-or-any-reader":
      return rights.participantAdmin || rights.readAsAny;
    case "provider": {
      const named = required.identityProviderId;
      const free = rights.participantAdmin && identityProviderId === defaultProviderId;
      return named === "" || named === identityProviderId || free;
    }
  }
};

const shown = (text: string): string => text.slice(0, 255);

const lacking = (required: RequiredRight): string => {
  switch (required.kind) {
    case "act-as":
      return `lacks CanActAs for party ${shown(required.party)}`;
    case "read-as":
      return `lacks CanReadAs or CanActAs for party ${shown(required.party)}`;
    case "read-as-any":
      return "lacks CanReadAsAnyParty, which a filter for any party needs";
    case "execute-as":
      return `lacks CanExecuteAs or CanActAs for party ${shown(required.party)}`;
    case "same-user":
    case "same-user-or-any-reader":
      return `may not make requests about user ${shown(required.userId)}`;
    case "self-or-admin":
      return `lacks ParticipantAdmin or IdentityProviderAdmin, which requests about another user need, here "${shown(required.userId)}"`;
    case "party-or-admin":
      return `lacks ParticipantAdmin, IdentityProviderAdmin or any right on party ${shown(required.party)}`;
    case "admin":
      return "lacks ParticipantAdmin or IdentityProviderAdmin";
    case "participant-admin":
      return "lacks ParticipantAdmin";
    case "participant-admin-or-any-reader":
      return "lacks ParticipantAdmin or CanReadAsAnyParty";
    case "provider":
      return `belongs to another identity provider than ${shown(required.identityProviderId)}`;
  }
};

/** INVALID_TOKEN for a malformed identity provider id (ledger-api 9.5). */
const malformedProvider = (required: RequiredRight): LedgerError | undefined => {
  if (required.kind !== "provider") return undefined;
  const { identityProviderId } = required;
  if (identityProviderId === "" || isLedgerString(identityProviderId)) return undefined;
  const cause = `The request names the identity provider "${shown(identityProviderId)}"; expected an id of 1 to 255 characters of [a-zA-Z0-9._:-#/ ]`;
  return ledgerError("INVALID_TOKEN", cause, { field: "identityProviderId" });
};

/**
 * The error of the first required right the caller does not meet, undefined when all are met:
 * PERMISSION_DENIED, naming the right and the party in its cause, or INVALID_TOKEN for a malformed
 * identity provider id (ledger-api 9.4, 9.5).
 */
export const accessError = (
  rights: ReadonlyArray<RequiredRight>,
  caller: Caller,
): LedgerError | undefined => {
  for (const required of rights) {
    const malformed = malformedProvider(required);
    if (malformed !== undefined) return malformed;
    if (!caller.rights.everything && !holds(required, caller))
      return denied(`User ${caller.userId} ${lacking(required)}`);
  }
  return undefined;
};

/** PERMISSION_DENIED; the reason is only for the log and the development login. */
export const denied = (reason: string): LedgerError =>
  ledgerError("PERMISSION_DENIED", reason, { definiteAnswer: true });
