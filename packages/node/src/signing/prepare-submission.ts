import {
  type CompositeCommand,
  type LedgerError,
  ledgerError,
  prepare,
  type InterpretedInTime,
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
import { type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
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
export const prepareSubmission = async (
  pipeline: Pipeline,
  { command, hashingScheme, maxRecordTime, transactionUuid }: Preparation,
): Promise<Either<LedgerError, PreparedSubmissionToSign>> => {
  if (command.commands.length > 1)
    return left(notPrepared("Preparing multiple commands is currently not supported"));
  const submitterInfo = { actAs: command.actAs, commandId: command.commandId };
  const interpreted = await pipeline.working(function* (state) {
    const context = pipeline.contextNow();
    const source = {
      submitterInfo,
      synchronizerId: physicalSynchronizerId(state.participant.synchronizerId),
      transactionUuid,
      preparationTime: BigInt(context.now),
      maxRecordTime,
    };
    const seed = transactionSeedOf(source);
    const done = yield* prepare(state, command, { ...context, seed: hexOf(seed) });
    return map((content: InterpretedInTime) => ({ content, context, source, seed }))(done);
  });
  if (isLeft(interpreted)) return interpreted;
  const { content, context, source, seed } = interpreted.right;
  const details: PreparationDetails = {
    ...source,
    ...submitterInfo,
    seed,
  };
  const prepared = preparedOfInterpretation(context.catalog, content, details);
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
