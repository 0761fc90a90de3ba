import { map } from "fp-ts/lib/Either.js";
import { useToast } from "../../components/feedback/toasts.js";
import { AskButton } from "../../components/flow/ask-button.js";
import type { Draft } from "../../components/forms/draft-form.js";
import { Note } from "../../components/forms/form.js";
import { LocalForm } from "../../components/forms/local-form.js";
import { TextField } from "../../components/forms/text-field.js";
import { Stack } from "../../components/page/page.js";
import { PartyChip } from "../../components/people/party-chip.js";
import type { NewKey } from "../../custody/custody-key.js";
import { minPassphraseLength, sealBackup } from "../../custody/key-backup.js";
import { saveFile } from "../../data/save-file.js";
import { partyParts } from "../../parties/party-id.js";
import {
  type BackupDraft,
  noPassphrase,
  passphraseError,
  repetitionError,
  sealOf,
} from "./backup-draft.js";
import { useKeys } from "./use-keys.js";
import { messages } from "./messages.js";

interface Offer {
  readonly made: NewKey;
  readonly party: string;
  readonly onDone: () => void;
}

const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));

/** Keeps the key, then does the rest; says what came of it. */
const useKeeping = ({ made, party, onDone }: Offer) => {
  const { keep } = useKeys();
  const say = useToast();
  return async (rest: () => Promise<string> | string): Promise<void> => {
    // kept first: a backup of a key that no browser has would be a surprise
    await keep(made.key, party);
    say(await rest());
    onDone();
  };
};

const saveBackup = async ({ made, party }: Offer, passphrase: string): Promise<string> => {
  const text = await sealBackup(crypto.subtle, made, passphrase, random);
  const { hint, fingerprint } = partyParts(party);
  const name = `key-${hint}-${fingerprint.slice(4, 12)}.json`;
  saveFile(name, text, "application/json");
  return messages.backup.saved({ name });
};

const WithoutBackup = ({ onConfirm }: { readonly onConfirm: () => void }) => (
  <AskButton
    label={messages.backup.decline}
    variant="quiet"
    question={{
      title: messages.backup.declineQuestion,
      confirm: messages.backup.declineConfirm,
      isDangerous: true,
      body: <p>{messages.backup.declineEffect}</p>,
    }}
    onConfirm={onConfirm}
  />
);

const fieldsOf = ({ bind, draft, isTried }: Draft<BackupDraft>) => (
  <>
    <TextField
      label={messages.passphrase.label}
      isSecret
      autoComplete="new-password"
      hint={messages.passphrase.hint({ minPassphraseLength })}
      error={isTried ? passphraseError(draft) : undefined}
      {...bind("passphrase")}
    />
    <TextField
      label={messages.passphrase.repeat}
      isSecret
      autoComplete="new-password"
      error={isTried ? repetitionError(draft) : undefined}
      {...bind("repeated")}
    />
  </>
);

/** Offers the backup of a key that was just made: now and never again. */
export const BackupOffer = (offer: Offer) => {
  const keeping = useKeeping(offer);
  const decline = (): Promise<string> => {
    offer.made.pkcs8.fill(0);
    return Promise.resolve(messages.backup.declined);
  };
  return (
    <Stack>
      <PartyChip party={offer.party} />
      <Note>{messages.backup.note}</Note>
      <LocalForm
        label={messages.backup.form}
        empty={noPassphrase}
        fields={fieldsOf}
        check={(draft) =>
          map((passphrase: string) => () => saveBackup(offer, passphrase))(sealOf(draft))
        }
        tells="fields"
        run={keeping}
        submit={{ text: messages.backup.submit, icon: "down" }}
        failed={messages.backup.failed}
        actions={(start) => <WithoutBackup onConfirm={() => start(decline)} />}
      />
    </Stack>
  );
};
