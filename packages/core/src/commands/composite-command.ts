import type { ContractId, PartyId, TemplateId, UserId } from "../values/ids.js";
import type { Either } from "fp-ts/lib/Either.js";
import type { Contract } from "../contracts/contract.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { Json } from "../values/json.js";

/** Creates one contract (specification 2.1). */
export interface CreateCommand {
  readonly kind: "CreateCommand";
  readonly templateId: TemplateId;
  readonly createArguments: Json;
}

/**
 * Exercises a choice on a contract by its id; `templateId` may name an interface (specification
 * 2.1).
 */
export interface ExerciseCommand {
  readonly kind: "ExerciseCommand";
  readonly templateId: TemplateId;
  readonly contractId: ContractId;
  readonly choice: string;
  readonly choiceArgument: Json;
}

/** Exercises a choice on the active contract that holds a key (specification 2.1). */
export interface ExerciseByKeyCommand {
  readonly kind: "ExerciseByKeyCommand";
  readonly templateId: TemplateId;
  readonly contractKey: Json;
  readonly choice: string;
  readonly choiceArgument: Json;
}

/** Creates a contract and exercises a choice on it at once (specification 2.1). */
export interface CreateAndExerciseCommand {
  readonly kind: "CreateAndExerciseCommand";
  readonly templateId: TemplateId;
  readonly createArguments: Json;
  readonly choice: string;
  readonly choiceArgument: Json;
}

/** One element of a composite command. */
export type Command =
  | CreateCommand
  | ExerciseCommand
  | ExerciseByKeyCommand
  | CreateAndExerciseCommand;

/**
 * Which earlier completions a change id is compared with; `offset` is exclusive, `durationMicros`
 * counts back from now.
 */
export type DeduplicationPeriod =
  | { readonly kind: "empty" }
  | { readonly kind: "duration"; readonly durationMicros: bigint }
  | { readonly kind: "offset"; readonly offset: bigint };

/**
 * A contract that comes with the command, so that it can be used without being visible to actAs or
 * readAs.
 */
export interface DisclosedContract {
  /**
   * The contract in its blob. Left: why it cannot be used; the command fails with it, unless
   * another error comes first.
   */
  readonly contract: Either<LedgerError, Contract>;
  /** SHA-256 of the blob's text, lowercase hex. */
  readonly blobDigest: string;
}

/** A contract key to be loaded before interpretation. */
export interface PrefetchContractKey {
  readonly templateId: TemplateId;
  readonly contractKey: Json;
  /** 1 to 2^31 - 1. */
  readonly limit: number;
}

/** A group of commands executed atomically, every rule of specification 2.1 already checked. */
export interface CompositeCommand {
  readonly commands: ReadonlyArray<Command>;
  readonly commandId: string;
  /** Sorted, without repetition. */
  readonly actAs: ReadonlyArray<PartyId>;
  readonly userId: UserId;
  /** Sorted, without repetition, without the parties of actAs. */
  readonly readAs: ReadonlyArray<PartyId>;
  readonly workflowId: string;
  readonly deduplicationPeriod: DeduplicationPeriod;
  /** Microseconds since the Unix epoch. */
  readonly minLedgerTimeAbs?: bigint;
  /** Microseconds counted from receipt of the command. */
  readonly minLedgerTimeRel?: bigint;
  /** Empty when the submitter left the choice to the participant. */
  readonly submissionId: string;
  /** The W3C `traceparent` the command came with; copied to its update. */
  readonly traceParent?: string;
  /** The W3C `tracestate` beside it. */
  readonly traceState?: string;
  readonly disclosedContracts: ReadonlyArray<DisclosedContract>;
  /** Empty when the submitter left the choice to the participant. */
  readonly synchronizerId: string;
  readonly packageIdSelectionPreference: ReadonlyArray<string>;
  readonly prefetchContractKeys: ReadonlyArray<PrefetchContractKey>;
  readonly tapsMaxPasses: number;
}
