import type { StoredItem, Created, Exercised, Transaction } from "../source/update-codec.js";

type EventId = string;

/** A row of a contract's payload; the fields have the names of the columns. */
export interface ContractRow {
  readonly type_pk: number;
  readonly contract_id: string;
  readonly created_at_ix: number;
  readonly create_event_id: EventId;
  archived_at_ix: number | null;
  archive_event_id: EventId | null;
  readonly payload: unknown;
  readonly contract_key: unknown;
  readonly metadata: string | null;
  readonly package_id: string;
  readonly creation_package_id: string;
  readonly signatories: ReadonlyArray<string>;
  readonly observers: ReadonlyArray<string>;
  readonly witnesses: ReadonlyArray<string>;
}

/** The end of a contract that an earlier batch stored. */
interface ArchiveRow {
  readonly contract_id: string;
  readonly archived_at_ix: number;
  readonly archive_event_id: EventId;
}

/** What a batch adds to the tables. */
export interface BatchRows {
  readonly offset: number;
  readonly ix: number;
  readonly transactions: ReadonlyArray<object>;
  readonly contracts: ReadonlyArray<ContractRow>;
  readonly archives: ReadonlyArray<ArchiveRow>;
  readonly exercises: ReadonlyArray<object>;
}

/** The numbers of types. A new one is added when it is asked for. */
export interface TypeNumbers {
  readonly contract: (fqn: string, payloadType: "template" | "interface") => number;
  readonly exercise: (declaringFqn: string, event: Exercised) => number;
}

const eventId = (offset: number, node: number): EventId => `(${offset},${node})`;

/** `package-id:Module:Entity` as `package-name:Module:Entity`. */
const named = (id: string, packageName: string): string =>
  `${packageName}${id.slice(id.indexOf(":"))}`;

const packageOf = (id: string): string => id.slice(0, id.indexOf(":"));

const bytea = (base64: string | null | undefined): string | null =>
  base64 === null || base64 === undefined || base64 === ""
    ? null
    : `\\x${Buffer.from(base64, "base64").toString("hex")}`;

/** The rows of a created contract: one of its template, one of each view of an interface. */
export const contractRows = (
  created: Created,
  ix: number,
  types: TypeNumbers,
  nameOf: (packageId: string) => string | undefined,
): ReadonlyArray<ContractRow> => {
  const { templateId, packageName, interfaceViews, contractKey = null } = created;
  const packageId = packageOf(templateId);
  const shared = {
    contract_id: created.contractId,
    created_at_ix: ix,
    create_event_id: eventId(created.offset, created.nodeId),
    archived_at_ix: null,
    archive_event_id: null,
    metadata: bytea(created.createdEventBlob),
    creation_package_id: packageId,
    signatories: created.signatories,
    observers: created.observers,
    witnesses: created.witnessParties,
  };
  const views = (interfaceViews ?? []).filter(({ viewValue }) => viewValue !== undefined);
  return [
    {
      ...shared,
      type_pk: types.contract(named(templateId, packageName), "template"),
      payload: created.createArgument,
      contract_key: contractKey,
      package_id: created.representativePackageId ?? packageId,
    },
    ...views.map(({ interfaceId, viewValue }) => {
      const own = packageOf(interfaceId);
      const type = named(interfaceId, nameOf(own) ?? own);
      const type_pk = types.contract(type, "interface");
      return { ...shared, type_pk, payload: viewValue, contract_key: null, package_id: own };
    }),
  ];
};

const exerciseRow = (
  event: Exercised,
  ix: number,
  offset: number,
  types: TypeNumbers,
  nameOf: (packageId: string) => string | undefined,
): object => {
  const { interfaceId = null } = event;
  // a choice is of the template or interface that declares it
  const own = packageOf(interfaceId ?? event.templateId);
  const declares =
    interfaceId === null
      ? named(event.templateId, event.packageName)
      : named(interfaceId, nameOf(own) ?? own);
  return {
    type_pk: types.exercise(declares, event),
    contract_id: event.contractId,
    exercised_at_ix: ix,
    exercise_event_id: eventId(offset, event.nodeId),
    last_descendant_node_id: event.lastDescendantNodeId,
    argument: event.choiceArgument,
    result: event.exerciseResult,
    package_id: packageOf(event.templateId),
    controllers: event.actingParties,
    witnesses: event.witnessParties,
  };
};

const transactionRow = (value: Transaction, ix: number): object => ({
  ix,
  offset: value.offset,
  transaction_id: value.updateId,
  effective_at: value.effectiveAt,
  workflow_id: value.workflowId === "" ? null : (value.workflowId ?? null),
  trace_parent: value.traceContext?.traceparent ?? null,
  trace_state: value.traceContext?.tracestate ?? null,
  external_transaction_hash: bytea(value.externalTransactionHash),
  paid_traffic_cost: value.paidTrafficCost ?? null,
});

/**
 * The rows of items in the order of the ledger. A contract that a batch creates and archives is one
 * row, with both.
 *
 * @param ix the number of the last stored transaction
 */
export const rowsOfItems = (
  items: ReadonlyArray<StoredItem>,
  ix: number,
  types: TypeNumbers,
  nameOf: (packageId: string) => string | undefined,
): BatchRows => {
  const transactions: Array<object> = [];
  const contracts: Array<ContractRow> = [];
  const archives: Array<ArchiveRow> = [];
  const exercises: Array<object> = [];
  const made = new Map<string, ReadonlyArray<ContractRow>>();
  const archive = (
    contract_id: string,
    archived_at_ix: number,
    archive_event_id: EventId,
  ): void => {
    const here = made.get(contract_id);
    if (here === undefined) archives.push({ contract_id, archived_at_ix, archive_event_id });
    for (const row of here ?? []) Object.assign(row, { archived_at_ix, archive_event_id });
  };
  let last = ix;
  for (const { transaction } of items) {
    if (transaction === undefined) continue;
    last += 1;
    const { offset } = transaction;
    transactions.push(transactionRow(transaction, last));
    for (const event of transaction.events) {
      if ("CreatedEvent" in event) {
        const rows = contractRows(event.CreatedEvent, last, types, nameOf);
        made.set(event.CreatedEvent.contractId, rows);
        contracts.push(...rows);
      } else if ("ExercisedEvent" in event) {
        const { contractId, nodeId, consuming } = event.ExercisedEvent;
        exercises.push(exerciseRow(event.ExercisedEvent, last, offset, types, nameOf));
        if (consuming) archive(contractId, last, eventId(offset, nodeId));
      } else {
        const { contractId, nodeId } = event.ArchivedEvent;
        archive(contractId, last, eventId(offset, nodeId));
      }
    }
  }
  const offset = items.at(-1)?.offset ?? 0;
  return { offset, ix: last, transactions, contracts, archives, exercises };
};
