import {
  type Catalog,
  changesOf,
  stakeholdersOf,
  type TransactionCommitted,
  transientContracts,
  witnessesOf,
} from "@tallystick/core";
import {
  archivedEvent,
  audienceOf,
  createdEvent,
  type EventPlace,
  exercisedEvent,
} from "./project-event.js";
import type { ResolvedFormat, ResolvedTransactionFormat } from "../format/resolved-format.js";
import type { Event, Transaction } from "@tallystick/wire";
import { textOfTime } from "./timestamp-text.js";
import { traceOfSubmission } from "./trace-context.js";

const acsDeltaEvents = (
  transaction: TransactionCommitted,
  place: EventPlace,
  format: ResolvedFormat,
  catalog: Catalog,
): ReadonlyArray<Event> => {
  const transient = transientContracts(changesOf(transaction));
  const events: Array<Event> = [];
  for (const node of transaction.nodes) {
    if ((node.kind === "exercise" && !node.consuming) || transient.has(node.contractId)) continue;
    const audience = audienceOf(format.interestIn(node.templateId), stakeholdersOf(node));
    if (audience === undefined) continue;
    events.push(
      node.kind === "create"
        ? { CreatedEvent: createdEvent(node, place, audience, true, catalog) }
        : { ArchivedEvent: archivedEvent(node, place, audience) },
    );
  }
  return events;
};

const isRequested = (
  { anyParty, parties }: ResolvedFormat,
  stakeholders: ReadonlyArray<string>,
): boolean => anyParty || stakeholders.some((party) => parties.has(party));

const ledgerEffectsEvents = (
  transaction: TransactionCommitted,
  place: EventPlace,
  format: ResolvedFormat,
  catalog: Catalog,
): ReadonlyArray<Event> => {
  const transient = transientContracts(changesOf(transaction));
  const witnesses = witnessesOf(transaction.nodes);
  const events: Array<Event> = [];
  for (const node of transaction.nodes) {
    const interest = format.interestIn(node.templateId);
    const stakeholders = stakeholdersOf(node);
    const audience = audienceOf(interest, witnesses[node.nodeId] ?? stakeholders);
    if (audience === undefined) continue;
    const acsDelta =
      (node.kind === "create" || node.consuming) &&
      !transient.has(node.contractId) &&
      isRequested(format, stakeholders);
    events.push(
      node.kind === "create"
        ? { CreatedEvent: createdEvent(node, place, audience, acsDelta, catalog) }
        : { ExercisedEvent: exercisedEvent(node, place, audience, acsDelta) },
    );
  }
  return events;
};

/**
 * A transaction as visible to its requester, or undefined when no event is (ledger-api 11).
 * @param synchronizerId of the ledger
 */
export const projectTransaction = (
  transaction: TransactionCommitted,
  offset: number,
  wanted: ResolvedTransactionFormat,
  synchronizerId: string,
  catalog: Catalog,
): Transaction | undefined => {
  const { effectiveAt, reads } = transaction;
  const place = { offset, effectiveAt, reads };
  const { format } = wanted;
  const { external } = transaction;
  const events =
    wanted.shape === "TRANSACTION_SHAPE_ACS_DELTA"
      ? acsDeltaEvents(transaction, place, format, catalog)
      : ledgerEffectsEvents(transaction, place, format, catalog);
  if (events.length === 0) return undefined;
  const submittedByRequester =
    format.anyParty || transaction.actAs.some((party) => format.parties.has(party));
  return {
    updateId: transaction.updateId,
    commandId: submittedByRequester ? transaction.commandId : "",
    workflowId: transaction.workflowId,
    effectiveAt: textOfTime(transaction.effectiveAt),
    events,
    offset,
    synchronizerId,
    traceContext: traceOfSubmission(transaction, offset),
    recordTime: textOfTime(transaction.recordTime),
    externalTransactionHash: external?.hash ?? null,
    paidTrafficCost: submittedByRequester ? 0 : null,
  };
};
