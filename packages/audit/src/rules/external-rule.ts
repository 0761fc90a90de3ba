import type { LedgerState, PartyKeysChanged, TransactionCommitted } from "@tallystick/core";
import { keysErrors, type SignedEvent, signedEvent } from "@tallystick/node";
import type { RuleBook } from "./rule.js";

const checked = (
  { offset }: LedgerState,
  errors: ReadonlyArray<string>,
  book: RuleBook | undefined,
): void =>
  book?.checked(
    "X8",
    errors.map((message) => ({ offset: offset + 1, message })),
  );

/**
 * Checks that external parties signed a transaction that is in their name.
 *
 * @returns what they signed, to be compared with the nodes when they are decided again
 */
export const checkSignatures = (
  state: LedgerState,
  event: TransactionCommitted,
  book?: RuleBook,
): SignedEvent => {
  const signed = signedEvent(state, event);
  checked(state, signed.errors, book);
  return signed;
};

/** Checks that an external party and its namespace signed for its keys. */
export const checkKeys = (state: LedgerState, event: PartyKeysChanged, book: RuleBook): void =>
  checked(state, keysErrors(state, event), book);
