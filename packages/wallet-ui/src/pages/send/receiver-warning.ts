import type { TransferPreview } from "../../data/transfers.js";
import type { AddressBook } from "../../parties/address-book.js";
import { contactLike } from "../../parties/service-name.js";
import { messages } from "./messages.js";

/**
 * What to look at twice before something is sent to a receiver; undefined: nothing.
 *
 * @param name under which the receiver was found
 * @param networkParty undefined while it is not known
 */
export const receiverWarning = (
  { receiver, why }: Pick<TransferPreview, "receiver" | "why">,
  name: string | undefined,
  book: AddressBook,
  networkParty: string | undefined,
): string | undefined => {
  if (why === "own-party") return messages.warning.ownParty;
  if (receiver.party_id === networkParty) return messages.warning.networkParty;
  const contact = contactLike(receiver.party_id, name, book);
  if (contact !== undefined)
    return messages.warning.contactAlike({ label: contact.label, party: contact.party });
  const [similar] = receiver.similar_to;
  if (similar !== undefined) return messages.warning.partyAlike({ similar });
  return receiver.is_first_time ? messages.warning.firstTime : undefined;
};
