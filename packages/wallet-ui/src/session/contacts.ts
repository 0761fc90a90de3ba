import { isLeft } from "fp-ts/lib/Either.js";
import { useCallback, useSyncExternalStore } from "react";
import { type AddressBook, loadContacts, storeContacts } from "../parties/address-book.js";
import { useSiteConfig } from "./site-config.js";
import { messages } from "./messages.js";

const none: AddressBook = [];
const books = new Map<string, { readonly book: AddressBook; readonly problem?: string }>();
const listeners = new Set<() => void>();

/** The book of a network as it is stored. */
export const bookOf = (
  network: string,
): { readonly book: AddressBook; readonly problem?: string } => {
  const known = books.get(network);
  if (known !== undefined) return known;
  const loaded = loadContacts(localStorage, network);
  const book = isLeft(loaded)
    ? {
        book: none,
        problem: messages.contacts.damaged({
          field: loaded.left.field,
          expected: loaded.left.expected,
          found: loaded.left.found,
        }),
      }
    : { book: loaded.right };
  books.set(network, book);
  return book;
};

const changed = (): void => {
  for (const listener of listeners) listener();
};

/** Another tab has changed the book. */
const storedElsewhere = (): void => {
  books.clear();
  changed();
};

/** Calls a listener whenever the book changes. @returns ends that */
export const subscribeContacts = (listener: () => void): (() => void) => {
  if (listeners.size === 0) window.addEventListener("storage", storedElsewhere);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("storage", storedElsewhere);
  };
};

/** The address book of this browser for the network, and how to change it. */
export const useContacts = (): {
  readonly book: AddressBook;
  /** Why what was stored cannot be used; it is kept until something else is stored. */
  readonly problem: string | undefined;
  readonly store: (book: AddressBook) => void;
} => {
  const { network } = useSiteConfig();
  const { book, problem } = useSyncExternalStore(subscribeContacts, () => bookOf(network));
  const store = useCallback(
    (next: AddressBook) => {
      storeContacts(localStorage, network, next);
      books.set(network, { book: next });
      changed();
    },
    [network],
  );
  return { book, problem, store };
};
