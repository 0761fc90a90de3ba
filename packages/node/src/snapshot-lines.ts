import {
  type Acceptance,
  type Contract,
  emptyLedger,
  entriesOf,
  enqueue,
  itemsOf,
  keyIdOf,
  type LedgerSettings,
  type LedgerState,
  newEdit,
  type PackageRegistered,
  type PartyAllocated,
  setIn,
  type UserCreated,
} from "@tallystick/core";
import { contractText, LazyContract } from "./lazy-contract.js";

/** Version of the snapshot's form; another one is not read. */
export const snapshotFormat = 1;

/** The first line of a snapshot. */
export interface SnapshotHeader {
  readonly format: number;
  readonly stream: string;
  readonly offset: number;
  /** Chain hash of the journal's event at `offset`. */
  readonly hash: string;
  readonly recordTime: number;
  readonly deduplicationWindowMicros: number;
  readonly prunedOffset: number;
  readonly participantId: string;
  readonly synchronizerId: string;
  readonly packages: ReadonlyArray<PackageRegistered>;
  readonly parties: ReadonlyArray<PartyAllocated>;
  readonly users: ReadonlyArray<UserCreated>;
}

const valuesOf = <V>(map: Parameters<typeof entriesOf<V>>[0]): ReadonlyArray<V> =>
  Array.from(entriesOf(map), ([, value]) => value);

/**
 * The lines of a snapshot: the header, then a line for each active contract (`C`, its key if it has one, its content),
 * then one for each remembered change (`D`), the oldest first.
 */
export function* snapshotLines(
  stream: string,
  state: LedgerState,
  hash: string,
): Generator<string> {
  const { participant, deduplication } = state;
  const header: SnapshotHeader = {
    format: snapshotFormat,
    stream,
    offset: state.offset,
    hash,
    recordTime: state.recordTime,
    deduplicationWindowMicros: state.settings.deduplicationWindowMicros,
    prunedOffset: deduplication.prunedOffset,
    participantId: participant.participantId,
    synchronizerId: participant.synchronizerId,
    packages: valuesOf(participant.packages),
    parties: valuesOf(participant.parties),
    users: valuesOf(participant.users),
  };
  yield JSON.stringify(header);
  for (const [contractId, contract] of entriesOf(state.contracts)) {
    const text = contractText(contract);
    yield text.includes('"key":') ? `K${contractId} ${text}` : `C${contractId} ${text}`;
  }
  for (const { changeId, acceptance } of itemsOf(deduplication.order))
    yield `D${acceptance.offset} ${acceptance.recordTime} ${JSON.stringify([acceptance.submissionId, changeId])}`;
}

/** Puts a state together again, line after line. */
export interface StateBuilder {
  add(line: string): void;
  state(): LedgerState;
}

/** A builder for the state a header announces. */
export const buildState = (header: SnapshotHeader, settings: LedgerSettings): StateBuilder => {
  const edit = newEdit();
  const empty = emptyLedger(settings);
  let { contracts, keys } = empty;
  let { accepted, order } = empty.deduplication;

  const addKey = (contract: Contract): void => {
    const { key, templateId, packageName, contractId } = contract;
    if (key === undefined) return;
    const name = templateId.slice(templateId.indexOf(":") + 1);
    keys = setIn(keys, keyIdOf(packageName, name, key), contractId, edit);
  };

  const addContract = (line: string, hasKey: boolean): void => {
    const gap = line.indexOf(" ");
    const contract = new LazyContract(line.slice(1, gap), line.slice(gap + 1));
    contracts = setIn(contracts, contract.contractId, contract, edit);
    if (hasKey) addKey(contract);
  };

  const addChange = (line: string): void => {
    const [offsetEnd, timeEnd] = [line.indexOf(" "), line.indexOf(" ", line.indexOf(" ") + 1)];
    // border: written by `snapshotLines` and protected by the snapshot's checksum
    const [submissionId, changeId] = JSON.parse(line.slice(timeEnd + 1)) as [string, string];
    const acceptance: Acceptance = {
      offset: Number(line.slice(1, offsetEnd)),
      recordTime: Number(line.slice(offsetEnd + 1, timeEnd)),
      submissionId,
    };
    accepted = setIn(accepted, changeId, acceptance, edit);
    order = enqueue(order, { changeId, acceptance });
  };

  return {
    add: (line) => {
      if (line.startsWith("D")) addChange(line);
      else addContract(line, line.startsWith("K"));
    },
    state: () => ({
      ...empty,
      offset: header.offset,
      recordTime: header.recordTime,
      contracts,
      keys,
      deduplication: { accepted, order, prunedOffset: header.prunedOffset },
      participant: participantOf(header, empty),
    }),
  };
};

const participantOf = (header: SnapshotHeader, empty: LedgerState): LedgerState["participant"] => {
  let { packages, parties, users } = empty.participant;
  for (const event of header.packages) packages = setIn(packages, event.packageId, event);
  for (const event of header.parties) parties = setIn(parties, event.party, event);
  for (const event of header.users) users = setIn(users, event.userId, event);
  return {
    participantId: header.participantId,
    synchronizerId: header.synchronizerId,
    packages,
    parties,
    users,
  };
};

/** How many entries a state has, which is what a snapshot of it costs. */
export const sizeOfState = (state: LedgerState): number =>
  state.contracts.size + state.deduplication.order.size;
