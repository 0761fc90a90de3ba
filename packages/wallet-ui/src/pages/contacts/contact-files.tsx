import { isLeft } from "fp-ts/lib/Either.js";
import { useId, useState } from "react";
import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { useToast } from "../../components/feedback/toasts.js";
import { Field } from "../../components/forms/field.js";
import { Note } from "../../components/forms/form.js";
import { Facts } from "../../components/lists/facts.js";
import { Stack } from "../../components/page/page.js";
import {
  type AddressBook,
  compareContacts,
  exportContacts,
  readContacts,
  withContact,
} from "../../parties/address-book.js";
import { useContacts } from "../../session/contacts.js";
import { saveFile } from "../../data/save-file.js";

const merged = (book: AddressBook, imported: AddressBook): AddressBook | string => {
  let next = book;
  for (const contact of imported) {
    const result = withContact(next, contact);
    if (isLeft(result)) return `Expected ${result.left.expected}, found ${result.left.found}.`;
    next = result.right;
  }
  return next;
};

/** What an import would change, before it does. */
const Comparison = ({
  imported,
  onDone,
}: {
  readonly imported: AddressBook;
  readonly onDone: () => void;
}) => {
  const { book, store } = useContacts();
  const say = useToast();
  const { added, replaced, unchanged } = compareContacts(book, imported);
  const next = merged(book, imported);
  const hasChanges = added.length + replaced.length > 0;
  return (
    <Stack>
      <Facts
        rows={[
          ["New", added.length],
          ["Replaced", replaced.length],
          ["The same", unchanged],
        ]}
      />
      {replaced.length === 0 ? null : (
        <Note>
          {replaced
            .slice(0, 5)
            .map(({ before, after }) => `“${before.label}” becomes “${after.label}”`)
            .join(", ")}
          {replaced.length > 5 ? ", and more" : ""}.
        </Note>
      )}
      <div>
        <Button
          variant="primary"
          reason={
            typeof next === "string" ? next : hasChanges ? undefined : "There is nothing to import."
          }
          onClick={() => {
            if (typeof next === "string") return;
            store(next);
            say(`${added.length} contacts were added, ${replaced.length} replaced.`);
            onDone();
          }}
        >
          Import these contacts
        </Button>{" "}
        <Button onClick={onDone}>Cancel</Button>
      </div>
    </Stack>
  );
};

/** The address book as a file, and a file as contacts. */
export const ContactFiles = () => {
  const { book } = useContacts();
  const [imported, setImported] = useState<AddressBook>();
  const [error, setError] = useState<string>();
  const id = useId();
  const take = async (file: File | undefined): Promise<void> => {
    setImported(undefined);
    setError(undefined);
    if (file === undefined) return;
    const read = readContacts(await file.text());
    if (isLeft(read)) {
      const { field, expected, found } = read.left;
      setError(`Cannot import it: in ${field}, expected ${expected}, found ${found}.`);
    } else {
      setImported(read.right);
    }
  };
  return (
    <Card title="Import and export">
      <Stack>
        <Field
          id={id}
          label="Import a file"
          error={error}
          hint="You see what would change before anything does."
        >
          <input
            id={id}
            type="file"
            accept="application/json,.json"
            aria-describedby={`${id}-note`}
            onChange={({ target }) => void take(target.files?.[0])}
          />
        </Field>
        {imported === undefined ? null : (
          <Comparison imported={imported} onDone={() => setImported(undefined)} />
        )}
        <div>
          <Button
            icon="down"
            reason={book.length === 0 ? "There are no contacts yet." : undefined}
            onClick={() => saveFile("contacts.json", exportContacts(book), "application/json")}
          >
            Export all contacts
          </Button>
        </div>
      </Stack>
    </Card>
  );
};
