import { useState } from "react";
import { Banner } from "../../components/base/banner.js";
import { Card } from "../../components/base/card.js";
import { Note } from "../../components/forms/form.js";
import { LocalForm } from "../../components/forms/local-form.js";
import { TextField } from "../../components/forms/text-field.js";
import { Stack } from "../../components/page/page.js";
import { makeKey, type NewKey } from "../../custody/custody-key.js";
import { usePartiesLeft } from "../../data/readable-parties.js";
import { checked } from "../../states/checked.js";
import { BackupOffer } from "./backup-offer.js";
import { partyNameError } from "./party-name.js";
import { messages } from "./messages.js";

interface Made {
  readonly made: NewKey;
  readonly party: string;
}

const NameForm = ({ onMade }: { readonly onMade: (made: Made) => void }) => (
  <LocalForm
    label={messages.newKey.submit}
    empty={{ name: "" }}
    fields={({ bind, draft, isTried }) => (
      <TextField
        label={messages.newKey.name}
        hint={messages.newKey.nameHint}
        error={isTried ? partyNameError(draft.name) : undefined}
        {...bind("name")}
      />
    )}
    check={({ name }) => checked(partyNameError(name), name)}
    tells="fields"
    run={async (name) => {
      const made = await makeKey(crypto.subtle);
      onMade({ made, party: `${name}::${made.key.fingerprint}` });
    }}
    submit={{ text: messages.newKey.submit }}
    failed={messages.newKey.failed}
  />
);

/** Makes a key in this browser, then offers its backup, once. */
export const MakeKeyCard = () => {
  const [made, setMade] = useState<Made>();
  const left = usePartiesLeft();
  return (
    <Card title={made === undefined ? messages.newKey.title : messages.newKey.saveBackup}>
      {made === undefined ? (
        <Stack>
          <Note>{messages.newKey.note}</Note>
          {left === undefined ? null : (
            <Banner tone={left === 0 ? "warning" : "accent"}>
              {messages.newKey.partiesLeft({ count: left })}
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
