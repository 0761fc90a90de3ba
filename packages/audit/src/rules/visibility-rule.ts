import {
  getIn,
  type LedgerState,
  stakeholdersOf,
  type TransactionCommitted,
} from "@tallystick/core";
import type { RuleBook } from "./rule.js";

/**
 * Checks that a transaction uses nothing that its submitters could not see: what is exercised was
 * created in it, has a stakeholder among those who act and read, or was disclosed.
 */
export const checkVisibility = (
  state: LedgerState,
  { nodes, actAs, readAs = [], disclosedContracts = [] }: TransactionCommitted,
  book: RuleBook,
): void => {
  if (nodes.every(({ kind }) => kind === "create")) return book.checked("X5", []);
  const offset = state.offset + 1;
  const created = new Set<string>();
  const violations = nodes.flatMap((node, nodeId) => {
    if (node.kind === "create") {
      created.add(node.contractId);
      return [];
    }
    const { contractId } = node;
    const contract = getIn(state.contracts, contractId);
    // what is not active breaks another rule
    if (created.has(contractId) || contract === undefined) return [];
    const isSeen = (party: string): boolean => actAs.includes(party) || readAs.includes(party);
    if (stakeholdersOf(contract).some(isSeen)) return [];
    if (disclosedContracts.some((each) => each.contractId === contractId)) return [];
    const message = `none of the submitters could see the contract ${contractId}`;
    return [{ offset, node: nodeId, message }];
  });
  book.checked("X5", violations);
};
