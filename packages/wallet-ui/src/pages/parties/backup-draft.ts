import { minPassphraseLength } from "../../custody/key-backup.js";
import { type Checked, checked } from "../../states/checked.js";
import { messages } from "./messages.js";

/** What is typed to save a backup. */
export interface BackupDraft {
  readonly passphrase: string;
  readonly repeated: string;
}

export const noPassphrase: BackupDraft = { passphrase: "", repeated: "" };

/** What is wrong with a passphrase; undefined when nothing is. */
export const passphraseError = ({ passphrase }: BackupDraft): string | undefined =>
  passphrase.length < minPassphraseLength
    ? messages.passphrase.tooShort({ minPassphraseLength, count: passphrase.length })
    : undefined;

/** What is wrong with its repetition; undefined when nothing is. */
export const repetitionError = ({ passphrase, repeated }: BackupDraft): string | undefined =>
  passphrase === repeated ? undefined : messages.passphrase.different;

/** The passphrase that seals the backup; Left: what is wrong. */
export const sealOf = (draft: BackupDraft): Checked<string> =>
  checked(passphraseError(draft) ?? repetitionError(draft), draft.passphrase);
