import type { PartyId } from "../values/ids.js";
import { partySet, unionOf } from "../values/party-set.js";
import type { ExerciseNode, TransactionNode } from "./transaction-node.js";

/** A node, whatever its Daml values are. */
type AnyNode = TransactionNode<unknown>;

/** Signatories and observers of the contract a node creates or exercises; sorted. */
export const stakeholdersOf = (
  contract: Pick<AnyNode, "signatories" | "observers">,
): ReadonlyArray<string> => unionOf(contract.signatories, contract.observers);

/** The informees of a node: the stakeholders of a create, the parties of an exercise; sorted. */
export const informeesOf = (node: AnyNode): ReadonlyArray<string> =>
  node.kind === "create" ? stakeholdersOf(node) : informeesOfExercise(node);

const informeesOfExercise = (node: ExerciseNode<unknown>): ReadonlyArray<string> => {
  const { signatories, observers, actingParties, choiceObservers = [] } = node;
  return partySet(
    node.consuming
      ? [...signatories, ...observers, ...actingParties, ...choiceObservers]
      : [...signatories, ...actingParties, ...choiceObservers],
  );
};

/**
 * The witnesses of each node: its informees and the witnesses of the exercises around it; sorted,
 * by node number (specification 3).
 */
export const witnessesOf = (
  nodes: ReadonlyArray<AnyNode>,
): ReadonlyArray<ReadonlyArray<string>> => {
  const witnesses: Array<ReadonlyArray<string>> = [];
  // the exercises around the current node, outermost first
  const around: Array<{ readonly last: number; readonly witnesses: ReadonlyArray<PartyId> }> = [];
  for (const [nodeId, node] of nodes.entries()) {
    while ((around.at(-1)?.last ?? nodeId) < nodeId) around.pop();
    const seenBy = unionOf(informeesOf(node), around.at(-1)?.witnesses ?? []);
    witnesses.push(seenBy);
    if (node.kind === "exercise" && node.lastDescendantNodeId > nodeId)
      around.push({ last: node.lastDescendantNodeId, witnesses: seenBy });
  }
  return witnesses;
};
