import {
  authorizedNodes,
  type Catalog,
  type Contract,
  type CreateNode,
  getIn,
  type LedgerState,
  stakeholdersOf,
  type TransactionCommitted,
} from "@tallystick/core";
import { type DrawnContract, type DrawnTransaction, holdingReader } from "@tallystick/core/picture";

/** Whether the submitters could use a contract only as it was disclosed with their command. */
const isDisclosed = (
  contract: Contract,
  { actAs, readAs = [], disclosedContracts = [] }: TransactionCommitted,
): boolean =>
  disclosedContracts.some(({ contractId }) => contractId === contract.contractId) &&
  !stakeholdersOf(contract).some((party) => actAs.includes(party) || readAs.includes(party));

type Drawable = Pick<
  Contract | CreateNode,
  "contractId" | "templateId" | "payload" | "signatories" | "observers"
>;

/**
 * A transaction as a picture needs it, with the amounts of all holdings whose code the catalog has,
 * and with the contracts that were disclosed: the journal records them, as the answers of the
 * ledger do not.
 *
 * @param state before it
 */
export const drawnStory = (
  { contracts }: LedgerState,
  event: TransactionCommitted,
  catalog: Catalog,
): DrawnTransaction => {
  const holdingOf = holdingReader(catalog);
  const drawn = (contract: Drawable): DrawnContract => {
    const { contractId, templateId, signatories, observers } = contract;
    return { contractId, templateId, signatories, observers, holding: holdingOf(contract) };
  };
  const nodes = authorizedNodes(event);
  const before = new Map<string, DrawnContract>();
  for (const { node } of nodes) {
    const found = node.kind === "exercise" ? getIn(contracts, node.contractId) : undefined;
    if (found === undefined) continue;
    before.set(node.contractId, { ...drawn(found), isDisclosed: isDisclosed(found, event) });
  }
  return {
    contracts: before,
    nodes: nodes.map(({ node, nodeId, witnesses }) =>
      node.kind === "create"
        ? { kind: "create", nodeId, witnesses, contract: drawn(node) }
        : { ...node, nodeId, witnesses },
    ),
  };
};
