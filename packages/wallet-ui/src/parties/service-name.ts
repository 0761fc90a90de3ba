import type { AddressBook } from "./address-book.js";
import { hintShape, lookAlikesOf } from "./look-alikes.js";
import { partyParts } from "./party-id.js";

/** The longest name of the name service. */
const maxName = 60;

/** What is typed, as the name service writes it; undefined when no name can begin with it. */
export const typedName = (text: string): string | undefined => {
  const name = text.trim().toLowerCase();
  return name.length <= maxName && /^[a-z0-9_-][a-z0-9_.-]*$/.test(name) ? name : undefined;
};

const firstPart = (name: string): string => name.split(".", 1)[0] ?? "";

/**
 * A contact that a receiver could be taken for: its id looks alike, or the name under which the
 * receiver was found reads like the contact's label or the name in its id.
 */
export const contactLike = (
  receiver: string,
  name: string | undefined,
  book: AddressBook,
): AddressBook[number] | undefined => {
  const [alike] = lookAlikesOf(
    receiver,
    book.map(({ party }) => party),
  );
  const shape = name === undefined ? "" : hintShape(firstPart(name));
  return book.find(
    ({ party, label }) =>
      party === alike?.party ||
      (shape !== "" &&
        party !== receiver &&
        [label, partyParts(party).hint].some((each) => hintShape(each) === shape)),
  );
};
