import {
  authorizedNodes,
  type Contract,
  type CreateNode,
  getIn,
  type LedgerState,
  stakeholdersOf,
  type TransactionCommitted,
} from "@tallystick/core";
import type { DrawnContract, DrawnHolding, DrawnTransaction } from "@tallystick/core/picture";
import { amuletOf, at, coinUnits, isCoin } from "../rules/coin-reading.js";

type Drawable = Pick<
  Contract | CreateNode,
  "contractId" | "templateId" | "packageName" | "payload" | "signatories" | "observers"
>;

const holdingOf = (contract: Drawable): DrawnHolding | undefined => {
  if (!isCoin(contract)) return undefined;
  const amulet = amuletOf(contract);
  const [owner, admin] = [at(amulet, "owner"), at(amulet, "dso")];
  return typeof owner !== "string" || typeof admin !== "string"
    ? undefined
    : {
        owner,
        admin,
        id: "Amulet",
        units: coinUnits(contract),
        isLocked: amulet !== contract.payload,
      };
};

const drawnContract = (contract: Drawable): DrawnContract => ({
  contractId: contract.contractId,
  templateId: contract.templateId,
  signatories: contract.signatories,
  observers: contract.observers,
  holding: holdingOf(contract),
});

/** Whether the submitters could use a contract only as it was disclosed with their command. */
const isDisclosed = (
  contract: Contract,
  { actAs, readAs = [], disclosedContracts = [] }: TransactionCommitted,
): boolean =>
  disclosedContracts.some(({ contractId }) => contractId === contract.contractId) &&
  !stakeholdersOf(contract).some((party) => actAs.includes(party) || readAs.includes(party));

/**
 * A transaction as a picture needs it, with the amounts of the network's coin, and with the
 * contracts that were disclosed: the journal records them, as the answers of the ledger do not.
 *
 * @param state before it
 */
export const drawnStory = (
  { contracts }: LedgerState,
  event: TransactionCommitted,
): DrawnTransaction => {
  const nodes = authorizedNodes(event);
  const before = new Map<string, DrawnContract>();
  for (const { node } of nodes) {
    const found = node.kind === "exercise" ? getIn(contracts, node.contractId) : undefined;
    if (found === undefined) continue;
    before.set(node.contractId, {
      ...drawnContract(found),
      isDisclosed: isDisclosed(found, event),
    });
  }
  return {
    contracts: before,
    nodes: nodes.map(({ node, nodeId, witnesses }) =>
      node.kind === "create"
        ? { kind: "create", nodeId, witnesses, contract: drawnContract(node) }
        : { ...node, nodeId, witnesses },
    ),
  };
};
