import {
  type AcceptancePeriod,
  emptyLedger,
  entriesOf,
  type IdentityProviderConfig,
  itemsOf,
  type LedgerConfiguration,
  type LedgerSettings,
  type LedgerState,
  newEdit,
  type PackageRegistered,
  type PackageVetting,
  type Party,
  type PersistentMap,
  type PruningState,
  queueOf,
  setIn,
  type User,
} from "@tallystick/core";

interface SnapshotJournal {
  readonly stream: string;
  /** Hash of its first event. */
  readonly journalId: string;
}

export interface ParticipantHead {
  readonly participantId: string;
  readonly synchronizerId: string;
  readonly packages: ReadonlyArray<PackageRegistered>;
  readonly vettingSerial: number;
  readonly vettingExceptions: ReadonlyArray<PackageVetting>;
  readonly parties: ReadonlyArray<Party>;
  readonly users: ReadonlyArray<User>;
  readonly usersMadeOnce: ReadonlyArray<string>;
  readonly identityProviders: ReadonlyArray<IdentityProviderConfig>;
}

/** The content of a snapshot outside of its tables. */
export interface SnapshotHead extends SnapshotJournal {
  readonly offset: number;
  /** Chain hash of the journal's event at `offset`. */
  readonly hash: string;
  readonly recordTime: number;
  readonly configuration: LedgerConfiguration;
  readonly contracts: number;
  /** Keys that a contract holds. */
  readonly keys: number;
  /** Offset and record time of the last forgotten acceptance. */
  readonly prunedOffset: number;
  readonly prunedUntil: number;
  /** The periods of what is remembered, the oldest first. */
  readonly periods: ReadonlyArray<AcceptancePeriod>;
  readonly pruning: PruningState;
  readonly participant: ParticipantHead;
}

const valuesOf = <V>(map: PersistentMap<V>): ReadonlyArray<V> =>
  Array.from(entriesOf(map), ([, value]) => value);

export const headOf = (
  { stream, journalId }: SnapshotJournal,
  state: LedgerState,
  hash: string,
): SnapshotHead => {
  const { offset, recordTime, configuration, contracts, keys, pruning, participant } = state;
  const { prunedOffset, prunedUntil, periods, current } = state.deduplication;
  return {
    stream,
    journalId,
    offset,
    hash,
    recordTime,
    configuration,
    contracts: contracts.size,
    keys: keys.size,
    prunedOffset,
    prunedUntil,
    periods: [...itemsOf(periods), ...(current === undefined ? [] : [current])],
    pruning,
    participant: participantHead(participant),
  };
};

const heads = new WeakMap<LedgerState["participant"], ParticipantHead>();

/** Cached: the same object for the same participant. */
const participantHead = (participant: LedgerState["participant"]): ParticipantHead => {
  const known = heads.get(participant);
  if (known !== undefined) return known;
  const head = {
    participantId: participant.participantId,
    synchronizerId: participant.synchronizerId,
    packages: valuesOf(participant.packages),
    vettingSerial: participant.vetting.serial,
    vettingExceptions: valuesOf(participant.vetting.exceptions),
    parties: valuesOf(participant.parties),
    users: valuesOf(participant.users),
    usersMadeOnce: participant.usersMadeOnce,
    identityProviders: valuesOf(participant.identityProviders),
  };
  heads.set(participant, head);
  return head;
};

/** The state of a head, without contracts, keys and accepted commands. */
export const stateOfHead = (head: SnapshotHead, settings: LedgerSettings): LedgerState => {
  const empty = emptyLedger(settings);
  const current = head.periods.at(-1);
  const participant = participantOf(head.participant, empty.participant);
  heads.set(participant, head.participant);
  return {
    ...empty,
    configuration: head.configuration,
    offset: head.offset,
    recordTime: head.recordTime,
    deduplication: {
      ...empty.deduplication,
      periods: queueOf(head.periods.slice(0, -1)),
      ...(current === undefined ? {} : { current }),
      prunedOffset: head.prunedOffset,
      prunedUntil: head.prunedUntil,
    },
    participant,
    pruning: head.pruning,
  };
};

const participantOf = (
  head: ParticipantHead,
  empty: LedgerState["participant"],
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
  usersMadeOnce: head.usersMadeOnce,
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
