import type { LedgerEvent, LedgerState } from "@tallystick/core";
import type { RuleBook } from "./rule.js";

const key = /^[0-9a-f]{64}$/;

/** Checks events about the journal that no command decides: what they say has a form and bounds. */
export const checkForms = (state: LedgerState, event: LedgerEvent, book: RuleBook): void => {
  const message = wrongIn(state, event);
  if (message !== undefined) book.checked("R2", [{ offset: state.offset + 1, message }]);
};

/** Undefined where nothing is wrong. */
const wrongIn = (
  { deduplication, pruning }: LedgerState,
  event: LedgerEvent,
): string | undefined => {
  switch (event.type) {
    case "DisclosureKeyDrawn":
      return key.test(event.key)
        ? undefined
        : `its key has ${event.key.length} characters, expected 64 hexadecimal digits`;
    case "SigningKeyPublished":
      return key.test(event.publicKey)
        ? undefined
        : `its key is ${event.publicKey}, expected 64 hexadecimal digits`;
    case "JournalPruned":
      return event.forgottenUpTo >= pruning.forgottenUpTo &&
        event.forgottenUpTo <= deduplication.prunedOffset
        ? undefined
        : `commands are said to be forgotten up to ${event.forgottenUpTo}, expected ${pruning.forgottenUpTo} to ${deduplication.prunedOffset}`;
    default:
      return undefined;
  }
};
