import { useState } from "react";
import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { ErrorNote } from "../../components/feedback/error-note.js";
import { Form, Note } from "../../components/forms/form.js";
import { TextField } from "../../components/forms/text-field.js";
import { Stack } from "../../components/page/page.js";
import { makeKey, type NewKey } from "../../custody/custody-key.js";
import { BackupOffer } from "./backup-offer.js";
import { partyNameError } from "./party-name.js";

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
      label="Make a key"
      onSubmit={() => void make()}
      actions={
        <Button type="submit" variant="primary" isBusy={isBusy}>
          Make a key
        </Button>
      }
    >
      <TextField
        label="Name of the party"
        value={name}
        onChange={setName}
        hint="The party's id is this name and the fingerprint of the key."
        error={isTried ? problem : undefined}
      />
      {error === undefined ? null : <ErrorNote title="No key was made." error={error} />}
    </Form>
  );
};

/** Makes a key in this browser, then offers its backup, once. */
export const MakeKeyCard = () => {
  const [made, setMade] = useState<Made>();
  return (
    <Card title={made === undefined ? "A new key" : "Save a backup now"}>
      {made === undefined ? (
        <Stack>
          <Note>
            The key is made here and never leaves this browser. The node cannot act for its party
            without a signature.
          </Note>
          <NameForm onMade={setMade} />
        </Stack>
      ) : (
        <BackupOffer {...made} onDone={() => setMade(undefined)} />
      )}
    </Card>
  );
};
