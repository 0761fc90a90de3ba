import {
  encodeLedgerEvent,
  hasIn,
  type LedgerEvent,
  type LedgerState,
  stakeholdersOf,
  type TransactionCommitted,
} from "@tallystick/core";
import type { RuleBook, RuleId } from "./rule.js";

const given = "taken as given: ";

/** Whether a rule was not checked because what it is about was imported, as it may be. */
export const isOfImport = (reason: string): boolean => reason.startsWith(given);

/** Otherwise whoever forges a journal could call any event an import. */
const isFirst = ({ deduplication: { accepted, prunedOffset } }: LedgerState): boolean =>
  accepted.size === 0 && prunedOffset === 0;

/**
 * Checks a party of another ledger that was imported before the first command.
 *
 * @param state before the event
 * @returns false for another event, which is checked by other rules
 */
export const checkImportedParty = (
  state: LedgerState,
  event: LedgerEvent,
  data: string,
  book: RuleBook,
): boolean => {
  if (event.type !== "PartyAllocated" || event.imported === undefined || !isFirst(state))
    return false;
  const offset = state.offset + 1;
  book.skipped("R2", `${given}parties imported from another ledger`);
  const isCanonical = encodeLedgerEvent(event, offset).data === data;
  const message = "the text is not the canonical encoding";
  book.checked("J4", isCanonical ? [] : [{ offset, message }]);
  return true;
};

/** Rules of decisions. */
const ofDecisions: ReadonlyArray<RuleId> = ["T2", "X2", "X4", "R1", "C1", "C4", "C6"];

/**
 * Checks an import of contracts from another ledger. Their content is taken as given: which command
 * created them, and by whose authority, is in the journal of that ledger.
 *
 * @param state before the event
 * @param data the event as it is stored
 */
export const checkImport = (
  state: LedgerState,
  event: TransactionCommitted,
  data: string,
  book: RuleBook,
): void => {
  const offset = state.offset + 1;
  const { url, offset: at } = event.imported ?? { url: "", offset: 0 };
  const reason = `${given}contracts imported from ${url} at offset ${at}`;
  for (const rule of ofDecisions) book.skipped(rule, reason);
  const found = (message: string) => ({ offset, message });
  const isCanonical = encodeLedgerEvent(event, offset).data === data;
  book.checked("J4", isCanonical ? [] : [found("the text is not the canonical encoding")]);
  const isPlain = event.actAs.length === 0 && event.nodes.every(({ kind }) => kind === "create");
  book.checked("X1", isPlain ? [] : [found("an import does more than create contracts")]);
  book.checked("X5", isFirst(state) ? [] : [found("an import follows commands that were decided")]);
  const active = event.nodes.filter(({ contractId }) => hasIn(state.contracts, contractId));
  book.checked(
    "X3",
    active.map(({ contractId }) => found(`the imported contract ${contractId} is active already`)),
  );
  const { packages, parties } = state.participant;
  const unknown = new Set(
    event.nodes.flatMap((node) => [
      ...[node.templateId.slice(0, node.templateId.indexOf(":"))].filter(
        (packageId) => !hasIn(packages, packageId),
      ),
      ...stakeholdersOf(node).filter((party) => !hasIn(parties, party)),
    ]),
  );
  book.checked(
    "X7",
    Array.from(unknown, (name) => found(`${name} is unknown at that offset`)),
  );
};
