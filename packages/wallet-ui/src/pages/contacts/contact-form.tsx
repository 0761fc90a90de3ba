import { isLeft } from "fp-ts/lib/Either.js";
import { useState } from "react";
import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { useToast } from "../../components/feedback/toasts.js";
import { DraftForm } from "../../components/forms/draft-form.js";
import { TextField } from "../../components/forms/text-field.js";
import { type Contact, contactLimits } from "../../parties/address-book.js";
import { partyErrorText, readParty } from "../../parties/party-id.js";
import { useContacts } from "../../session/contacts.js";
import { bookWith, confusionOf, isKnown, noContact } from "./contact-draft.js";
import { messages } from "./messages.js";

/** Adds a contact, or changes one. */
export const ContactForm = ({
  edited,
  onDone,
}: {
  /** The contact that is changed; undefined for a new one. */
  readonly edited: Contact | undefined;
  readonly onDone: () => void;
}) => {
  const { book, store } = useContacts();
  const say = useToast();
  const [draft, setDraft] = useState<Contact>(edited ?? noContact);
  const { party, label } = draft;
  const read = readParty(party);
  const replaces = edited === undefined && isKnown(book, party);
  const checked = bookWith(book, draft);
  const isFilledIn = !isLeft(read) && label.trim() !== "";
  return (
    <Card title={edited === undefined ? messages.form.newTitle : messages.form.changeTitle}>
      <DraftForm
        label={messages.form.label}
        draft={draft}
        onChange={setDraft}
        fields={({ bind }) => (
          <>
            <TextField
              label={messages.label.label}
              hint={messages.label.hint({ label: contactLimits.label })}
              error={isFilledIn && isLeft(checked) ? checked.left.text : undefined}
              {...bind("label")}
            />
            {edited === undefined ? (
              <TextField
                label={messages.party.label}
                hint={
                  replaces
                    ? messages.party.known
                    : (confusionOf(book, party) ?? messages.party.hint)
                }
                error={party !== "" && isLeft(read) ? partyErrorText(read.left) : undefined}
                {...bind("party")}
              />
            ) : null}
            <TextField
              label={messages.note.label}
              lines={2}
              hint={messages.note.hint({ note: contactLimits.note })}
              {...bind("note")}
            />
          </>
        )}
        check={() => checked}
        submit={{ text: replaces ? messages.form.replace : messages.form.submit }}
        onSubmit={(next) => {
          store(next);
          say(messages.form.done({ label: label.trim() }));
          setDraft(noContact);
          onDone();
        }}
        actions={
          edited === undefined ? null : <Button onClick={onDone}>{messages.form.cancel}</Button>
        }
      />
    </Card>
  );
};
