import { isLeft } from "fp-ts/lib/Either.js";
import { useState } from "react";
import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { useToast } from "../../components/feedback/toasts.js";
import { Form } from "../../components/forms/form.js";
import { TextField } from "../../components/forms/text-field.js";
import { type Contact, contactLimits, withContact } from "../../parties/address-book.js";
import { lookAlikesOf } from "../../parties/look-alikes.js";
import { partyErrorText, readParty, shortParty } from "../../parties/party-id.js";
import { useContacts } from "../../session/contacts.js";
import { messages } from "./messages.js";

const empty: Contact = { party: "", label: "", note: "" };

/** A warning where a party could be taken for one of the book. */
const confusionOf = (party: string, known: ReadonlyArray<string>): string | undefined => {
  const [other] = lookAlikesOf(party, known);
  return other === undefined
    ? undefined
    : messages.looksLikeWhichYouKnow({ party: shortParty(other.party) });
};

const useDraft = (edited: Contact | undefined, onDone: () => void) => {
  const { book, store } = useContacts();
  const say = useToast();
  const [draft, setDraft] = useState<Contact>(edited ?? empty);
  const [error, setError] = useState<string>();
  const read = readParty(draft.party);
  const party = isLeft(read) ? undefined : read.right;
  return {
    draft,
    error,
    read,
    /** Whether a new contact would replace one. */
    isKnown: edited === undefined && book.some((each) => each.party === party),
    confusion:
      party === undefined
        ? undefined
        : confusionOf(
            party,
            book.map((each) => each.party),
          ),
    change: (part: Partial<Contact>): void => {
      setError(undefined);
      setDraft((last) => ({ ...last, ...part }));
    },
    save: (): void => {
      if (party === undefined) return;
      const next = withContact(book, { ...draft, party });
      if (isLeft(next)) {
        setError(messages.expectedFound({ expected: next.left.expected, found: next.left.found }));
        return;
      }
      store(next.right);
      say(messages.isInYourAddressBook({ label: draft.label.trim() }));
      setDraft(empty);
      onDone();
    },
  };
};

/** Adds a contact, or changes one. */
export const ContactForm = ({
  edited,
  onDone,
}: {
  /** The contact that is changed; undefined for a new one. */
  readonly edited: Contact | undefined;
  readonly onDone: () => void;
}) => {
  const { draft, error, read, isKnown, confusion, change, save } = useDraft(edited, onDone);
  const isComplete = !isLeft(read) && draft.label.trim() !== "";
  return (
    <Card title={edited === undefined ? messages.newContact : messages.changeContact}>
      <Form
        label={messages.contact}
        onSubmit={save}
        actions={
          <>
            <Button
              type="submit"
              variant="primary"
              reason={isComplete ? undefined : messages.enterAParty}
            >
              {isKnown ? messages.replaceTheContact : messages.save}
            </Button>
            {edited === undefined ? null : <Button onClick={onDone}>{messages.cancel}</Button>}
          </>
        }
      >
        <TextField
          label={messages.label}
          value={draft.label}
          onChange={(label) => change({ label })}
          hint={messages.whatYouCallThem({ label: contactLimits.label })}
          error={error}
        />
        {edited === undefined ? (
          <TextField
            label={messages.partyId}
            value={draft.party}
            onChange={(text) => change({ party: text })}
            hint={isKnown ? messages.itIsInYourAddress : (confusion ?? messages.formOfAPartyId)}
            error={draft.party !== "" && isLeft(read) ? partyErrorText(read.left) : undefined}
          />
        ) : null}
        <TextField
          label={messages.note}
          value={draft.note}
          lines={2}
          onChange={(note) => change({ note })}
          hint={messages.atMostCharactersNo({ note: contactLimits.note })}
        />
      </Form>
    </Card>
  );
};
