import { useState } from "react";
import { Banner } from "../../components/base/banner.js";
import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { StrangerText } from "../../components/base/stranger-text.js";
import { ConfirmDialog } from "../../components/feedback/confirm-dialog.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { useToast } from "../../components/feedback/toasts.js";
import { Note } from "../../components/forms/form.js";
import { TextField } from "../../components/forms/text-field.js";
import { InboxList } from "../../components/lists/inbox-item.js";
import { Entry } from "../../components/lists/entry.js";
import { Columns, Page, Stack } from "../../components/page/page.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { type Contact, searchContacts, withoutContact } from "../../parties/address-book.js";
import { useContacts } from "../../session/contacts.js";
import { ContactFiles } from "./contact-files.js";
import { ContactForm } from "./contact-form.js";
import { messages } from "./messages.js";

/** Contacts that are drawn at once; a search finds the others. */
const mostShown = 100;

const ContactEntry = ({
  contact,
  onEdit,
}: {
  readonly contact: Contact;
  readonly onEdit: () => void;
}) => {
  const { book, store } = useContacts();
  const say = useToast();
  const [isAsking, ask] = useState(false);
  const { label, party, note } = contact;
  return (
    <Entry
      title={<StrangerText text={label} />}
      actions={
        <>
          <Button onClick={onEdit} label={messages.change({ label })}>
            {messages.changeText}
          </Button>
          <Button variant="quiet" onClick={() => ask(true)} label={messages.remove({ label })}>
            {messages.removeText}
          </Button>
          <ConfirmDialog
            isOpen={isAsking}
            title={messages.removeTheContact}
            confirm={messages.removeText}
            isDangerous
            onConfirm={() => {
              ask(false);
              store(withoutContact(book, party));
              say(messages.contactWasRemoved);
            }}
            onClose={() => ask(false)}
          >
            <p>{messages.isTakenOut({ text: <StrangerText text={label} /> })}</p>
          </ConfirmDialog>
        </>
      }
    >
      <div>
        <PartyChip party={party} />
      </div>
      {note === "" ? null : (
        <Note>
          <StrangerText text={note} />
        </Note>
      )}
    </Entry>
  );
};

const List = ({ onEdit }: { readonly onEdit: (contact: Contact) => void }) => {
  const { book } = useContacts();
  const [text, setText] = useState("");
  const found = searchContacts(book, text);
  if (book.length === 0) {
    return (
      <EmptyState icon="contacts" title={messages.noContactsYet}>
        {messages.giveAPartyAName}
      </EmptyState>
    );
  }
  return (
    <Stack>
      <TextField label={messages.search} value={text} onChange={setText} />
      {found.length === 0 ? <Note>{messages.noContactHasInIt({ text })}</Note> : null}
      <InboxList>
        {found.slice(0, mostShown).map((contact) => (
          <ContactEntry key={contact.party} contact={contact} onEdit={() => onEdit(contact)} />
        ))}
      </InboxList>
      {found.length > mostShown ? (
        <Note>{messages.ofContactsAreShownSearch({ mostShown, count: found.length })}</Note>
      ) : null}
    </Stack>
  );
};

/** The address book of this browser. */
export const ContactsPage = () => {
  const { book, problem } = useContacts();
  const [edited, edit] = useState<Contact>();
  return (
    <Page title={messages.title}>
      {problem === undefined ? null : <Banner tone="warning">{problem}</Banner>}
      <Columns>
        <Card
          title={
            book.length === 0
              ? messages.addressBook
              : messages.addressBookCount({ count: book.length })
          }
        >
          <List onEdit={edit} />
        </Card>
        <Stack>
          <ContactForm key={edited?.party ?? ""} edited={edited} onDone={() => edit(undefined)} />
          <ContactFiles />
        </Stack>
      </Columns>
    </Page>
  );
};
