import type { ContractId, TemplateId } from "../values/ids.js";
import { executionIdOf } from "./execution-id.js";
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
import { changeIdOf } from "./deduplication.js";
import type { PastEvent, SubmissionPruned } from "../events/submission-pruned.js";
import type { TransactionCommitted } from "../events/submission-event.js";
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
import { keyIdOf } from "../contracts/transaction.js";

/** What a ledger is started with in addition to its events. */
export interface LedgerSettings {
  /** A number no one outside knows; it decides the shape of maps and nothing else. */
  readonly hashSeed: number;
}

/** How far the journal was pruned. */
export interface PruningState {
  /** Offset up to which it was, inclusive; 0 when it never was. */
  readonly upTo: number;
  /** Offset of the event that says so. */
  readonly saidAt: number;
  /** Accepted change ids up to this offset were forgotten by then. */
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
  /** The active contract that holds a key, by `keyIdOf`. */
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
 * The state after one more event. Total: every event that was once decided can be folded.
 *
 * @param edit the licence of a longer fold (see `PersistentMap`); states in the middle of that fold
 * must not be kept
 */
export const evolve = (state: LedgerState, event: PastEvent, edit?: Edit): LedgerState => {
  const offset = state.offset + 1;
  switch (event.type) {
    case "TransactionCommitted":
      return committed(state, event, offset, edit);
    case "ConfigurationApplied":
      return {
        ...state,
        offset,
        recordTime: event.recordTime,
        configuration: configurationOf(event),
      };
    case "SubmissionPruned":
      return pruned(state, event, offset, edit);
    case "SigningKeyPublished":
      return {
        ...state,
        offset,
        recordTime: event.recordTime,
        pruning: { ...state.pruning, publicKey: event.publicKey },
      };
    case "JournalPruned":
      return {
        ...state,
        offset,
        recordTime: event.recordTime,
        deduplication: forgetUpTo(state.deduplication, event.forgottenUpTo, edit),
        pruning: {
          upTo: event.offset,
          saidAt: offset,
          forgottenUpTo: event.forgottenUpTo,
          publicKey: state.pruning.publicKey,
        },
      };
    case "CommandRejected":
    case "JournalForked":
    case "JournalRestored":
    case "DisclosureKeyDrawn":
      return { ...state, offset, recordTime: event.recordTime };
    default:
      return {
        ...state,
        offset,
        recordTime: event.recordTime,
        participant: evolveParticipant(state.participant, event, edit),
      };
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

/** The state at the end of a fold under a long licence (see `newLongEdit`). */
export const settledState = (state: LedgerState): LedgerState => ({
  ...state,
  contracts: settled(state.contracts),
  keys: settled(state.keys),
  deduplication: { ...state.deduplication, accepted: settled(state.deduplication.accepted) },
  participant: settledParticipant(state.participant),
});

const committed = (
  state: LedgerState,
  event: TransactionCommitted,
  offset: number,
  edit: Edit | undefined,
): LedgerState => {
  let { contracts, keys } = state;
  for (const node of event.nodes) {
    if (node.kind === "create") {
      const contract = contractOfNode(node, event.effectiveAt);
      contracts = addIn(contracts, node.contractId, contract, edit);
      if (node.key !== undefined) {
        keys = setIn(
          keys,
          keyIdOf(node.packageName, nameOf(node.templateId), node.key),
          node.contractId,
          edit,
        );
      }
    } else if (node.consuming) {
      if (keys.size > 0) keys = withoutHolder(contracts, keys, node, edit);
      contracts = removeIn(contracts, node.contractId, edit);
    }
  }
  return {
    settings: state.settings,
    configuration: state.configuration,
    offset,
    recordTime: event.recordTime,
    contracts,
    keys,
    deduplication: acceptedChanges(state, event, offset, edit),
    participant: state.participant,
    pruning: state.pruning,
  };
};

/** What a pruned submission still does. */
const pruned = (
  state: LedgerState,
  event: SubmissionPruned,
  offset: number,
  edit: Edit | undefined,
): LedgerState => {
  const { recordTime, changes = [], submissionId = "", archived = [] } = event;
  const window = state.configuration.deduplicationWindowMicros;
  let { contracts, keys, deduplication } = state;
  for (const archive of archived) {
    keys = withoutHolder(contracts, keys, archive, edit);
    contracts = removeIn(contracts, archive.contractId, edit);
  }
  for (const changeId of changes) {
    const acceptance = { offset, recordTime, submissionId };
    deduplication = acceptedChange(deduplication, changeId, acceptance, window, edit);
  }
  return { ...state, offset, recordTime, contracts, keys, deduplication };
};

/** Remembers the change id, and of a prepared transaction that it was executed. */
const acceptedChanges = (
  { deduplication, configuration }: LedgerState,
  event: TransactionCommitted,
  offset: number,
  edit: Edit | undefined,
): DeduplicationState => {
  const { recordTime, submissionId, external } = event;
  const window = configuration.deduplicationWindowMicros;
  const acceptance = { offset, recordTime, submissionId };
  const accepted = acceptedChange(deduplication, changeIdOf(event), acceptance, window, edit);
  if (external === undefined) return accepted;
  return acceptedChange(
    accepted,
    executionIdOf(external.transactionUuid),
    acceptance,
    window,
    edit,
  );
};

/** The keys without that of a contract that is archived. */
const withoutHolder = (
  contracts: LedgerState["contracts"],
  keys: PersistentMap<string>,
  {
    contractId,
    packageName,
    templateId,
  }: {
    readonly contractId: ContractId;
    readonly packageName: string;
    readonly templateId: TemplateId;
  },
  edit: Edit | undefined,
): PersistentMap<string> => {
  const key = getIn(contracts, contractId)?.key;
  return key === undefined
    ? keys
    : withoutKey(keys, keyIdOf(packageName, nameOf(templateId), key), contractId, edit);
};

// nodes are in pre-order: by the time an archive is folded, the key may already belong to its
// successor's create
const withoutKey = (
  keys: PersistentMap<string>,
  keyId: string,
  holder: string,
  edit: Edit | undefined,
): PersistentMap<string> => (getIn(keys, keyId) === holder ? removeIn(keys, keyId, edit) : keys);

/** `Module:Entity` of a template id in package-id form. */
const nameOf = (templateId: TemplateId): string => templateId.slice(templateId.indexOf(":") + 1);
