import {
  type CompositeCommand,
  type LedgerError,
  ledgerError,
  prepare,
  withoutPause,
} from "@tallystick/core";
import {
  hashingSchemes,
  hashPreparedTransaction,
  type HashingScheme,
  hexOf,
  physicalSynchronizerId,
  type PreparationDetails,
  preparedOfInterpretation,
  transactionSeedOf,
  encodePreparedTransaction,
} from "@tallystick/signing";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Pipeline } from "../pipeline/pipeline.js";
import type { PreparedSubmissionToSign } from "../ledger/external-signing.js";

/** A validated command and the options of its preparation. */
export interface Preparation {
  readonly command: CompositeCommand;
  readonly hashingScheme: HashingScheme;
  readonly maxRecordTime: bigint | undefined;
  /** A random UUID in lower case. */
  readonly transactionUuid: string;
}

const notPrepared = (reason: string): LedgerError =>
  ledgerError(
    "FAILED_TO_PREPARE_TRANSACTION",
    `The participant failed to prepare the transaction: ${reason}`,
  );

/**
 * Interprets one command on the durable state and encodes it for its parties to sign
 * (interactive-submission 3.1).
 */
export const prepareSubmission = (
  pipeline: Pipeline,
  { command, hashingScheme, maxRecordTime, transactionUuid }: Preparation,
): Either<LedgerError, PreparedSubmissionToSign> => {
  if (command.commands.length > 1)
    return left(notPrepared("Preparing multiple commands is currently not supported"));
  const { state } = pipeline.committed();
  const context = pipeline.contextNow();
  const source = {
    submitterInfo: { actAs: command.actAs, commandId: command.commandId },
    synchronizerId: physicalSynchronizerId(state.participant.synchronizerId),
    transactionUuid,
    preparationTime: BigInt(context.now),
    maxRecordTime,
  };
  const seed = transactionSeedOf(source);
  const interpreted = pipeline.reading((durable) =>
    withoutPause(prepare(durable, command, { ...context, seed: hexOf(seed) })),
  );
  if (isLeft(interpreted)) return interpreted;
  const details: PreparationDetails = {
    ...source,
    ...source.submitterInfo,
    seed,
  };
  const prepared = preparedOfInterpretation(context.catalog, interpreted.right, details);
  if (isLeft(prepared)) return left(notPrepared(prepared.left.message));
  const hash = hashPreparedTransaction(prepared.right, hashingScheme);
  if (isLeft(hash)) {
    return left(
      notPrepared(
        `${hashingScheme} cannot hash it: ${hash.left.message}. Supported versions: ${hashingSchemes.join(", ")}`,
      ),
    );
  }
  return right({
    preparedTransaction: encodePreparedTransaction(prepared.right),
    hash: hash.right.hash,
    hashingScheme,
    preparedAt: context.now,
  });
};
