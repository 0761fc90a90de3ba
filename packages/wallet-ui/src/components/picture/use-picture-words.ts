import {
  type DrawnTransaction,
  partiesIn,
  partyLabels,
  type PictureWords,
} from "@tallystick/core/picture";
import { numericFromUnits } from "@tallystick/core/numeric";
import { isLeft } from "fp-ts/lib/Either.js";
import { useMemo } from "react";
import { useNetworkParty } from "../../data/transfers.js";
import { formatAmount } from "../../money/format-amount.js";
import { contactOf } from "../../parties/address-book.js";
import { partyParts } from "../../parties/party-id.js";
import { useContacts } from "../../session/contacts.js";
import { useLocale } from "../../session/preferences.js";
import { useSiteConfig } from "../../session/site-config.js";
import { visibleText } from "../../texts/visible-text.js";
import { messages } from "./messages.js";

/** The words of the picture of a transaction, in the user's language and with the user's names. */
export const usePictureWords = (drawn: DrawnTransaction): PictureWords => {
  const { book } = useContacts();
  const locale = useLocale();
  const { coin } = useSiteConfig().names;
  const networkParty = useNetworkParty().data;
  return useMemo(() => {
    const labels = partyLabels(partiesIn(drawn), (party) =>
      visibleText(contactOf(book, party)?.label ?? partyParts(party).hint),
    );
    return {
      before: messages.column.before,
      done: messages.column.done,
      after: messages.column.after,
      create: messages.word.create,
      archive: messages.word.archive,
      unknown: messages.word.unknown,
      disclosed: messages.word.disclosed,
      locked: messages.word.locked,
      party: (party) => labels.get(party) ?? party,
      amount: ({ admin, id, units }) => {
        const unit = admin === networkParty && id === "Amulet" ? coin : visibleText(id);
        const exact = numericFromUnits(units);
        return isLeft(exact)
          ? messages.word.tooLarge({ unit })
          : messages.word.amount({ amount: formatAmount(exact.right, locale), unit });
      },
      several: (count, what) => messages.word.several({ count, what }),
      contracts: (count) => messages.word.contracts({ count }),
      actions: (count) => messages.word.actions({ count }),
      on: (entity) => messages.word.on({ entity }),
      by: (parties) => messages.word.by({ parties }),
      of: (owner) => messages.word.of({ owner }),
      signedBy: (parties) => messages.word.signedBy({ parties }),
      seenBy: (parties) => messages.word.seenBy({ parties }),
      divulgedTo: (parties) => messages.word.divulged({ parties }),
    };
  }, [drawn, book, locale, coin, networkParty]);
};
