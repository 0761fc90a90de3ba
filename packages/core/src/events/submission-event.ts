import type { ContractId, PartyId, UserId } from "../values/ids.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { Micros } from "../values/time.js";
import type { TransactionNode } from "./transaction-node.js";

/** The deduplication period a completion reports (ledger-api 5). */
export type ReportedDeduplicationPeriod =
  | { readonly kind: "empty" }
  | { readonly kind: "offset"; readonly offset: number }
  | { readonly kind: "duration"; readonly durationMicros: number };

/**
 * The deduplication period a command named; digits as text, because clients may name more than a
 * JSON number holds.
 */
export type RequestedDeduplicationPeriod =
  | { readonly kind: "offset"; readonly offset: string }
  | { readonly kind: "duration"; readonly durationMicros: string };

/**
 * The lower bound of ledger time a command named: a time, or microseconds after its receipt, digits
 * as text.
 */
export type RequestedLedgerTime =
  | { readonly kind: "absolute"; readonly micros: string }
  | { readonly kind: "relative"; readonly micros: string; readonly receivedAt: Micros };

/**
 * The stored fields of every submission that reached the ledger, accepted or not: enough to decide
 * it again. What the command left out is absent.
 */
export interface SubmissionRecord {
  readonly userId: UserId;
  readonly commandId: string;
  readonly submissionId: string;
  /** Empty for none. */
  readonly workflowId: string;
  /** Sorted. */
  readonly actAs: ReadonlyArray<PartyId>;
  /** Sorted, without the parties of actAs. */
  readonly readAs?: ReadonlyArray<PartyId>;
  readonly recordTime: Micros;
  readonly deduplicationPeriod: ReportedDeduplicationPeriod;
  readonly requestedDeduplicationPeriod?: RequestedDeduplicationPeriod;
  readonly minLedgerTime?: RequestedLedgerTime;
  /** Package ids in the order of the command. */
  readonly packagePreference?: ReadonlyArray<string>;
  /** The W3C `traceparent` the command came with. */
  readonly traceParent?: string;
  /** The W3C `tracestate` beside it. */
  readonly traceState?: string;
}

/** A contract that the command disclosed and that was visible only by that. */
export interface UsedDisclosure {
  readonly contractId: ContractId;
  /** SHA-256 of the blob's text, lowercase hex. */
  readonly blobDigest: string;
}

/** How a command of the submission was written. */
export type CommandForm = "create" | "exercise" | "exerciseByKey" | "createAndExercise";

/**
 * A signature of an external party over the hash of a prepared transaction (interactive-submission
 * 3.3).
 */
export interface PartySignature {
  readonly party: PartyId;
  /** Fingerprint of the key. */
  readonly signedBy: string;
  readonly format: string;
  readonly algorithm: string;
  /** Base64. */
  readonly signature: string;
}

/** What external parties signed: enough to check the signatures without this node. */
export interface ExternalSubmission {
  /** The hash that was signed, 64 hex digits. */
  readonly hash: string;
  readonly hashingScheme: string;
  readonly transactionUuid: string;
  /** The prepared transaction as it came, Base64. */
  readonly preparedTransaction: string;
  /** The valid ones, in the order of the parties. */
  readonly signatures: ReadonlyArray<PartySignature>;
}

/** The ledger that contracts were imported from: a fork takes them as they were there. */
export interface ImportSource {
  /** Address of the participant's interface. */
  readonly url: string;
  /** Of the source, where the contracts were active. */
  readonly offset: number;
}

/** One composite command took effect, whole. */
export interface TransactionCommitted extends SubmissionRecord {
  readonly type: "TransactionCommitted";
  /** See `updateIdOf`. */
  readonly updateId: string;
  /** The ledger time of the transaction. */
  readonly effectiveAt: Micros;
  /** 56 hex digits or more, unique to this transaction: the contract ids come from the first 56. */
  readonly seed: string;
  readonly disclosedContracts?: ReadonlyArray<UsedDisclosure>;
  /**
   * Of each command in order; absent when each root node is one command that creates, or exercises
   * by contract id.
   */
  readonly commandForms?: ReadonlyArray<CommandForm>;
  readonly nodes: ReadonlyArray<TransactionNode>;
  /**
   * Contracts fetched and keys looked up, in their order; two numbers for each: the nodes there
   * were before it, and the number of the exercise around it. Absent when there were none. Clients
   * see nodes numbered as if these were nodes too.
   */
  readonly reads?: ReadonlyArray<number>;
  /** Set when the transaction was prepared and signed outside of the node. */
  readonly external?: ExternalSubmission;
  /**
   * Set when no command was decided: the nodes create contracts of another ledger, which keep their
   * ids and their ledger time.
   */
  readonly imported?: ImportSource;
}

/**
 * One composite command reached the ledger and was rejected there, before its commands were
 * interpreted.
 */
export interface CommandRejected extends SubmissionRecord {
  readonly type: "CommandRejected";
  readonly error: LedgerError;
}
