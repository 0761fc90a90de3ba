import type { LedgerEvent, LedgerState } from "@tallystick/core";
import { erasedReasons } from "./erased-data.js";
import type { RuleBook } from "./rule.js";

const key = /^[0-9a-f]{64}$/;

/**
 * Checks events about the journal that no command decides: what they say has a form and bounds.
 *
 * @param hasErased whether something before was erased, so that it is not known which commands had
 * been accepted when
 */
export const checkForms = (
  state: LedgerState,
  event: LedgerEvent,
  hasErased: boolean,
  book: RuleBook,
): void => {
  if (hasErased && event.type === "JournalPruned") book.skipped("R2", erasedReasons.accepted);
  const message = wrongIn(state, event, hasErased);
  if (message !== undefined) book.checked("R2", [{ offset: state.offset + 1, message }]);
};

/** Undefined where nothing is wrong. */
const wrongIn = (
  { offset, deduplication, pruning }: LedgerState,
  event: LedgerEvent,
  hasErased: boolean,
): string | undefined => {
  const mostForgotten = hasErased ? offset : deduplication.prunedOffset;
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
      return event.forgottenUpTo >= pruning.forgottenUpTo && event.forgottenUpTo <= mostForgotten
        ? undefined
        : `forgottenUpTo is ${event.forgottenUpTo}, expected ${pruning.forgottenUpTo} to ${mostForgotten}`;
    default:
      return undefined;
  }
};
