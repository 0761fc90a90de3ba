import type {
  ConfigurationApplied,
  JournalPruned,
  SigningKeyPublished,
} from "../events/journal-event.js";
import type { ParticipantEvent } from "../events/participant-event.js";
import type { TransactionCommitted } from "../events/submission-event.js";
import type { ArchivedContract, PastEvent } from "../events/submission-pruned.js";
import type { CreateNode, ExerciseNode, TransactionNode } from "../events/transaction-node.js";
import type { Micros } from "../values/time.js";
import { changeIdOf } from "./deduplication.js";
import { executionIdOf } from "./execution-id.js";

/** An event that changes the participant, the configuration, or what is known of pruning. */
export type AdministrationEvent =
  | ParticipantEvent
  | ConfigurationApplied
  | SigningKeyPublished
  | JournalPruned;

/**
 * What an event does. Every fold of a journal applies this, in this order: creates, archives,
 * change ids, administration.
 */
export interface Changes {
  /** Contracts that become active and take the keys they have. */
  readonly created: ReadonlyArray<CreateNode>;
  /** Ledger time of their creation. */
  readonly createdAt: Micros;
  /**
   * Contracts that are no longer active, some of them maybe created by the same event. The key of
   * one is free unless another contract has taken it.
   */
  readonly archived: ReadonlyArray<ArchivedContract>;
  /** Ids under which the accepted command is remembered, see `changeIdOf` and `executionIdOf`. */
  readonly changeIds: ReadonlyArray<string>;
  /** What is stored under them. */
  readonly submissionId: string;
  /** The event itself, where it changes more; its effect depends on the events before it. */
  readonly administration?: AdministrationEvent;
}

const none: ReadonlyArray<never> = [];

const noChanges: Changes = {
  created: none,
  createdAt: 0,
  archived: none,
  changeIds: none,
  submissionId: "",
};

/** What an event does to contracts, keys, remembered commands and the participant. */
export const changesOf = (event: PastEvent): Changes => {
  switch (event.type) {
    case "TransactionCommitted":
      return changesOfTransaction(event);
    case "SubmissionPruned": {
      const { archived = none, changes: changeIds = none, submissionId = "" } = event;
      return { created: none, createdAt: 0, archived, changeIds, submissionId };
    }
    case "CommandRejected":
    case "EventUnread":
    case "JournalForked":
    case "JournalRestored":
    case "DisclosureKeyDrawn":
      return noChanges;
    default:
      return { ...noChanges, administration: event };
  }
};

const changesOfTransaction = (event: TransactionCommitted): Changes => {
  const { nodes, effectiveAt, submissionId } = event;
  return {
    created: onlyThose(nodes, isCreate),
    createdAt: effectiveAt,
    archived: onlyThose(nodes, isArchive),
    changeIds: changeIdsOf(event),
    submissionId,
  };
};

const changeIdsOf = (event: TransactionCommitted): ReadonlyArray<string> => {
  const { external, imported } = event;
  if (imported !== undefined) return none;
  const changeId = changeIdOf(event);
  return external === undefined ? [changeId] : [changeId, executionIdOf(external.transactionUuid)];
};

const isCreate = (node: TransactionNode): node is CreateNode => node.kind === "create";

const isArchive = (node: TransactionNode): node is ExerciseNode =>
  node.kind === "exercise" && node.consuming;

/** Returns the same list where all or none match, as in most transactions. */
const onlyThose = <N extends TransactionNode>(
  nodes: ReadonlyArray<TransactionNode>,
  isSuch: (node: TransactionNode) => node is N,
): ReadonlyArray<N> => {
  if (nodes.every(isSuch)) return nodes;
  return nodes.some(isSuch) ? nodes.filter(isSuch) : none;
};

/**
 * Contracts that a transaction both creates and archives; they are never visible as active
 * (ledger-api 11).
 */
export const transientOf = (nodes: ReadonlyArray<TransactionNode<unknown>>): ReadonlySet<string> =>
  nodes.length < 2
    ? noIds
    : transientContracts({
        created: nodes.filter(({ kind }) => kind === "create"),
        archived: nodes.filter((node) => node.kind === "exercise" && node.consuming),
      });

const noIds: ReadonlySet<string> = new Set();

interface Transience {
  readonly created: ReadonlyArray<{ readonly contractId: string }>;
  readonly archived: ReadonlyArray<{ readonly contractId: string }>;
}

/** Contracts that an event both creates and archives. */
export const transientContracts = ({ created, archived }: Transience): ReadonlySet<string> => {
  const transient = new Set<string>();
  if (created.length === 0 || archived.length === 0) return transient;
  const createdIds = new Set(created.map(({ contractId }) => contractId));
  for (const { contractId } of archived) if (createdIds.has(contractId)) transient.add(contractId);
  return transient;
};
