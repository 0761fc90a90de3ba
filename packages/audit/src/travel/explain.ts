import {
  decodeLedgerEvent,
  type LedgerEvent,
  type SubmissionRecord,
  timestampToText,
  type TransactionCommitted,
  type TransactionNode,
  witnessesOf,
} from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import { AuditError, type AuditedJournal, eventsAfter } from "../log/audited-journal.js";
import { placedNodes } from "../rules/node-walk.js";

/** What is to be explained: an offset, an update id, a command id or a contract id. */
export type Explained = number | string;

/** Events of one target that are explained. */
const maxEvents = 100;

/**
 * Tells what happened, in words: every event that the target names, and of a contract its creation
 * and each exercise on it.
 *
 * @throws {AuditError} when the journal has nothing of that name
 */
export const explain = async (
  journal: AuditedJournal,
  target: Explained,
): Promise<ReadonlyArray<string>> => {
  const lines: Array<string> = [];
  let found = 0;
  for await (const { type, data, revision } of eventsAfter(journal, 0)) {
    const offset = revision + 1;
    if (typeof target === "number" ? target !== offset : !data.includes(partOf(target))) continue;
    const event = decodeLedgerEvent(type, data, offset);
    if (isLeft(event)) continue;
    if (event.right.type === "SubmissionPruned" || event.right.type === "EventUnread") continue;
    if (!concerns(event.right, offset, target)) continue;
    found += 1;
    if (found > maxEvents) break;
    lines.push(...storyOf(event.right, offset, target));
  }
  if (found === 0) throw new AuditError("missing", `the journal has nothing named ${target}`);
  if (found > maxEvents) lines.push(`only the first ${maxEvents} events are explained`);
  return lines;
};

const idForm = /^(1220[0-9a-f]{52}|00[0-9a-f]{64}ca01)[0-9a-f]+$/;

/** What of a target is in the text of an event: of ids that are derived there is nothing. */
const partOf = (target: string): string => (idForm.test(target) ? "" : target);

const concerns = (event: LedgerEvent, offset: number, target: Explained): boolean => {
  if (typeof target === "number") return offset === target;
  if (event.type === "CommandRejected") return event.commandId === target;
  if (event.type !== "TransactionCommitted") return false;
  return (
    event.updateId === target ||
    event.commandId === target ||
    event.nodes.some(({ contractId }) => contractId === target)
  );
};

const storyOf = (event: LedgerEvent, offset: number, target: Explained): ReadonlyArray<string> => {
  const head = `offset ${offset}, ${timestampToText(event.recordTime)}: ${event.type}`;
  switch (event.type) {
    case "TransactionCommitted":
      return [
        head,
        `  update ${event.updateId}, ledger time ${timestampToText(event.effectiveAt)}`,
        ...askedLines(event),
        ...nodeLines(event, target),
      ];
    case "CommandRejected":
      return [
        head,
        ...askedLines(event),
        `  refused: ${event.error.code}: ${event.error.cause}`,
        `  definite answer: ${event.error.definiteAnswer ? "yes" : "no"}; nothing changed`,
      ];
    default:
      return [head, `  ${JSON.stringify(event)}`];
  }
};

const askedLines = (event: SubmissionRecord): ReadonlyArray<string> => [
  `  user ${event.userId} submitted the command ${event.commandId} for ${event.actAs.join(", ")}` +
    (event.readAs === undefined ? "" : `, reading as ${event.readAs.join(", ")}`),
  ...(event.workflowId === "" ? [] : [`  workflow ${event.workflowId}`]),
];

const nodeLines = (
  { nodes, actAs }: TransactionCommitted,
  target: Explained,
): ReadonlyArray<string> => {
  const witnesses = witnessesOf(nodes);
  const depths: Array<number> = [];
  return placedNodes(nodes).flatMap(({ node, nodeId, parent }) => {
    const depth = parent === undefined ? 0 : (depths[parent.nodeId] ?? 0) + 1;
    depths.push(depth);
    const margin = "  ".repeat(depth + 1);
    const authority =
      parent === undefined ? actAs : [...new Set([...parent.signatories, ...parent.actingParties])];
    const mark = node.contractId === target ? "  <-" : "";
    return [
      `${margin}node ${nodeId}: ${whatOf(node)}${mark}`,
      `${margin}  ${node.contractId}`,
      `${margin}  by the authority of ${authority.join(", ")}; seen by ${(witnesses[nodeId] ?? []).join(", ")}`,
    ];
  });
};

/** `Entity` of a template id. */
const entityOf = (templateId: string): string => templateId.slice(templateId.indexOf(":") + 1);

const whatOf = (node: TransactionNode): string =>
  node.kind === "create"
    ? `creates ${entityOf(node.templateId)} ${JSON.stringify(node.payload)}`
    : `${node.actingParties.join(", ")} ${node.actingParties.length === 1 ? "exercises" : "exercise"} ` +
      `${node.choice} on ${entityOf(node.templateId)}${node.consuming ? ", which consumes it" : ""}; ` +
      `argument ${JSON.stringify(node.argument)}, result ${JSON.stringify(node.result)}`;
