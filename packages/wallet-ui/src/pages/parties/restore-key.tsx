import { isLeft } from "fp-ts/lib/Either.js";
import { Card } from "../../components/base/card.js";
import { useToast } from "../../components/feedback/toasts.js";
import type { Draft } from "../../components/forms/draft-form.js";
import { FileField } from "../../components/forms/file-field.js";
import { LocalForm } from "../../components/forms/local-form.js";
import { TextField } from "../../components/forms/text-field.js";
import { backupErrorText, openBackup } from "../../custody/key-backup.js";
import { partyNameError } from "./party-name.js";
import { nothingToRestore, type RestoreDraft, restoreOf } from "./restore-draft.js";
import { useKeys } from "./use-keys.js";
import { messages } from "./messages.js";

/** Larger files are no backups. */
const maxBytes = 65_536;

const fieldsOf = ({ bind, draft: { file, name }, isTried }: Draft<RestoreDraft>) => (
  <>
    <FileField
      label={messages.restore.file}
      accept="application/json,.json"
      hint={messages.restore.fileHint}
      error={isTried && file === undefined ? messages.restore.fileMissing : undefined}
      {...bind("file")}
    />
    <TextField
      label={messages.restore.name}
      hint={messages.restore.nameHint}
      error={isTried ? partyNameError(name) : undefined}
      {...bind("name")}
    />
    <TextField label={messages.restore.passphrase} isSecret {...bind("passphrase")} />
  </>
);

/** Takes a key from its backup into this browser. */
export const RestoreKeyCard = () => {
  const { keep } = useKeys();
  const say = useToast();
  return (
    <Card title={messages.restore.title}>
      <LocalForm
        label={messages.restore.form}
        empty={nothingToRestore}
        fields={fieldsOf}
        check={restoreOf}
        tells="fields"
        run={async ({ file, name, passphrase }) => {
          const text = file.size > maxBytes ? "" : await file.text();
          const opened = await openBackup(crypto.subtle, text, passphrase);
          if (isLeft(opened)) throw new Error(backupErrorText(opened.left));
          await keep(opened.right, `${name}::${opened.right.fingerprint}`);
          say(messages.restore.done);
        }}
        submit={{ text: messages.restore.submit, variant: "secondary" }}
        failed={messages.restore.failed}
      />
    </Card>
  );
};
