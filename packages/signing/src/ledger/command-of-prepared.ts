import type { Command } from "@tallystick/core";
import { type Either, right } from "fp-ts/lib/Either.js";
import type { DamlTransaction } from "../messages/prepared-transaction.js";
import { jsonOfValue } from "./json-of-value.js";
import { templateIdOf } from "./ledger-identifier.js";
import { type SigningError, signingError } from "../keys/signing-error.js";

/**
 * The command whose interpretation gave a prepared transaction: its one root.
 * @returns the command, or why the root is none that a command makes
 */
export const commandOfPrepared = ({
  roots,
  nodes,
}: DamlTransaction): Either<SigningError, Command> => {
  const [root] = roots;
  if (root === undefined || roots.length > 1)
    return signingError("Transaction with multiple root nodes are not supported");
  const content = nodes.find(({ nodeId }) => nodeId === root)?.content;
  if (content === undefined) return signingError(`node ${root}: not among the nodes`);
  if (content.kind === "create") {
    return right({
      kind: "CreateCommand",
      templateId: templateIdOf(content.value.templateId),
      createArguments: jsonOfValue(content.value.argument),
    });
  }
  if (content.kind !== "exercise")
    return signingError(`root node: found a ${content.kind}, expected a create or an exercise`);
  const { templateId, interfaceId, contractId, choiceId, chosenValue } = content.value;
  return right({
    kind: "ExerciseCommand",
    templateId: templateIdOf(interfaceId ?? templateId),
    contractId,
    choice: choiceId,
    choiceArgument: jsonOfValue(chosenValue),
  });
};

/** The packages whose templates the nodes name, each once, in the order of the nodes. */
export const packagesOfPrepared = ({ nodes }: DamlTransaction): ReadonlyArray<string> => [
  ...new Set(
    nodes.flatMap(({ content }) =>
      content.kind === "rollback" ? [] : [content.value.templateId.packageId],
    ),
  ),
];
