import type { StoredItem, Created, Exercised, Transaction } from "../source/update-codec.js";
import type { KnownTypes } from "./known-types.js";

// the fields of rows have the names of the columns

/** What rows call types and packages. */
export interface Names {
  /** A new type gets its number when it is asked for. */
  readonly types: KnownTypes;
  /** Names of packages by their ids. */
  readonly packages: ReadonlyMap<string, string>;
}

const eventId = ({ offset, nodeId }: Pick<Created, "offset" | "nodeId">): string =>
  `(${offset},${nodeId})`;

const packageOf = (id: string): string => id.slice(0, id.indexOf(":"));

/** `package-id:Module:Entity` as `package-name:Module:Entity`. */
const named = (id: string, { packages }: Names, name = packages.get(packageOf(id))): string =>
  name === undefined ? id : `${name}${id.slice(id.indexOf(":"))}`;

/** Digits as a value of the type bytea; none is null. */
const bytea = (hex: string | null): string | null => (hex ? `\\x${hex}` : null);

/** The rows of a created contract: one of its template, one of each view of an interface. */
export const contractRows = (created: Created, ix: number, names: Names): ReadonlyArray<object> => {
  const { templateId, packageName, contractKey } = created;
  const packageId = packageOf(templateId);
  const shared = {
    contract_id: created.contractId,
    created_at_ix: ix,
    create_event_id: eventId(created),
    metadata: bytea(Buffer.from(created.createdEventBlob, "base64").toString("hex")),
    creation_package_id: packageId,
    signatories: created.signatories,
    observers: created.observers,
    witnesses: created.witnessParties,
  };
  return [
    {
      ...shared,
      type_pk: names.types.contract(named(templateId, names, packageName), "template"),
      payload: created.createArgument,
      contract_key: contractKey,
      package_id: created.representativePackageId,
    },
    ...created.interfaceViews.map(({ interfaceId, viewValue }) => ({
      ...shared,
      type_pk: names.types.contract(named(interfaceId, names), "interface"),
      payload: viewValue,
      package_id: packageOf(interfaceId),
    })),
  ];
};

const exerciseRow = (event: Exercised, ix: number, names: Names): object => {
  const { templateId, interfaceId, packageName } = event;
  // a choice is of the template or interface that declares it
  const declares = interfaceId ? named(interfaceId, names) : named(templateId, names, packageName);
  return {
    type_pk: names.types.exercise(declares, event),
    contract_id: event.contractId,
    exercised_at_ix: ix,
    exercise_event_id: eventId(event),
    last_descendant_node_id: event.lastDescendantNodeId,
    argument: event.choiceArgument,
    result: event.exerciseResult,
    package_id: packageOf(templateId),
    controllers: event.actingParties,
    witnesses: event.witnessParties,
  };
};

const transactionRow = (value: Transaction, ix: number): object => ({
  ix,
  offset: value.offset,
  transaction_id: value.updateId,
  effective_at: value.effectiveAt,
  workflow_id: value.workflowId || null,
  trace_context: {
    trace_parent: value.traceContext?.traceparent,
    trace_state: value.traceContext?.tracestate,
  },
  external_transaction_hash: bytea(value.externalTransactionHash),
  paid_traffic_cost: value.paidTrafficCost,
});

/** The packages that rows of items need the names and versions of. */
export const packageIdsIn = (items: ReadonlyArray<StoredItem>): ReadonlyArray<string> => {
  const types = items.flatMap(({ transaction }) =>
    (transaction?.events ?? []).flatMap((event) => {
      if ("ArchivedEvent" in event) return [];
      if ("ExercisedEvent" in event)
        return [event.ExercisedEvent.templateId, event.ExercisedEvent.interfaceId ?? []].flat();
      const { templateId, interfaceViews } = event.CreatedEvent;
      return [templateId, ...interfaceViews.map(({ interfaceId }) => interfaceId)];
    }),
  );
  return [...new Set(types.map(packageOf))];
};

/**
 * What items in the order of the ledger add to the tables. A contract that a batch creates and
 * archives is one row, with both; `archives` are the ends of contracts of earlier batches.
 *
 * @param ix the number of the last stored transaction
 */
export const rowsOfItems = (items: ReadonlyArray<StoredItem>, ix: number, names: Names) => {
  const transactions: Array<object> = [];
  const exercises: Array<object> = [];
  const archives: Array<object> = [];
  const made = new Map<string, ReadonlyArray<object>>();
  let last = ix;
  const archive = (event: Pick<Created, "offset" | "nodeId" | "contractId">): void => {
    const contract_id = event.contractId;
    const end = { contract_id, archived_at_ix: last, archive_event_id: eventId(event) };
    const here = made.get(contract_id);
    if (here === undefined) archives.push(end);
    for (const row of here ?? []) Object.assign(row, end);
  };
  for (const { transaction } of items) {
    if (transaction === undefined) continue;
    last += 1;
    transactions.push(transactionRow(transaction, last));
    for (const event of transaction.events) {
      if ("CreatedEvent" in event) {
        const { contractId } = event.CreatedEvent;
        made.set(contractId, contractRows(event.CreatedEvent, last, names));
      } else if ("ExercisedEvent" in event) {
        exercises.push(exerciseRow(event.ExercisedEvent, last, names));
        if (event.ExercisedEvent.consuming) archive(event.ExercisedEvent);
      } else {
        archive(event.ArchivedEvent);
      }
    }
  }
  const contracts = [...made.values()].flat();
  const offset = items.at(-1)?.offset ?? 0;
  return { offset, ix: last, transactions, contracts, archives, exercises };
};
