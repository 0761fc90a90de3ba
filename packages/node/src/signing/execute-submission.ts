import {
  type CompiledCatalog,
  type CompositeCommand,
  type ExternalSubmission,
  getIn,
  type LedgerError,
  type PartyKeys,
  type PreparedSubmission,
  type PartyId,
  type Submission,
} from "@tallystick/core";
import {
  checkPartySignatures,
  commandOfPrepared,
  type CountedSignature,
  hashPreparedTransaction,
  hexOf,
  packagesOfPrepared,
  preparedDifference,
  preparedOfInterpretation,
  transactionSeedOf,
} from "@tallystick/signing";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Pipeline } from "../pipeline/pipeline.js";
import type { ExecuteSubmission, ReceivedPrepared } from "../ledger/external-signing.js";
import { contentError, notExecuted } from "./received-prepared.js";

/** The submission of a prepared transaction, for the rules of submissions. */
export const submissionOfPrepared = ({
  prepared,
  submission,
}: ExecuteSubmission): Either<LedgerError, Submission> => {
  const { transaction, metadata } = prepared.message;
  const command = commandOfPrepared(transaction);
  if (isLeft(command)) return left(notExecuted(command.left.message));
  return right({
    ...submission,
    commands: [command.right],
    commandId: metadata.submitterInfo.commandId,
    actAs: metadata.submitterInfo.actAs,
  });
};

const micros = (time: bigint | undefined): number | undefined =>
  time === undefined ? undefined : Number(time);

/** Describes how the transaction interpreted now differs from the signed one. */
const differsFrom =
  (
    { bytes, message }: ReceivedPrepared,
    seed: Uint8Array,
    catalogNow: () => CompiledCatalog,
  ): PreparedSubmission["differs"] =>
  (interpreted) => {
    const { metadata } = message;
    const now = preparedOfInterpretation(catalogNow(), interpreted, {
      ...metadata.submitterInfo,
      synchronizerId: metadata.synchronizerId,
      transactionUuid: metadata.transactionUuid,
      preparationTime: metadata.preparationTime,
      maxRecordTime: metadata.maxRecordTime,
      seed,
    });
    return isLeft(now) ? now.left.message : preparedDifference(message, bytes, now.right);
  };

/** Like `base64Encode`, but native: a prepared transaction is long. */
const base64Of = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");

const signaturesOf = (counted: ReadonlyArray<CountedSignature>): ExternalSubmission["signatures"] =>
  counted.map(({ party, signature: { signedBy, format, algorithm, bytes } }) => ({
    party,
    signedBy,
    format,
    algorithm,
    signature: base64Of(bytes),
  }));

/** The command and the signed transaction, ready to be decided. */
interface CheckedExecution {
  readonly command: CompositeCommand;
  readonly prepared: PreparedSubmission;
}

/**
 * Checks everything about an execution that does not depend on the state: content, hash, signatures
 * (interactive-submission 3.3 and 3.4).
 *
 * @param command the prepared command, checked by the rules of a submission
 */
export const checkExecution = (
  pipeline: Pipeline,
  request: ExecuteSubmission,
  command: CompositeCommand,
): Either<LedgerError, CheckedExecution> => {
  const { prepared, hashingScheme, signatures } = request;
  const { message, bytes } = prepared;
  const { metadata } = message;
  const { participant } = pipeline.committed().state;
  const wrong = contentError(message, participant.synchronizerId);
  if (wrong !== undefined) return left(wrong);
  const hash = hashPreparedTransaction(message, hashingScheme);
  if (isLeft(hash))
    return left(notExecuted(`${hashingScheme} cannot hash it: ${hash.left.message}`));
  const { actAs } = metadata.submitterInfo;
  const keysOf = (party: PartyId): PartyKeys | undefined =>
    getIn(participant.parties, party)?.external;
  const counted = checkPartySignatures(actAs, signatures, hash.right.hash, keysOf);
  if (isLeft(counted)) return left(notExecuted(counted.left.message));
  const external = {
    hash: hexOf(hash.right.hash),
    hashingScheme,
    transactionUuid: metadata.transactionUuid,
    preparedTransaction: base64Of(bytes),
    signatures: signaturesOf(counted.right),
  };
  return right({
    command: { ...command, packageIdSelectionPreference: packagesOfPrepared(message.transaction) },
    prepared: {
      ...preparedSubmissionOf(prepared, external, () => pipeline.contextNow().catalog),
      keySerials: new Map(actAs.map((party) => [party, keysOf(party)?.serial ?? 0])),
    },
  });
};

/**
 * A prepared transaction for the rules of executions.
 *
 * @param catalogNow the packages that it is interpreted with
 */
export const preparedSubmissionOf = (
  received: ReceivedPrepared,
  external: ExternalSubmission,
  catalogNow: () => CompiledCatalog,
): PreparedSubmission => {
  const { metadata } = received.message;
  const seed = transactionSeedOf(metadata);
  return {
    external,
    seed: hexOf(seed),
    preparationTime: Number(metadata.preparationTime),
    minLedgerTime: micros(metadata.minLedgerEffectiveTime),
    maxLedgerTime: micros(metadata.maxLedgerEffectiveTime),
    maxRecordTime: micros(metadata.maxRecordTime),
    inputs: new Set(metadata.inputContracts.map(({ contract }) => contract.contractId)),
    keySerials: new Map(),
    differs: differsFrom(received, seed, catalogNow),
  };
};
