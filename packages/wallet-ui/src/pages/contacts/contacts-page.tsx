import { useState } from "react";
import { Banner } from "../../components/base/banner.js";
import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { StrangerText } from "../../components/base/stranger-text.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { useToast } from "../../components/feedback/toasts.js";
import { AskButton } from "../../components/flow/ask-button.js";
import { TextField } from "../../components/forms/text-field.js";
import { type Row, Rows } from "../../components/lists/rows.js";
import { Columns, Page, Stack } from "../../components/page/page.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { type Contact, searchContacts, withoutContact } from "../../parties/address-book.js";
import { useContacts } from "../../session/contacts.js";
import { ContactFiles } from "./contact-files.js";
import { ContactForm } from "./contact-form.js";
import { messages } from "./messages.js";

/** Contacts that are drawn at once; a search finds the others. */
const mostShown = 100;

const Remove = ({ contact: { label, party } }: { readonly contact: Contact }) => {
  const { book, store } = useContacts();
  const say = useToast();
  return (
    <AskButton
      label={messages.row.remove}
      spokenLabel={messages.row.removeNamed({ label })}
      variant="quiet"
      question={{
        title: messages.row.question,
        isDangerous: true,
        body: <p>{messages.row.effect({ text: <StrangerText text={label} /> })}</p>,
      }}
      onConfirm={() => {
        store(withoutContact(book, party));
        say(messages.row.removed);
      }}
    />
  );
};

const contactRow = (contact: Contact, onEdit: (contact: Contact) => void): Row => {
  const { label, party, note } = contact;
  return {
    key: party,
    title: <StrangerText text={label} />,
    lines: [
      <PartyChip key="party" party={party} />,
      note === "" ? undefined : <StrangerText text={note} />,
    ],
    actions: (
      <>
        <Button onClick={() => onEdit(contact)} label={messages.row.changeNamed({ label })}>
          {messages.row.change}
        </Button>
        <Remove contact={contact} />
      </>
    ),
  };
};

const List = ({ onEdit }: { readonly onEdit: (contact: Contact) => void }) => {
  const { book } = useContacts();
  const [text, setText] = useState("");
  if (book.length === 0) {
    return (
      <EmptyState icon="contacts" title={messages.list.empty}>
        {messages.list.emptyHint}
      </EmptyState>
    );
  }
  return (
    <Stack>
      <TextField label={messages.list.search} value={text} onChange={setText} />
      <Rows
        rows={searchContacts(book, text).map((contact) => contactRow(contact, onEdit))}
        most={mostShown}
        empty={
          <EmptyState icon="search" title={messages.list.notFound({ text })}>
            {messages.list.notFoundHint}
          </EmptyState>
        }
      />
    </Stack>
  );
};

/** The address book of this browser. */
export const ContactsPage = () => {
  const { book, problem } = useContacts();
  const [edited, edit] = useState<Contact>();
  return (
    <Page title={messages.page.title}>
      {problem === undefined ? null : <Banner tone="warning">{problem}</Banner>}
      <Columns>
        <Card
          title={
            book.length === 0
              ? messages.list.title
              : messages.list.titleCount({ count: book.length })
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
