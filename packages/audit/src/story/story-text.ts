import {
  type AuthorizedNode,
  type Command,
  errorCatalogue,
  type LedgerError,
  timestampToText,
  type TransactionNode,
} from "@tallystick/core";
import type { Again, Asked, DecidedBy, Story, StoryContract } from "./story.js";
import { entityOf, sentenceOf } from "./story-words.js";

const microsPerSecond = 1_000_000;

/** A story for people, line by line. @param target an id that is marked */
export const storyLines = (story: Story, target?: string): ReadonlyArray<string> => [
  ...toldLines(story, target),
  ...againLines(story.again),
];

/** What an event says and did. */
export const toldLines = (story: Omit<Story, "again">, target?: string): ReadonlyArray<string> => {
  const { offset, event, asked, decidedBy, refused } = story;
  return [
    `offset ${offset}, ${timestampToText(event.recordTime)}: ${event.type}`,
    `  ${sentenceOf(story)}`,
    ...(event.type === "TransactionCommitted"
      ? [`  update ${event.updateId}, ledger time ${timestampToText(event.effectiveAt)}`]
      : []),
    ...(asked === undefined ? [] : askedLines(asked)),
    ...(decidedBy === undefined ? [] : decidedLines(decidedBy)),
    ...treeLines(story.nodes, target),
    ...contractLines("consumed", story.consumed, target),
    ...contractLines("made", story.made, target),
    ...(refused === undefined ? [] : refusedLines(refused)),
    ...(isPlain(story) ? [`  ${JSON.stringify(event)}`] : []),
  ];
};

/** Why a command was rejected. */
export const refusedLines = (error: LedgerError): ReadonlyArray<string> => [
  `  refused: ${error.code}: ${error.cause}`,
  `  by the rule: ${errorCatalogue[error.code].description}`,
  ...error.resources.map(([kind, value]) => `  ${kind}: ${value}`),
  `  definite answer: ${error.definiteAnswer ? "yes" : "no"}; nothing changed`,
];

const isPlain = ({ asked, event }: Omit<Story, "again">): boolean =>
  asked === undefined && event.type !== "PackageRegistered";

const askedLines = ({
  userId,
  commandId,
  workflowId,
  actAs,
  readAs,
  commands,
  signedBy,
}: Asked): ReadonlyArray<string> => [
  `  user ${userId} submitted the command ${commandId} for ${actAs.join(", ")}` +
    (readAs === undefined || readAs.length === 0 ? "" : `, reading as ${readAs.join(", ")}`),
  ...(workflowId === "" ? [] : [`  workflow ${workflowId}`]),
  ...(signedBy.length === 0 ? [] : [`  signed outside of the node by ${signedBy.join(", ")}`]),
  ...commands.map((command, at) => `  command ${at + 1}: ${commandWords(command)}`),
];

const commandWords = (command: Command): string => {
  const entity = entityOf(command.templateId);
  switch (command.kind) {
    case "CreateCommand":
      return `create ${entity} ${JSON.stringify(command.createArguments)}`;
    case "ExerciseCommand":
      return `exercise ${command.choice} on the ${entity} ${command.contractId} with ${JSON.stringify(command.choiceArgument)}`;
    case "ExerciseByKeyCommand":
      return `exercise ${command.choice} on the ${entity} with the key ${JSON.stringify(command.contractKey)} with ${JSON.stringify(command.choiceArgument)}`;
    case "CreateAndExerciseCommand":
      return `create ${entity} ${JSON.stringify(command.createArguments)} and exercise ${command.choice} on it with ${JSON.stringify(command.choiceArgument)}`;
  }
};

const decidedLines = ({ configuration, packages }: DecidedBy): ReadonlyArray<string> => [
  `  decided by version ${configuration.softwareVersion}; a command id is remembered ${configuration.deduplicationWindowMicros / microsPerSecond} s, ` +
    `the ledger time may run ${configuration.ledgerTimeSkewMicros / microsPerSecond} s ahead`,
  ...packages.map(
    ({ packageId, name, version, codeVersion }) =>
      `  by the rules of ${name} ${version} (${packageId})${codeVersion === undefined || codeVersion === "" ? "" : `, code ${codeVersion}`}`,
  ),
];

const treeLines = (
  nodes: ReadonlyArray<AuthorizedNode>,
  target: string | undefined,
): ReadonlyArray<string> => {
  /** Whether a later node has the same parent, by depth. */
  const hasNext = nodes.map(({ depth }, at) => {
    const next = nodes.slice(at + 1).find((each) => each.depth <= depth);
    return next?.depth === depth;
  });
  const open: Array<boolean> = [];
  return nodes.flatMap(({ node, nodeId, depth, authority, witnesses }, at) => {
    open.length = depth;
    const trunk = open.map((isOpen) => (isOpen ? "│ " : "  ")).join("");
    open.push(hasNext[at] ?? false);
    const isParent = (nodes[at + 1]?.depth ?? 0) > depth;
    const [branch, below] = hasNext[at] === true ? ["├ ", "│ "] : ["└ ", "  "];
    const margin = `  ${trunk}${below}${isParent ? "│ " : "  "}`;
    const mark = node.contractId === target ? "  <-" : "";
    return [
      `  ${trunk}${branch}node ${nodeId}: ${nodeWords(node)}${mark}`,
      `${margin}${node.contractId}`,
      `${margin}by the authority of ${authority.join(", ")}; seen by ${witnesses.join(", ")}`,
    ];
  });
};

const nodeWords = (node: TransactionNode): string =>
  node.kind === "create"
    ? `creates ${entityOf(node.templateId)} ${JSON.stringify(node.payload)}`
    : `${node.actingParties.join(", ")} ${node.actingParties.length === 1 ? "exercises" : "exercise"} ` +
      `${node.choice} on ${entityOf(node.templateId)}${node.consuming ? ", which consumes it" : ""}; ` +
      `argument ${JSON.stringify(node.argument)}, result ${JSON.stringify(node.result)}`;

const contractLines = (
  verb: "consumed" | "made",
  contracts: ReadonlyArray<StoryContract>,
  target: string | undefined,
): ReadonlyArray<string> =>
  contracts.map(
    ({ contractId, templateId, node, madeAt }) =>
      `  ${verb} by node ${node}: ${entityOf(templateId)} ${contractId}` +
      (verb === "made" || madeAt === undefined ? "" : `, made at offset ${madeAt}`) +
      (contractId === target ? "  <-" : ""),
  );

const againLines = (again: Again): ReadonlyArray<string> => {
  switch (again.kind) {
    case "same":
      return ["  decided again: the same event, byte for byte"];
    case "unknown":
      return again.reasons.map((reason) => `  not decided again: ${reason}`);
    case "differs":
      return again.findings.map(
        ({ rule, node, message }) =>
          `  breaks ${rule}${node === undefined ? "" : `, node ${node}`}: ${message}`,
      );
  }
};
