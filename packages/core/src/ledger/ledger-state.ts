import type { ConfigurationApplied, LedgerConfiguration } from "../events/journal-event.js";
import { defaultConfiguration } from "./ledger-configuration.js";
import type { Contract } from "../contracts/contract.js";
import { contractOfNode } from "../contracts/contract.js";
import {
  acceptedChange,
  type DeduplicationState,
  emptyDeduplication,
  forgetUpTo,
} from "./accepted-changes.js";
import { type AdministrationEvent, type Changes, changesOf } from "./changes-of-event.js";
import type { PastEvent } from "../events/submission-pruned.js";
import type { Micros } from "../values/time.js";
import {
  emptyParticipant,
  evolveParticipant,
  type ParticipantState,
  settledParticipant,
} from "../participant/participant-state.js";
import {
  addIn,
  emptyMap,
  getIn,
  type PersistentMap,
  removeIn,
  setIn,
  settled,
} from "../collections/persistent-map.js";
import { type Edit, newEdit } from "../collections/hash-trie.js";
import { keyIdOfContract } from "../contracts/transaction.js";
import { withHolder, withoutHolder } from "../contracts/key-holders.js";
import type { ContractId } from "../values/ids.js";

/** What a ledger is started with in addition to its events. */
export interface LedgerSettings {
  /** A secret number; it affects only the shape of maps. */
  readonly hashSeed: number;
}

/** How far the journal was pruned. */
export interface PruningState {
  /** Offset up to which it was, inclusive; 0 when it never was. */
  readonly upTo: number;
  /** Offset of the event that says so. */
  readonly saidAt: number;
  /** Accepted change ids up to this offset were forgotten then. */
  readonly forgottenUpTo: number;
  /** The public key that was published last; empty when none was. */
  readonly publicKey: string;
}

/** The state decisions are made on: a fold of the journal, never changed in place. */
export interface LedgerState {
  readonly settings: LedgerSettings;
  /** What the last `ConfigurationApplied` says. */
  readonly configuration: LedgerConfiguration;
  /** Offset of the last event; 0 for an empty journal. */
  readonly offset: number;
  /** Record time of the last event; record times never go back. */
  readonly recordTime: Micros;
  /** Active contracts by id. */
  readonly contracts: PersistentMap<Contract>;
  /** The active contracts that hold a key, by `keyIdOf`; see `key-holders.ts`. */
  readonly keys: PersistentMap<string>;
  readonly deduplication: DeduplicationState;
  readonly participant: ParticipantState;
  readonly pruning: PruningState;
}

/** The state before any event. */
export const emptyLedger = (settings: LedgerSettings = { hashSeed: 0 }): LedgerState => ({
  settings,
  configuration: defaultConfiguration,
  offset: 0,
  recordTime: 0,
  contracts: emptyMap(settings.hashSeed),
  keys: emptyMap(settings.hashSeed),
  deduplication: emptyDeduplication(settings.hashSeed),
  participant: emptyParticipant(settings.hashSeed),
  pruning: { upTo: 0, saidAt: 0, forgottenUpTo: 0, publicKey: "" },
});

/**
 * The state after one more event. Total: every decided event can be folded.
 *
 * @param edit the token of a longer fold (see `PersistentMap`); states in the middle of that fold
 * must not be kept
 */
export const evolve = (state: LedgerState, event: PastEvent, edit?: Edit): LedgerState => {
  const changes = changesOf(event);
  const { administration } = changes;
  const changed = withChanges(state, changes, event.recordTime, edit);
  return administration === undefined ? changed : administered(changed, administration, edit);
};

/** The state after what an event does to contracts, keys and change ids. */
const withChanges = (
  state: LedgerState,
  { created, createdAt, archived, changeIds, submissionId }: Changes,
  recordTime: Micros,
  edit: Edit | undefined,
): LedgerState => {
  const offset = state.offset + 1;
  let { contracts, keys, deduplication } = state;
  // no iterators and no spread: this runs for every command
  for (let at = 0; at < created.length; at++) {
    const node = created[at];
    if (node === undefined) continue;
    contracts = addIn(contracts, node.contractId, contractOfNode(node, createdAt), edit);
    const keyId = keyIdOfContract(node);
    if (keyId !== undefined)
      keys = setIn(keys, keyId, withHolder(getIn(keys, keyId), node.contractId), edit);
  }
  for (let at = 0; at < archived.length; at++) {
    const contractId = archived[at]?.contractId ?? "";
    if (keys.size > 0) keys = withoutKeyOf(getIn(contracts, contractId), keys, edit);
    contracts = removeIn(contracts, contractId, edit);
  }
  const window = state.configuration.deduplicationWindowMicros;
  for (let at = 0; at < changeIds.length; at++) {
    const changeId = changeIds[at] ?? "";
    const acceptance = { offset, recordTime, submissionId };
    deduplication = acceptedChange(deduplication, changeId, acceptance, window, edit);
  }
  return {
    settings: state.settings,
    configuration: state.configuration,
    offset,
    recordTime,
    contracts,
    keys,
    deduplication,
    participant: state.participant,
    pruning: state.pruning,
  };
};

/** The state after an event about the participant, the configuration or the journal. */
const administered = (
  state: LedgerState,
  event: AdministrationEvent,
  edit: Edit | undefined,
): LedgerState => {
  switch (event.type) {
    case "ConfigurationApplied":
      return { ...state, configuration: configurationOf(event) };
    case "SigningKeyPublished":
      return { ...state, pruning: { ...state.pruning, publicKey: event.publicKey } };
    case "JournalPruned": {
      const { offset: upTo, forgottenUpTo } = event;
      return {
        ...state,
        deduplication: forgetUpTo(state.deduplication, forgottenUpTo, edit),
        pruning: { ...state.pruning, upTo, saidAt: state.offset, forgottenUpTo },
      };
    }
    default:
      return { ...state, participant: evolveParticipant(state.participant, event, edit) };
  }
};

const configurationOf = ({
  type: _type,
  recordTime: _recordTime,
  ...configuration
}: ConfigurationApplied): LedgerConfiguration => configuration;

/** The state after some more events. */
export const evolveAll = (state: LedgerState, events: Iterable<PastEvent>): LedgerState => {
  const edit = newEdit();
  let folded = state;
  for (const event of events) folded = evolve(folded, event, edit);
  return folded;
};

/** The state at the end of a fold with a long token (see `newLongEdit`). */
export const settledState = (state: LedgerState): LedgerState => ({
  ...state,
  contracts: settled(state.contracts),
  keys: settled(state.keys),
  deduplication: { ...state.deduplication, accepted: settled(state.deduplication.accepted) },
  participant: settledParticipant(state.participant),
});

/** The keys without a contract as a holder. */
const withoutKeyOf = (
  contract: Contract | undefined,
  keys: PersistentMap<string>,
  edit: Edit | undefined,
): PersistentMap<string> => {
  const keyId = contract === undefined ? undefined : keyIdOfContract(contract);
  return contract === undefined || keyId === undefined
    ? keys
    : keysWithout(keys, keyId, contract.contractId, edit);
};

/** The keys with one holder less of one of them. */
export const keysWithout = (
  keys: PersistentMap<string>,
  keyId: string,
  contractId: ContractId,
  edit: Edit | undefined,
): PersistentMap<string> => {
  const holders = withoutHolder(getIn(keys, keyId), contractId);
  return holders === undefined ? removeIn(keys, keyId, edit) : setIn(keys, keyId, holders, edit);
};
