import type { ContractId, PartyId, TemplateId } from "../values/ids.js";
import type { CompiledCatalog } from "../packages/catalog.js";
import type { Sha256 } from "../values/sha256.js";
import { type Contract, contractOfNode, templateNameOf } from "./contract.js";
import type { ContractKey, CreateNode, ExerciseNode } from "../events/transaction-node.js";
import type { Profile } from "../templates/profile.js";
import type { Run } from "../templates/program-effect.js";
import type { Json } from "../values/json.js";
import type { Micros } from "../values/time.js";

/** Everything interpretation may look at; nothing else influences it. */
export interface LedgerView {
  readonly catalog: CompiledCatalog;
  readonly sha256: Sha256;
  /** Active contracts by id. */
  contract(contractId: ContractId): Contract | undefined;
  /** The active contracts that hold a key, by `keyIdOf`; see `key-holders.ts`. */
  contractsByKey(keyId: string): string | undefined;
  isKnownParty(party: PartyId): boolean;
}

export interface InterpretationInput {
  readonly view: LedgerView;
  /** actAs and readAs: contracts visible to one of them may be used. */
  readonly readers: ReadonlySet<string>;
  /**
   * Digests of the blobs of contracts that may be used though not visible, by contract id; already
   * verified.
   */
  readonly disclosed: ReadonlyMap<string, string>;
  readonly preference: ReadonlyArray<string>;
  readonly ledgerTime: Micros;
  /** 56 hex digits, unique to this transaction. */
  readonly seed: string;
  /** The transaction's offset once it is committed; the ids of its contracts carry it. */
  readonly offset: number;
  /** Where to record what the nodes do not contain; absent when it is not needed. */
  readonly trace?: TransactionTrace;
  /** Is called with what a function of a template threw. */
  readonly onThrown?: OnThrown | undefined;
  /**
   * By default 35. In 34 creates and archives of a `try` are undone when it is rolled back, which
   * is DAML_EFFECTFUL_ROLLBACK_ERROR otherwise, and packages of Daml-LF 2.3 do not run.
   */
  readonly protocolVersion?: 34 | 35;
}

/**
 * Is called with what a function of a template threw.
 *
 * @param place of it: the choice or create, template and package
 */
export type OnThrown = (place: string, thrown: unknown) => void;

/** A contract that was fetched, or a key that was looked up, at a place of the transaction. */
export interface TracedRead {
  /** Nodes there were before it. */
  readonly position: number;
  /** Exercises around it. */
  readonly depth: number;
  /** The contract found; undefined for a key without a contract. */
  readonly contract: Contract | undefined;
  /** The template it was read as, package-id form. */
  readonly templateId: TemplateId;
  /** Set when it was read through an interface. */
  readonly interfaceId?: string;
  /** Those who authorized it; sorted. */
  readonly actingParties: ReadonlyArray<PartyId>;
  /** Set for a key that was looked up. */
  readonly key?: ContractKey;
}

/**
 * What an interpretation did in addition to its nodes: all that a prepared transaction shows to its
 * signers.
 */
export interface TransactionTrace {
  /** Contracts used that the transaction did not create, by id. */
  readonly inputs: Map<string, Contract>;
  readonly reads: Array<TracedRead>;
  /** For each exercise node its contract and the observers of the choice. */
  readonly exercises: Map<number, TracedExercise>;
  readonly ledgerTimes: LedgerTimes;
  /** Takes everything that happens, in order; absent when it is not needed. */
  readonly steps?: { push(step: TraceStep): unknown };
  /** Counts what code takes; absent when it is not needed. */
  readonly profile?: Profile;
}

/**
 * The ledger times with which the interpretation is the same. Microseconds since the Unix epoch,
 * both inclusive; undefined where any will do.
 */
export interface LedgerTimes {
  min: bigint | undefined;
  max: bigint | undefined;
}

/** A step of an interpretation. Those of what was rolled back are among them. */
export type TraceStep =
  | { readonly kind: "create"; readonly node: CreateNode }
  | {
      readonly kind: "exercise";
      readonly node: ExerciseNode;
      readonly byKey: boolean;
      /** The contract before it. */
      readonly contract: Contract;
      /** Whose authority its body has; sorted. */
      readonly authority: ReadonlyArray<PartyId>;
    }
  /** The innermost exercise ended. */
  | { readonly kind: "end" }
  /** The precondition of a template was looked at. */
  | {
      readonly kind: "guard";
      readonly templateId: TemplateId;
      readonly payload: Json;
      readonly holds: boolean;
    }
  | {
      readonly kind: "fetch";
      readonly contract: Contract;
      readonly templateId: TemplateId;
      readonly actingParties: ReadonlyArray<PartyId>;
      readonly interfaceId?: string;
      readonly byKey: boolean;
    }
  | {
      readonly kind: "query";
      readonly templateId: TemplateId;
      readonly key: ContractKey;
      readonly found: ReadonlyArray<ContractId>;
      readonly isExhaustive: boolean;
    }
  | { readonly kind: "tryBegin" | "tryCommit" }
  | { readonly kind: "tryRollback"; readonly exception?: CaughtException };

/** An exception that made a `try` roll back. */
export interface CaughtException {
  /** The id of its type, in package-id form. */
  readonly of: string;
  readonly value?: Json;
}

/** What an exercise node does not say. */
export interface TracedExercise {
  readonly contract: Contract;
  /** Sorted. */
  readonly choiceObservers: ReadonlyArray<PartyId>;
}

/** A trace with nothing in it. */
export const newTrace = (): TransactionTrace => ({
  inputs: new Map(),
  reads: [],
  exercises: new Map(),
  ledgerTimes: { min: undefined, max: undefined },
});

/** A transaction while it is built; not used outside of its interpretation. */
export interface OpenTransaction {
  readonly input: InterpretationInput;
  readonly run: Run;
  readonly nodes: Array<CreateNode | ExerciseNode>;
  /** See `TransactionCommitted.reads`. */
  reads: Array<number> | undefined;
  // each of these is made when it is first needed: most transactions are too small to need any
  /** Contracts created by the first `indexedNodes` nodes; see `createdHere`. */
  created: Map<string, Contract> | undefined;
  indexedNodes: number;
  /** By contract id the number of the exercise that consumed it, as clients see it. */
  consumed: Map<string, number> | undefined;
  /**
   * Keys this transaction has changed: the contracts that hold one now, or undefined when none
   * does; see `key-holders.ts`.
   */
  keys: Map<string, string | undefined> | undefined;
  /**
   * Digests of the blobs of disclosed contracts that were used and that no reader sees otherwise,
   * by contract id.
   */
  disclosed: Map<string, string> | undefined;
  /** The latest creation time of the contracts used. */
  latestInput: Micros;
  steps: number;
  /** Nodes that were rolled back. */
  undoneNodes: number;
}

/** The authority at a place of the transaction, and the depth of its nesting. */
export interface Scope {
  readonly authority: ReadonlySet<string>;
  readonly depth: number;
  /** Number of the innermost exercise around it; -1 where there is none. */
  readonly exercise: number;
}

export const maxTransactionNodes = 20_000;

/** How deep exercises may be nested. */
export const maxTransactionDepth = 100;

/** Steps that the choice bodies of one transaction may take together. */
export const maxTransactionSteps = 200_000;

export const openTransaction = (input: InterpretationInput): OpenTransaction => ({
  input,
  run: runOf(input.trace?.profile),
  nodes: [],
  reads: undefined,
  created: undefined,
  indexedNodes: 0,
  consumed: undefined,
  keys: undefined,
  disclosed: undefined,
  latestInput: 0,
  steps: 0,
  undoneNodes: 0,
});

const runOf = (profile: Profile | undefined): Run =>
  profile === undefined ? { isPauseDue: false } : { isPauseDue: false, profile };

/** The number that the next node has for clients: what was fetched or looked up counts too. */
export const nextShownNumber = ({ nodes, reads }: OpenTransaction): number =>
  nodes.length + (reads === undefined ? 0 : reads.length / 2);

/** Counts a contract fetched, or a key looked up, at this place of the transaction. */
export const countRead = (transaction: OpenTransaction, { exercise }: Scope): void => {
  transaction.reads ??= [];
  transaction.reads.push(transaction.nodes.length, exercise);
};

/** A contract that this very transaction has created. */
export const createdHere = (
  transaction: OpenTransaction,
  contractId: ContractId,
): Contract | undefined => {
  const { nodes, input } = transaction;
  for (; transaction.indexedNodes < nodes.length; transaction.indexedNodes++) {
    const node = nodes[transaction.indexedNodes];
    if (node?.kind !== "create") continue;
    transaction.created ??= new Map();
    transaction.created.set(node.contractId, contractOfNode(node, input.ledgerTime));
  }
  return transaction.created?.get(contractId);
};

/**
 * Parties that are not known here. Those with authority are hosted here, so only the others are
 * looked up.
 */
export const unknownOf = (
  { input }: OpenTransaction,
  { authority }: Scope,
  parties: ReadonlyArray<PartyId>,
): ReadonlyArray<string> =>
  parties.filter((party) => !authority.has(party) && !input.view.isKnownParty(party));

/** What two contracts must not share: package name, template name and key value. */
export const keyIdOf = (packageName: string, templateName: string, key: ContractKey): string =>
  `${packageName}:${templateName}\n${JSON.stringify(key.value)}`;

/** The key that a contract holds while it is active, see `keyIdOf`; undefined for none. */
export const keyIdOfContract = ({
  packageName,
  templateId,
  key,
}: Pick<Contract, "packageName" | "templateId" | "key">): string | undefined =>
  key === undefined ? undefined : keyIdOf(packageName, templateNameOf(templateId), key);
