import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { isFullPartyId } from "@tallystick/core/grammar";
import { messages } from "./messages-contacts.js";

/** A party that the user gave a name. */
export interface Contact {
  readonly party: string;
  readonly label: string;
  readonly note: string;
}

/** The contacts of one network in the order of their labels; never changed in place. */
export type AddressBook = ReadonlyArray<Contact>;

/** Most contacts, and characters of a label and a note. */
export const contactLimits = { contacts: 2_000, label: 60, note: 280 } as const;

const maxFileCharacters = 1_500_000;
const format = "tallystick-contacts";
const version = 1;

/** Why a contact or a file of contacts is rejected. */
interface ContactError {
  /** Where, e.g. "contacts[3].label". */
  readonly field: string;
  readonly found: string;
  readonly expected: string;
}

const contactError = (
  field: string,
  found: unknown,
  expected: string,
): Either<ContactError, never> => {
  const text = typeof found === "string" ? `"${found.slice(0, 60)}"` : typeof found;
  return left({ field, found: text, expected });
};

const within = (text: unknown, most: number): text is string =>
  typeof text === "string" && Array.from(text).length <= most;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Checks a contact that was typed or imported. */
export const readContact = (value: unknown, field = "contact"): Either<ContactError, Contact> => {
  if (!isRecord(value)) return contactError(field, value, messages.contact.object);
  const { party, label, note = "", ...others } = value;
  const [other] = Object.keys(others);
  if (other !== undefined) return contactError(`${field}.${other}`, other, messages.contact.fields);
  if (typeof party !== "string" || !isFullPartyId(party))
    return contactError(`${field}.party`, party, messages.contact.party);
  const { label: maxLabel, note: maxNote } = contactLimits;
  if (!within(label, maxLabel) || label.trim() === "")
    return contactError(`${field}.label`, label, messages.contact.label({ maxLabel }));
  return within(note, maxNote)
    ? right({ party, label: label.trim(), note })
    : contactError(`${field}.note`, note, messages.contact.note({ maxNote }));
};

const byLabel = (a: Contact, b: Contact): number =>
  a.label < b.label ? -1 : a.label > b.label ? 1 : a.party < b.party ? -1 : 1;

/** The contact of a party; undefined when there is none. */
export const contactOf = (book: AddressBook, party: string): Contact | undefined =>
  book.find((contact) => contact.party === party);

/** The book without a party. */
export const withoutContact = (book: AddressBook, party: string): AddressBook =>
  book.filter((contact) => contact.party !== party);

/** The book with a contact in place of the one of the same party; checks it first. */
export const withContact = (
  book: AddressBook,
  contact: Contact,
): Either<ContactError, AddressBook> => {
  const checked = readContact(contact);
  if (isLeft(checked)) return checked;
  const next = [...withoutContact(book, contact.party), checked.right].toSorted(byLabel);
  return next.length > contactLimits.contacts
    ? contactError(
        "contacts",
        `${next.length}`,
        messages.book.most({ contacts: contactLimits.contacts }),
      )
    : right(next);
};

/** The contacts whose label, note or party has a text, ignoring case. */
export const searchContacts = (book: AddressBook, text: string): AddressBook => {
  const sought = text.trim().toLowerCase();
  return book.filter(({ party, label, note }) =>
    [party, label, note].some((each) => each.toLowerCase().includes(sought)),
  );
};

export const exportContacts = (book: AddressBook): string =>
  `${JSON.stringify({ format, version, contacts: book }, undefined, 2)}\n`;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Reads a file of contacts; one that is wrong in any place is rejected as a whole. */
export const readContacts = (text: string): Either<ContactError, AddressBook> => {
  if (text.length > maxFileCharacters)
    return contactError("file", `${text.length}`, messages.file.length({ maxFileCharacters }));
  const file = parsed(text);
  if (!isRecord(file)) return contactError("file", text, messages.file.object);
  if (file["format"] !== format) return contactError("format", file["format"], `"${format}"`);
  if (file["version"] !== version)
    return contactError("version", String(file["version"]), `${version}`);
  const listed: unknown = file["contacts"];
  if (!Array.isArray(listed)) return contactError("contacts", listed, messages.file.list);
  if (listed.length > contactLimits.contacts) {
    const expected = messages.file.most({ contacts: contactLimits.contacts });
    return contactError("contacts", `${listed.length}`, expected);
  }
  const seen = new Map<string, Contact>();
  for (const [at, each] of listed.entries()) {
    const contact = readContact(each, `contacts[${at}]`);
    if (isLeft(contact)) return contact;
    const { party } = contact.right;
    if (seen.has(party)) return contactError(`contacts[${at}].party`, party, messages.file.once);
    seen.set(party, contact.right);
  }
  return right([...seen.values()].toSorted(byLabel));
};

/** What an import would change. */
interface ContactImport {
  readonly added: ReadonlyArray<Contact>;
  /** Contacts that would get another label or note. */
  readonly replaced: ReadonlyArray<{ readonly before: Contact; readonly after: Contact }>;
  readonly unchanged: number;
}

/** Compares a file with the book, to be shown before anything is replaced. */
export const compareContacts = (book: AddressBook, imported: AddressBook): ContactImport => {
  const pairs = imported.map((after) => ({ before: contactOf(book, after.party), after }));
  const isSame = (a: Contact, b: Contact) => a.label === b.label && a.note === b.note;
  return {
    added: pairs.flatMap(({ before, after }) => (before === undefined ? [after] : [])),
    replaced: pairs.flatMap(({ before, after }) =>
      before === undefined || isSame(before, after) ? [] : [{ before, after }],
    ),
    unchanged: pairs.filter(({ before, after }) => before !== undefined && isSame(before, after))
      .length,
  };
};

/** Where the book is kept: one text for each network, e.g. in localStorage. */
interface ContactStorage {
  readonly getItem: (key: string) => string | null;
  readonly setItem: (key: string, text: string) => void;
}

const storageKey = (network: string): string => `tallystick.contacts.${network}`;

/** The stored book of a network; an error when what is stored is no book. */
export const loadContacts = (
  storage: ContactStorage,
  network: string,
): Either<ContactError, AddressBook> => {
  const text = storage.getItem(storageKey(network));
  return text === null ? right([]) : readContacts(text);
};

export const storeContacts = (storage: ContactStorage, network: string, book: AddressBook): void =>
  storage.setItem(storageKey(network), exportContacts(book));
