import { useState } from "react";
import { Button } from "../../components/base/button.js";
import { ConfirmDialog } from "../../components/feedback/confirm-dialog.js";
import { ErrorNote } from "../../components/feedback/error-note.js";
import { useToast } from "../../components/feedback/toasts.js";
import { Form, Note } from "../../components/forms/form.js";
import { TextField } from "../../components/forms/text-field.js";
import { Stack } from "../../components/page/page.js";
import { PartyChip } from "../../components/people/party-chip.js";
import type { NewKey } from "../../custody/custody-key.js";
import { minPassphraseLength, sealBackup } from "../../custody/key-backup.js";
import { saveFile } from "../../data/save-file.js";
import { partyParts } from "../../parties/party-id.js";
import { useKeys } from "./use-keys.js";
import { messages } from "./messages.js";

interface Offer {
  readonly made: NewKey;
  readonly party: string;
  readonly onDone: () => void;
}

const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));

const useOffer = ({ made, party, onDone }: Offer) => {
  const { keep } = useKeys();
  const say = useToast();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const finish = async (act: () => Promise<string>): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    try {
      // kept first: a backup of a key that no browser has would be a surprise
      await keep(made.key, party);
      say(await act());
      onDone();
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown : new Error(String(thrown)));
      setBusy(false);
    }
  };
  return {
    isBusy,
    error,
    save: (passphrase: string) =>
      finish(async () => {
        const text = await sealBackup(crypto.subtle, made, passphrase, random);
        const { hint, fingerprint } = partyParts(party);
        const name = `key-${hint}-${fingerprint.slice(4, 12)}.json`;
        saveFile(name, text, "application/json");
        return messages.keyIsInThisBrowser({ name });
      }),
    decline: () =>
      finish(async () => {
        made.pkcs8.fill(0);
        return messages.keyIsInThisBrowserAlone;
      }),
  };
};

const WithoutBackup = ({ onConfirm }: { readonly onConfirm: () => void }) => {
  const [isAsking, ask] = useState(false);
  return (
    <>
      <Button variant="quiet" onClick={() => ask(true)}>
        {messages.continueWithoutABackup}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={messages.continueWithoutABackupQuestion}
        confirm={messages.continueWithout}
        isDangerous
        onClose={() => ask(false)}
        onConfirm={() => {
          ask(false);
          onConfirm();
        }}
      >
        <p>{messages.backupCannotBeMadeLater}</p>
      </ConfirmDialog>
    </>
  );
};

/** Offers the backup of a key that was just made: now and never again. */
export const BackupOffer = (offer: Offer) => {
  const { isBusy, error, save, decline } = useOffer(offer);
  const [passphrase, setPassphrase] = useState("");
  const [repeated, setRepeated] = useState("");
  const [isTried, setTried] = useState(false);
  const isShort = passphrase.length < minPassphraseLength;
  const submit = (): void => {
    setTried(true);
    if (!isShort && passphrase === repeated) void save(passphrase);
  };
  return (
    <Stack>
      <PartyChip party={offer.party} />
      <Note>{messages.whoeverHasTheFile}</Note>
      <Form
        label={messages.backupOfTheKey}
        onSubmit={submit}
        actions={
          <>
            <Button type="submit" variant="primary" icon="down" isBusy={isBusy}>
              {messages.saveTheBackup}
            </Button>
            <WithoutBackup onConfirm={() => void decline()} />
          </>
        }
      >
        <TextField
          label={messages.passphrase}
          isSecret
          autoComplete="new-password"
          value={passphrase}
          onChange={setPassphrase}
          hint={messages.atLeastCharactersSeveralWords({ minPassphraseLength })}
          error={
            isTried && isShort
              ? messages.expectedAtLeastCharactersFound({
                  minPassphraseLength,
                  count: passphrase.length,
                })
              : undefined
          }
        />
        <TextField
          label={messages.repeatThePassphrase}
          isSecret
          autoComplete="new-password"
          value={repeated}
          onChange={setRepeated}
          error={
            isTried && passphrase !== repeated ? messages.twoPassphrasesAreDifferent : undefined
          }
        />
        {error === undefined ? null : <ErrorNote title={messages.keyWasNotSaved} error={error} />}
      </Form>
    </Stack>
  );
};
