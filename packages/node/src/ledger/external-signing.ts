import type { LedgerError, Micros, PartyId, Submission, UserId } from "@tallystick/core";
import type {
  ExternalPartyTopology,
  HashingScheme,
  OnboardingTransaction,
  PreparedTransaction,
  PublicKey,
  Signature,
  SignaturesOfParty,
} from "@tallystick/signing";
import type { Either } from "fp-ts/lib/Either.js";
import type { Outcome } from "./administration.js";
import type { Committed, Submitted, Submitter } from "./submission-outcome.js";

/** A command for external parties to sign. */
export interface PrepareSubmission {
  readonly submission: Submission;
  /** Default: V2. */
  readonly hashingScheme?: HashingScheme;
  /** The latest record time the signers allow; microseconds since 1970. */
  readonly maxRecordTime?: bigint;
}

/** The prepared transaction to sign. */
export interface PreparedSubmissionToSign {
  /** The serialized message. */
  readonly preparedTransaction: Uint8Array;
  /** What parties sign, 32 bytes. */
  readonly hash: Uint8Array;
  readonly hashingScheme: HashingScheme;
  readonly preparedAt: Micros;
}

/** A prepared transaction, decoded. */
export interface ReceivedPrepared {
  readonly bytes: Uint8Array;
  readonly message: PreparedTransaction;
}

/** A prepared transaction with its signatures. */
export interface ExecuteSubmission {
  readonly prepared: ReceivedPrepared;
  readonly hashingScheme: HashingScheme;
  readonly signatures: ReadonlyArray<SignaturesOfParty>;
  /** Those that the prepared transaction does not determine. */
  readonly submission: Pick<
    Submission,
    "userId" | "submissionId" | "deduplicationPeriod" | "minLedgerTimeAbs" | "minLedgerTimeRel"
  >;
}

/** A request for the topology of a new external party. Participants are named without `PAR::`. */
export interface GenerateTopology {
  readonly partyHint: string;
  readonly publicKey: PublicKey;
  readonly localParticipantObservationOnly?: boolean;
  readonly otherConfirmingParticipants?: ReadonlyArray<string>;
  readonly observingParticipants?: ReadonlyArray<string>;
  /** 0 or absent: all confirming participants. */
  readonly confirmationThreshold?: number;
  /** True for the three mappings of version 3.4 instead of one. */
  readonly separateMappings?: boolean;
}

/** A request to host an external party. */
export interface AllocateExternalParty {
  readonly transactions: ReadonlyArray<OnboardingTransaction>;
  readonly multiHashSignatures: ReadonlyArray<Signature>;
  readonly identityProviderId?: string;
  /** The user that receives CanActAs for the new party. */
  readonly userId?: UserId;
  /** The most parties that user may act as, with this one; absent: no limit. */
  readonly maxPartiesOfUser?: number;
}

/** A change of the keys of an external party, authorized as its allocation was. */
export interface ChangePartyKeys {
  readonly transactions: ReadonlyArray<OnboardingTransaction>;
  readonly multiHashSignatures: ReadonlyArray<Signature>;
}

/** The interface for parties whose keys are outside of the node (specification 4.7). */
export interface ExternalSigning {
  /**
   * Interprets one command and returns what its parties sign. Changes nothing
   * (interactive-submission 3.1).
   *
   * @param request the command, and up to when it may be recorded
   * @param submitter what the caller is known to be; a program leaves it out
   */
  prepareSubmission(
    request: PrepareSubmission,
    submitter?: Submitter,
  ): Promise<Either<LedgerError, PreparedSubmissionToSign>>;
  /**
   * Checks the signatures and commits; resolves when the outcome is in the journal
   * (interactive-submission 3.4). Left FAILED_TO_EXECUTE_TRANSACTION: a signature is missing or
   * wrong, or the transaction has expired.
   *
   * @param request what came back, with the signatures
   * @param submitter what the caller is known to be; a program leaves it out
   */
  executeSubmission(
    request: ExecuteSubmission,
    submitter?: Submitter,
  ): Promise<Either<LedgerError, Submitted>>;
  /**
   * Like `executeSubmission`, but a rejection is a Left too.
   *
   * @param request what came back, with the signatures
   * @param submitter what the caller is known to be; a program leaves it out
   */
  executeSubmissionAndWait(
    request: ExecuteSubmission,
    submitter?: Submitter,
  ): Promise<Either<LedgerError, Committed>>;
  /**
   * The topology that the owner of a key signs to become a party (interactive-submission 4.2).
   *
   * @param request the party's name and its key
   */
  generateExternalPartyTopology(
    request: GenerateTopology,
  ): Either<LedgerError, ExternalPartyTopology>;
  /**
   * Hosts the party of signed topology transactions (interactive-submission 4.5).
   *
   * @param request the transactions and the signatures of their hash
   */
  allocateExternalParty(request: AllocateExternalParty): Outcome<{ readonly partyId: PartyId }>;
  /**
   * Changes a party's keys to those of a signed topology transaction, whose serial is one more than
   * the current one.
   *
   * @param request the transaction and the signatures of the keys now and then
   */
  changePartyKeys(request: ChangePartyKeys): Outcome<{ readonly serial: number }>;
}
