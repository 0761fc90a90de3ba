import { isLeft } from "fp-ts/lib/Either.js";
import { useId, useState } from "react";
import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { useToast } from "../../components/feedback/toasts.js";
import { Field } from "../../components/forms/field.js";
import { Form } from "../../components/forms/form.js";
import { TextField } from "../../components/forms/text-field.js";
import { backupErrorText, openBackup } from "../../custody/key-backup.js";
import { partyNameError } from "./party-name.js";
import { useKeys } from "./use-keys.js";
import { messages } from "./messages.js";

/** Larger files are no backups. */
const maxBytes = 65_536;

const useRestore = () => {
  const { keep } = useKeys();
  const say = useToast();
  const [file, setFile] = useState<File>();
  const [name, setName] = useState("");
  const [passphrase, setPassphrase] = useState("");
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const restore = async (): Promise<void> => {
    setTried(true);
    setError(undefined);
    if (file === undefined || partyNameError(name) !== undefined || isBusy) return;
    setBusy(true);
    try {
      const text = file.size > maxBytes ? "" : await file.text();
      const opened = await openBackup(crypto.subtle, text, passphrase);
      if (isLeft(opened)) {
        setError(backupErrorText(opened.left));
        return;
      }
      await keep(opened.right, `${name}::${opened.right.fingerprint}`);
      setPassphrase("");
      say(messages.keyWasRestored);
    } catch (thrown) {
      setError(messages.keyWasNotRestored({ cause: String(thrown) }));
    } finally {
      setBusy(false);
    }
  };
  return {
    choose: (chosen: File | undefined) => {
      setError(undefined);
      setFile(chosen);
    },
    fileError: isTried && file === undefined ? messages.chooseTheFile : undefined,
    name,
    setName,
    nameError: isTried ? partyNameError(name) : undefined,
    passphrase,
    setPassphrase,
    error,
    isBusy,
    restore,
  };
};

/** Takes a key from its backup into this browser. */
export const RestoreKeyCard = () => {
  const form = useRestore();
  const id = useId();
  return (
    <Card title={messages.restoreFromABackup}>
      <Form
        label={messages.restoreAKey}
        onSubmit={() => void form.restore()}
        actions={
          <Button type="submit" isBusy={form.isBusy}>
            {messages.restoreTheKey}
          </Button>
        }
      >
        <Field
          id={id}
          label={messages.fileOfTheBackup}
          error={form.fileError}
          hint={messages.nameOfTheFileBegins}
        >
          <input
            id={id}
            type="file"
            accept="application/json,.json"
            aria-describedby={`${id}-note`}
            onChange={({ target }) => form.choose(target.files?.[0])}
          />
        </Field>
        <TextField
          label={messages.nameOfItsParty}
          value={form.name}
          onChange={form.setName}
          hint={messages.whatIsBefore}
          error={form.nameError}
        />
        <TextField
          label={messages.passphraseOfTheBackup}
          isSecret
          value={form.passphrase}
          onChange={form.setPassphrase}
          error={form.error}
        />
      </Form>
    </Card>
  );
};
