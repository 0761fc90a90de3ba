import { type Checked, checked } from "../../states/checked.js";
import { messages } from "./messages.js";

/** What is wrong with the name of a new party; undefined when nothing is, or nothing is typed. */
export const hintError = (hint: string): string | undefined =>
  hint === "" || /^[a-zA-Z0-9_-]{1,185}$/.test(hint) ? undefined : messages.newParty.malformed;

/** The name of a new party; Left: what is missing. */
export const hintOf = ({ typed }: { readonly typed: string }): Checked<string> => {
  const hint = typed.trim();
  return checked(hint === "" ? messages.newParty.missing : hintError(hint), hint);
};
