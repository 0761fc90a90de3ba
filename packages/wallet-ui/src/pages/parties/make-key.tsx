import { useState } from "react";
import { Banner } from "../../components/base/banner.js";
import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { ErrorNote } from "../../components/feedback/error-note.js";
import { Form, Note } from "../../components/forms/form.js";
import { TextField } from "../../components/forms/text-field.js";
import { Stack } from "../../components/page/page.js";
import { makeKey, type NewKey } from "../../custody/custody-key.js";
import { usePartiesLeft } from "../../data/readable-parties.js";
import { BackupOffer } from "./backup-offer.js";
import { partyNameError } from "./party-name.js";
import { messages } from "./messages.js";

interface Made {
  readonly made: NewKey;
  readonly party: string;
}

const NameForm = ({ onMade }: { readonly onMade: (made: Made) => void }) => {
  const [name, setName] = useState("");
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const problem = partyNameError(name);
  const make = async (): Promise<void> => {
    setTried(true);
    if (problem !== undefined) return;
    setBusy(true);
    try {
      const made = await makeKey(crypto.subtle);
      onMade({ made, party: `${name}::${made.key.fingerprint}` });
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown : new Error(String(thrown)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form
      label={messages.makeAKey}
      onSubmit={() => void make()}
      actions={
        <Button type="submit" variant="primary" isBusy={isBusy}>
          {messages.makeAKey}
        </Button>
      }
    >
      <TextField
        label={messages.nameOfTheParty}
        value={name}
        onChange={setName}
        hint={messages.partysIdIsThisName}
        error={isTried ? problem : undefined}
      />
      {error === undefined ? null : <ErrorNote title={messages.noKeyWasMade} error={error} />}
    </Form>
  );
};

/** Makes a key in this browser, then offers its backup, once. */
export const MakeKeyCard = () => {
  const [made, setMade] = useState<Made>();
  const left = usePartiesLeft();
  return (
    <Card title={made === undefined ? messages.newKey : messages.saveABackupNow}>
      {made === undefined ? (
        <Stack>
          <Note>{messages.keyIsMadeHere}</Note>
          {left === undefined ? null : (
            <Banner tone={left === 0 ? "warning" : "accent"}>
              {messages.partiesLeft({ count: left })}
            </Banner>
          )}
          <NameForm onMade={setMade} />
        </Stack>
      ) : (
        <BackupOffer {...made} onDone={() => setMade(undefined)} />
      )}
    </Card>
  );
};
