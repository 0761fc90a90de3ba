import { isLeft } from "fp-ts/lib/Either.js";
import type { Right } from "../../data/console-queries.js";
import { readParty } from "../../parties/party-id.js";
import { type Checked, checked } from "../../states/checked.js";
import { needsParty, type RightKind, rightOf } from "./right-words.js";
import { messages } from "./messages.js";

/** What is typed to give a user a right. */
interface GrantDraft {
  readonly kind: RightKind;
  readonly party: string;
}

export const noGrant: GrantDraft = { kind: "CanReadAs", party: "" };

/** A right that is given. */
export interface Grant extends GrantDraft {
  readonly right: Right;
}

/** The right that is given; Left: what is missing. */
export const grantOf = ({ kind, party: text }: GrantDraft): Checked<Grant> => {
  const party = text.trim();
  const isMissing = needsParty(kind) && isLeft(readParty(party));
  return checked(isMissing ? messages.field.partyMissing : undefined, {
    kind,
    party,
    right: rightOf(kind, party),
  });
};

/** With which a user spends the coins of a party. */
const spending: ReadonlySet<RightKind> = new Set(["CanActAs", "CanExecuteAs"]);

/** What a user would get: what spends the operator's coins, or the administration. */
export type Given = "coins" | "administration";

/** What asks first: who acts for the operator's party, or for every party, spends its coins. */
export const givenBy = (
  { kind, party }: GrantDraft,
  operator: string | undefined,
): Given | undefined => {
  if (kind === "ParticipantAdmin" || kind === "IdentityProviderAdmin") return "administration";
  const isOperators = spending.has(kind) && party === operator;
  return isOperators || kind === "CanExecuteAsAnyParty" ? "coins" : undefined;
};
