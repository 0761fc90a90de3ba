import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { type AddressBook, type Contact, withContact } from "../../parties/address-book.js";
import { lookAlikesOf } from "../../parties/look-alikes.js";
import { readParty, shortParty } from "../../parties/party-id.js";
import { type Checked, lacks } from "../../states/checked.js";
import { messages } from "./messages.js";

export const noContact: Contact = { party: "", label: "", note: "" };

/** The book with what is typed in it; Left: what is missing or wrong. */
export const bookWith = (book: AddressBook, draft: Contact): Checked<AddressBook> => {
  const party = readParty(draft.party);
  if (isLeft(party) || draft.label.trim() === "") return lacks(messages.form.missing);
  const next = withContact(book, { ...draft, party: party.right });
  return isLeft(next)
    ? lacks(messages.field.expectedFound({ expected: next.left.expected, found: next.left.found }))
    : next;
};

/** Whether a party is in the book. */
export const isKnown = (book: AddressBook, text: string): boolean => {
  const party = readParty(text);
  return isRight(party) && book.some((each) => each.party === party.right);
};

/** A warning where a party could be taken for one of the book. */
export const confusionOf = (book: AddressBook, text: string): string | undefined => {
  const party = readParty(text);
  if (isLeft(party)) return undefined;
  const [other] = lookAlikesOf(
    party.right,
    book.map((each) => each.party),
  );
  return other === undefined ? undefined : messages.party.alike({ party: shortParty(other.party) });
};
