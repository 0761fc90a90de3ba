import {
  type Acceptance,
  type BaseMap,
  type Contract,
  emptyLedger,
  entriesOf,
  getIn,
  itemsOf,
  type IdentityProviderConfig,
  type LedgerConfiguration,
  type LedgerSettings,
  type LedgerState,
  mapOver,
  newEdit,
  type PackageRegistered,
  type PackageVetting,
  type Party,
  type PersistentMap,
  type PruningState,
  queueOver,
  setIn,
  type User,
} from "@tallystick/core";
import type { FrozenTable } from "./frozen-table.js";
import { contractText, LazyContract } from "./lazy-contract.js";

/** Which journal a snapshot is of. */
export interface SnapshotJournal {
  readonly stream: string;
  /** Hash of its first event. */
  readonly journalId: string;
}

/** What a snapshot says outside its tables. */
export interface SnapshotHead {
  readonly stream: string;
  /** Hash of the journal's first event. */
  readonly journalId: string;
  readonly offset: number;
  /** Chain hash of the journal's event at `offset`. */
  readonly hash: string;
  readonly recordTime: number;
  readonly configuration: LedgerConfiguration;
  readonly prunedOffset: number;
  readonly pruning: PruningState;
  readonly participantId: string;
  readonly synchronizerId: string;
  readonly packages: ReadonlyArray<PackageRegistered>;
  readonly vettingSerial: number;
  readonly vettingExceptions: ReadonlyArray<PackageVetting>;
  readonly parties: ReadonlyArray<Party>;
  readonly users: ReadonlyArray<User>;
  readonly identityProviders: ReadonlyArray<IdentityProviderConfig>;
}

/** The tables of a snapshot, in their order. */
export const tableNames = ["contracts", "keys", "changes"] as const;

/**
 * Active contracts by id, key holders by key, remembered changes by change id, the oldest first.
 */
export type TableName = (typeof tableNames)[number];

/** A record of a table. */
export interface SnapshotRecord {
  readonly key: string;
  readonly value: string;
  /** False for a remembered change whose change id was accepted again later. */
  readonly indexed: boolean;
}

const valuesOf = <V>(map: Parameters<typeof entriesOf<V>>[0]): ReadonlyArray<V> =>
  Array.from(entriesOf(map), ([, value]) => value);

/** The head of a state's snapshot. */
export const headOf = (
  { stream, journalId }: SnapshotJournal,
  state: LedgerState,
  hash: string,
): SnapshotHead => ({
  stream,
  journalId,
  offset: state.offset,
  hash,
  recordTime: state.recordTime,
  configuration: state.configuration,
  prunedOffset: state.deduplication.prunedOffset,
  pruning: state.pruning,
  participantId: state.participant.participantId,
  synchronizerId: state.participant.synchronizerId,
  packages: valuesOf(state.participant.packages),
  vettingSerial: state.participant.vetting.serial,
  vettingExceptions: valuesOf(state.participant.vetting.exceptions),
  parties: valuesOf(state.participant.parties),
  users: valuesOf(state.participant.users),
  identityProviders: valuesOf(state.participant.identityProviders),
});

/** How many records a table of a state has. */
export const recordCount = (state: LedgerState, table: TableName): number => {
  switch (table) {
    case "contracts":
      return state.contracts.size;
    case "keys":
      return state.keys.size;
    case "changes":
      return state.deduplication.order.size;
  }
};

/** The records of a table of a state. */
export function* recordsOf(state: LedgerState, table: TableName): Generator<SnapshotRecord> {
  switch (table) {
    case "contracts":
      for (const [key, contract] of entriesOf(state.contracts))
        yield { key, value: contractText(contract), indexed: true };
      return;
    case "keys":
      for (const [key, value] of entriesOf(state.keys)) yield { key, value, indexed: true };
      return;
    case "changes":
      yield* changesOf(state);
  }
}

function* changesOf({ deduplication }: LedgerState): Generator<SnapshotRecord> {
  for (const { changeId, offset, recordTime, submissionId } of itemsOf(deduplication.order)) {
    yield {
      key: changeId,
      value: JSON.stringify([offset, recordTime, submissionId]),
      indexed: getIn(deduplication.accepted, changeId)?.offset === offset,
    };
  }
}

/** The state a snapshot holds; its tables are read where and when somebody asks. */
export const stateOver = (
  head: SnapshotHead,
  tables: Readonly<Record<TableName, FrozenTable>>,
  settings: LedgerSettings,
): LedgerState => {
  const empty = emptyLedger(settings);
  const { changes } = tables;
  const item = (at: number) => acceptanceIn(changes.keyAt(at), changes.valueAt(at));
  return {
    ...empty,
    configuration: head.configuration,
    offset: head.offset,
    recordTime: head.recordTime,
    contracts: mapOver(baseOf(tables.contracts, contractIn), settings.hashSeed),
    keys: mapOver(
      baseOf(tables.keys, (_, value) => value),
      settings.hashSeed,
    ),
    deduplication: {
      accepted: mapOver(baseOf(changes, acceptanceIn), settings.hashSeed),
      order: queueOver({ length: changes.length, at: item }),
      prunedOffset: head.prunedOffset,
    },
    participant: participantOf(head, empty),
    pruning: head.pruning,
  };
};

const contractIn = (contractId: string, text: string): Contract =>
  new LazyContract(contractId, text);

const acceptanceIn = (changeId: string, text: string): Acceptance => {
  // border: written by `changesOf` and protected by the snapshot's checksum
  const [offset, recordTime, submissionId] = JSON.parse(text) as [number, number, string];
  return { changeId, offset, recordTime, submissionId };
};

const baseOf = <V>(table: FrozenTable, read: (key: string, value: string) => V): BaseMap<V> => ({
  size: table.indexed,
  get: (key) => {
    const ordinal = table.find(key);
    return ordinal < 0 ? undefined : read(key, table.valueAt(ordinal));
  },
  *entries() {
    for (let ordinal = 0; ordinal < table.length; ordinal++) {
      const key = table.keyAt(ordinal);
      if (table.indexed < table.length && table.find(key) !== ordinal) continue;
      yield [key, read(key, table.valueAt(ordinal))];
    }
  },
});

const participantOf = (
  head: SnapshotHead,
  { participant: empty }: LedgerState,
): LedgerState["participant"] => ({
  participantId: head.participantId,
  synchronizerId: head.synchronizerId,
  packages: mapOf(empty.packages, head.packages, ({ packageId }) => packageId),
  vetting: {
    serial: head.vettingSerial,
    exceptions: mapOf(
      empty.vetting.exceptions,
      head.vettingExceptions,
      ({ packageId }) => packageId,
    ),
  },
  parties: mapOf(empty.parties, head.parties, ({ party }) => party),
  users: mapOf(empty.users, head.users, ({ userId }) => userId),
  identityProviders: mapOf(
    empty.identityProviders,
    head.identityProviders,
    ({ identityProviderId }) => identityProviderId,
  ),
});

const mapOf = <V>(
  empty: PersistentMap<V>,
  values: ReadonlyArray<V>,
  keyOf: (value: V) => string,
): PersistentMap<V> => {
  const edit = newEdit();
  let map = empty;
  for (const value of values) map = setIn(map, keyOf(value), value, edit);
  return map;
};

/** How many entries a state has, which is what a snapshot of it costs. */
export const sizeOfState = (state: LedgerState): number =>
  state.contracts.size + state.deduplication.order.size;
