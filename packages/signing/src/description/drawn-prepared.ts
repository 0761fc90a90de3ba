import type { DrawnContract, DrawnNode, DrawnTransaction } from "@tallystick/core/picture";
import { childrenOf } from "../hashing/hash-prepared-transaction.js";
import { templateIdOf } from "../ledger/ledger-identifier.js";
import type { DamlTransaction, Metadata } from "../messages/prepared-transaction.js";
import type { CreateNode, ExerciseNode, NodeContent } from "../messages/transaction-node.js";
import { holdingOf } from "./holding-movements.js";
import { tokenHoldingOf } from "./token-holding.js";

const contractOf = (node: CreateNode): DrawnContract => ({
  contractId: node.contractId,
  templateId: templateIdOf(node.templateId),
  signatories: node.signatories,
  observers: node.stakeholders.filter((party) => !node.signatories.includes(party)),
  holding: holdingOf(node) ?? tokenHoldingOf(node),
});

const sorted = (...sets: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> =>
  [...new Set(sets.flat())].toSorted();

/** Who sees an exercise by itself. */
const informeesOf = (node: ExerciseNode): ReadonlyArray<string> =>
  sorted(
    node.consuming ? node.stakeholders : node.signatories,
    node.actingParties,
    node.choiceObservers,
  );

interface Open {
  readonly content: NodeContent;
  readonly seenBy: ReadonlyArray<string>;
  readonly depth: number;
}

/** Nodes in the order of execution, without what is rolled back, each with its depth. */
const effectiveNodes = ({ roots, nodes }: DamlTransaction): ReadonlyArray<Open> => {
  const contents = new Map(nodes.map(({ nodeId, content }) => [nodeId, content]));
  const placed: Array<Open> = [];
  const openAll = (ids: ReadonlyArray<string>, seenBy: Open["seenBy"], depth: number) =>
    ids.toReversed().map((nodeId) => ({ nodeId, seenBy, depth }));
  const open = openAll(roots, [], 0);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { nodeId, depth } = next;
    const content = contents.get(nodeId);
    if (content === undefined || content.kind === "rollback") continue;
    contents.delete(nodeId);
    const own = content.kind === "exercise" ? informeesOf(content.value) : [];
    const seenBy = sorted(next.seenBy, own);
    placed.push({ content, seenBy, depth });
    open.push(...openAll(childrenOf(content), seenBy, depth + 1));
  }
  return placed;
};

/** Of each node the number of the last one below it. */
const lastDescendants = (nodes: ReadonlyArray<Open>): ReadonlyArray<number> => {
  const last = nodes.map((_, at) => at);
  for (let at = nodes.length - 1; at >= 0; at--) {
    const isBelow = (next: number): boolean => (nodes[next]?.depth ?? -1) > (nodes[at]?.depth ?? 0);
    for (let next = at + 1; isBelow(next); next = (last[next] ?? next) + 1)
      last[at] = last[next] ?? next;
  }
  return last;
};

/**
 * A prepared transaction as a picture needs it: what is signed, without what is rolled back. The
 * amounts are those of the network's coin, and of tokens whose contracts say them.
 */
export const drawnPrepared = (
  transaction: DamlTransaction,
  { inputContracts }: Metadata,
): DrawnTransaction => {
  const shown = effectiveNodes(transaction).filter(
    ({ content }) => content.kind === "create" || content.kind === "exercise",
  );
  const last = lastDescendants(shown);
  const nodes = shown.flatMap(({ content, seenBy }, nodeId): ReadonlyArray<DrawnNode> => {
    if (content.kind === "create") {
      const witnesses = sorted(seenBy, content.value.stakeholders);
      return [{ kind: "create", nodeId, witnesses, contract: contractOf(content.value) }];
    }
    if (content.kind !== "exercise") return [];
    const { contractId, templateId, interfaceId, choiceId, consuming, actingParties } =
      content.value;
    return [
      {
        kind: "exercise",
        nodeId,
        lastDescendantNodeId: last[nodeId] ?? nodeId,
        contractId,
        templateId: templateIdOf(templateId),
        interfaceId: interfaceId === undefined ? undefined : templateIdOf(interfaceId),
        choice: choiceId,
        consuming,
        actingParties,
        witnesses: seenBy,
      },
    ];
  });
  const contracts = inputContracts.map(({ contract }) => contractOf(contract));
  return { nodes, contracts: new Map(contracts.map((each) => [each.contractId, each])) };
};
