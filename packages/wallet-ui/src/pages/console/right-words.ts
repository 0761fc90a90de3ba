import type { Right } from "../../data/console-queries.js";
import { messages } from "./messages.js";

/** The kinds of rights that can be given. */
export type RightKind =
  | "CanActAs"
  | "CanReadAs"
  | "CanExecuteAs"
  | "CanReadAsAnyParty"
  | "CanExecuteAsAnyParty"
  | "ParticipantAdmin"
  | "IdentityProviderAdmin";

/** What each right lets a user do. */
export const rightWords: Readonly<Record<RightKind, string>> = {
  CanActAs: messages.rightKind.actAs,
  CanReadAs: messages.rightKind.readAs,
  CanExecuteAs: messages.rightKind.executeAs,
  CanReadAsAnyParty: messages.rightKind.readAsAny,
  CanExecuteAsAnyParty: messages.rightKind.executeAsAny,
  ParticipantAdmin: messages.rightKind.participantAdmin,
  IdentityProviderAdmin: messages.rightKind.providerAdmin,
};

export const needsParty = (kind: RightKind): kind is "CanActAs" | "CanReadAs" | "CanExecuteAs" =>
  kind === "CanActAs" || kind === "CanReadAs" || kind === "CanExecuteAs";

/** A right as the API takes it. */
export const rightOf = (kind: RightKind, party: string): Right => {
  switch (kind) {
    case "CanActAs":
      return { kind: { CanActAs: { value: { party } } } };
    case "CanReadAs":
      return { kind: { CanReadAs: { value: { party } } } };
    case "CanExecuteAs":
      return { kind: { CanExecuteAs: { value: { party } } } };
    case "CanReadAsAnyParty":
      return { kind: { CanReadAsAnyParty: { value: {} } } };
    case "CanExecuteAsAnyParty":
      return { kind: { CanExecuteAsAnyParty: { value: {} } } };
    case "ParticipantAdmin":
      return { kind: { ParticipantAdmin: { value: {} } } };
    case "IdentityProviderAdmin":
      return { kind: { IdentityProviderAdmin: { value: {} } } };
  }
};

/** A right in parts: its kind, and its party where it has one. */
export const rightParts = ({
  kind,
}: Right): { readonly kind: RightKind; readonly party: string } | undefined => {
  if (kind === undefined || kind === null || "Empty" in kind) return undefined;
  if ("CanActAs" in kind) return { kind: "CanActAs", party: kind.CanActAs.value.party };
  if ("CanReadAs" in kind) return { kind: "CanReadAs", party: kind.CanReadAs.value.party };
  if ("CanExecuteAs" in kind) return { kind: "CanExecuteAs", party: kind.CanExecuteAs.value.party };
  if ("CanReadAsAnyParty" in kind) return { kind: "CanReadAsAnyParty", party: "" };
  if ("CanExecuteAsAnyParty" in kind) return { kind: "CanExecuteAsAnyParty", party: "" };
  if ("ParticipantAdmin" in kind) return { kind: "ParticipantAdmin", party: "" };
  return { kind: "IdentityProviderAdmin", party: "" };
};
