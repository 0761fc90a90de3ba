import { right } from "fp-ts/lib/Either.js";
import { userIdError } from "../../session/development-login.js";
import { type Checked, lacks } from "../../states/checked.js";
import { messages } from "./messages.js";

/** Of which party a wallet is. */
type Whose = "own" | "operator" | "other";

/** What is typed to give a user a wallet. */
export interface OnboardDraft {
  readonly name: string;
  readonly whose: Whose;
  readonly party: string;
}

export const nobody: OnboardDraft = { name: "", whose: "own", party: "" };

/** A wallet as the API takes it: without a party it gets one of its own. */
export interface Onboarding {
  readonly name: string;
  readonly party_id?: string;
}

/** The wallet that is made; Left: what is missing. */
export const onboardingOf = (
  draft: OnboardDraft,
  operator: string | undefined,
): Checked<Onboarding> => {
  const [name, other] = [draft.name.trim(), draft.party.trim()];
  const wrong = name === "" ? messages.onboarding.userMissing : userIdError(name);
  if (wrong !== undefined) return lacks(wrong);
  if (draft.whose === "own") return right({ name });
  if (draft.whose === "other")
    return other === "" ? lacks(messages.field.partyMissing) : right({ name, party_id: other });
  return operator === undefined
    ? lacks(messages.onboarding.operatorUnknown)
    : right({ name, party_id: operator });
};
