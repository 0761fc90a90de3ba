import { right } from "fp-ts/lib/Either.js";
import { type Checked, lacks } from "../../states/checked.js";
import { partyNameError } from "./party-name.js";
import { messages } from "./messages.js";

/** What is given to restore a key. */
export interface RestoreDraft {
  readonly file: File | undefined;
  readonly name: string;
  readonly passphrase: string;
}

export const nothingToRestore: RestoreDraft = { file: undefined, name: "", passphrase: "" };

/** A key to be restored. */
export interface Restore extends RestoreDraft {
  readonly file: File;
}

/** What is restored; Left: what is missing. */
export const restoreOf = ({ file, name, passphrase }: RestoreDraft): Checked<Restore> => {
  if (file === undefined) return lacks(messages.restore.fileMissing);
  const wrong = partyNameError(name);
  return wrong === undefined ? right({ file, name, passphrase }) : lacks(wrong);
};
