import { type LedgerError, ledgerError } from "@tallystick/core";
import type { Caller } from "./authenticator.js";

/** A right an endpoint demands of its caller (ledger-api 9.4). */
export type Demand =
  | { readonly kind: "act-as"; readonly party: string }
  | { readonly kind: "read-as"; readonly party: string }
  | { readonly kind: "read-as-any" }
  /** The request names this user; it must be the caller. */
  | { readonly kind: "same-user"; readonly userId: string }
  /** The same, except for callers that may read as any party. */
  | { readonly kind: "same-user-or-any-reader"; readonly userId: string }
  /** Participant or identity provider admin, or the user itself. */
  | { readonly kind: "self-or-admin"; readonly userId: string }
  /** Participant or identity provider admin. */
  | { readonly kind: "admin" }
  | { readonly kind: "participant-admin" };

const holds = (demand: Demand, { userId, rights }: Caller): boolean => {
  const admin = rights.participantAdmin || rights.identityProviderAdmin;
  switch (demand.kind) {
    case "act-as":
      return rights.canActAs(demand.party);
    case "read-as":
      return rights.canReadAs(demand.party);
    case "read-as-any":
      return rights.readAsAny;
    case "same-user":
      return demand.userId === userId;
    case "same-user-or-any-reader":
      return demand.userId === userId || rights.readAsAny;
    case "self-or-admin":
      return demand.userId === userId || admin;
    case "admin":
      return admin;
    case "participant-admin":
      return rights.participantAdmin;
  }
};

const lacking = (demand: Demand): string => {
  switch (demand.kind) {
    case "act-as":
      return `lacks CanActAs for party ${demand.party}`;
    case "read-as":
      return `lacks CanReadAs or CanActAs for party ${demand.party}`;
    case "read-as-any":
      return "lacks CanReadAsAnyParty, which a filter for any party needs";
    case "same-user":
    case "same-user-or-any-reader":
      return `may not speak for user ${demand.userId}`;
    case "self-or-admin":
      return `lacks ParticipantAdmin or IdentityProviderAdmin, which reading of user ${demand.userId} needs`;
    case "admin":
      return "lacks ParticipantAdmin or IdentityProviderAdmin";
    case "participant-admin":
      return "lacks ParticipantAdmin";
  }
};

/** PERMISSION_DENIED for the first demand the caller does not meet, naming the right and the party in its cause; undefined when all are met. */
export const refusal = (
  demands: ReadonlyArray<Demand>,
  caller: Caller,
): LedgerError | undefined => {
  for (const demand of demands) {
    if (!holds(demand, caller)) {
      return ledgerError("PERMISSION_DENIED", `User ${caller.userId} ${lacking(demand)}`, {
        definiteAnswer: true,
      });
    }
  }
  return undefined;
};
