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
import { messages } from "./messages.js";

const merged = (book: AddressBook, imported: AddressBook): AddressBook | string => {
  let next = book;
  for (const contact of imported) {
    const result = withContact(next, contact);
    if (isLeft(result)) {
      return messages.field.expectedFound({
        expected: result.left.expected,
        found: result.left.found,
      });
    }
    next = result.right;
  }
  return next;
};

/** The first of the contacts that an import would replace. */
const replacementsText = (replaced: ReturnType<typeof compareContacts>["replaced"]): string =>
  messages.change.replacements({
    shown: replaced
      .slice(0, 5)
      .map(({ before, after }) =>
        messages.change.becomes({ label: before.label, newLabel: after.label }),
      ),
    isAll: replaced.length <= 5,
  });

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
          [messages.change.new, added.length],
          [messages.change.replaced, replaced.length],
          [messages.change.same, unchanged],
        ]}
      />
      {replaced.length === 0 ? null : <Note>{replacementsText(replaced)}</Note>}
      <div>
        <Button
          variant="primary"
          reason={
            typeof next === "string" ? next : hasChanges ? undefined : messages.import.nothing
          }
          onClick={() => {
            if (typeof next === "string") return;
            store(next);
            say(
              messages.import.done({
                added: added.length,
                replaced: replaced.length,
              }),
            );
            onDone();
          }}
        >
          {messages.import.submit}
        </Button>{" "}
        <Button onClick={onDone}>{messages.form.cancel}</Button>
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
      setError(messages.import.failed({ field, expected, found }));
    } else {
      setImported(read.right);
    }
  };
  return (
    <Card title={messages.files.title}>
      <Stack>
        <Field id={id} label={messages.import.file} error={error} hint={messages.import.fileHint}>
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
            reason={book.length === 0 ? messages.export.empty : undefined}
            onClick={() => saveFile("contacts.json", exportContacts(book), "application/json")}
          >
            {messages.export.submit}
          </Button>
        </div>
      </Stack>
    </Card>
  );
};
