import {
  type Catalog,
  type CreateNode,
  type Json,
  type JsonText,
  type TransactionCommitted,
  type TransactionInText,
  type TransactionNode,
  stakeholdersOf,
  transientOf,
  witnessesOf,
} from "@tallystick/core";
import {
  archivedEvent,
  type Audience,
  audienceOf,
  createdEvent,
  createdInText,
  type EventPlace,
  exercisedEvent,
} from "./project-event.js";
import type { ResolvedFormat, ResolvedTransactionFormat } from "../format/resolved-format.js";
import type { CreatedEvent, Event, Transaction } from "@tallystick/wire";
import { textOfTime } from "./timestamp-text.js";
import { traceOfTransaction } from "./trace-context.js";
import { viewedContract, type ViewsInText } from "./views-in-text.js";

/** What is shown of a transaction. */
type Shown<V> = Pick<
  TransactionInText,
  "recordTime" | "commandId" | "workflowId" | "effectiveAt" | "updateId" | "actAs"
> & {
  readonly nodes: ReadonlyArray<TransactionNode<V>>;
  readonly reads?: ReadonlyArray<number> | undefined;
  readonly traceParent?: string | undefined;
  readonly traceState?: string | undefined;
  readonly external?: TransactionCommitted["external"] | undefined;
};

type CreatedOf<V> = (
  node: CreateNode<V>,
  place: EventPlace,
  audience: Audience,
  acsDelta: boolean,
) => CreatedEvent<V>;

const acsDeltaEvents = <V>(
  nodes: ReadonlyArray<TransactionNode<V>>,
  place: EventPlace,
  format: ResolvedFormat,
  createdOf: CreatedOf<V>,
): ReadonlyArray<Event<V>> => {
  const transient = transientOf(nodes);
  const events: Array<Event<V>> = [];
  for (const node of nodes) {
    if ((node.kind === "exercise" && !node.consuming) || transient.has(node.contractId)) continue;
    const audience = audienceOf(format.interestIn(node.templateId), stakeholdersOf(node));
    if (audience === undefined) continue;
    events.push(
      node.kind === "create"
        ? { CreatedEvent: createdOf(node, place, audience, true) }
        : { ArchivedEvent: archivedEvent(node, place, audience) },
    );
  }
  return events;
};

const isRequested = (
  { anyParty, parties }: ResolvedFormat,
  stakeholders: ReadonlyArray<string>,
): boolean => anyParty || stakeholders.some((party) => parties.has(party));

const ledgerEffectsEvents = <V>(
  nodes: ReadonlyArray<TransactionNode<V>>,
  place: EventPlace,
  format: ResolvedFormat,
  createdOf: CreatedOf<V>,
): ReadonlyArray<Event<V>> => {
  const transient = transientOf(nodes);
  const witnesses = witnessesOf(nodes);
  const events: Array<Event<V>> = [];
  for (const node of nodes) {
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
        ? { CreatedEvent: createdOf(node, place, audience, acsDelta) }
        : { ExercisedEvent: exercisedEvent(node, place, audience, acsDelta) },
    );
  }
  return events;
};

const projected = <V>(
  transaction: Shown<V>,
  offset: number,
  { format, shape }: ResolvedTransactionFormat,
  synchronizerId: string,
  createdOf: CreatedOf<V>,
): Transaction<V> | undefined => {
  const { effectiveAt, reads, external, nodes } = transaction;
  const place = { offset, effectiveAt, reads };
  const events =
    shape === "TRANSACTION_SHAPE_ACS_DELTA"
      ? acsDeltaEvents(nodes, place, format, createdOf)
      : ledgerEffectsEvents(nodes, place, format, createdOf);
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
    traceContext: traceOfTransaction(transaction),
    recordTime: textOfTime(transaction.recordTime),
    externalTransactionHash: external?.hash ?? null,
    paidTrafficCost: submittedByRequester ? 0 : null,
  };
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
): Transaction | undefined =>
  projected(transaction, offset, wanted, synchronizerId, (node, place, audience, acsDelta) =>
    createdEvent(node, place, audience, acsDelta, catalog),
  );

/**
 * The same for a transaction whose Daml values are text.
 * @param wanted its answers can be cut, see `ResolvedFormat`
 * @param views makes the views of contracts
 */
export const projectInText = (
  transaction: TransactionInText,
  offset: number,
  wanted: ResolvedTransactionFormat,
  synchronizerId: string,
  catalog: Catalog,
  views: ViewsInText,
): Transaction<JsonText<Json>> | undefined =>
  projected(transaction, offset, wanted, synchronizerId, (node, place, audience, acsDelta) => {
    const viewed = views.of(viewedContract(node, offset), audience.viewedInterfaces, catalog);
    return createdInText(node, place, audience, acsDelta, viewed);
  });
