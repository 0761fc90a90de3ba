import {
  foundValue,
  invalidArgument,
  invalidField,
  isSynchronizerId,
  type LedgerError,
  ledgerError,
  missingField,
  timestampMaxMicros,
} from "@tallystick/core";
import {
  type Metadata,
  type NodeContent,
  type PreparedTransaction,
  type ReadError,
  decodePreparedTransaction,
} from "@tallystick/signing";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { ReceivedPrepared } from "../ledger/external-signing.js";

/** FAILED_TO_EXECUTE_TRANSACTION (interactive-submission 3.4). */
export const notExecuted = (reason: string): LedgerError =>
  ledgerError(
    "FAILED_TO_EXECUTE_TRANSACTION",
    `The participant failed to execute the transaction: ${reason}`,
  );

const missingParts: ReadonlyMap<string, string> = new Map([
  ["PreparedTransaction.transaction: missing", "transaction"],
  ["PreparedTransaction.metadata: missing", "metadata"],
  ["Metadata.submitterInfo: missing", "submitter_info"],
]);

const readingError = ({ kind, message }: ReadError): LedgerError => {
  const part = missingParts.get(message);
  if (part !== undefined) return missingField(part);
  return kind === "content"
    ? notExecuted(`Failed to deserialize the prepared transaction: ${message}`)
    : {
        ...invalidArgument(`Cannot parse prepared_transaction: ${message}`, "preparedTransaction", {
          sentence: "Cannot parse prepared_transaction",
        }),
        madeByInterface: true,
      };
};

/**
 * Reads a prepared transaction. Left INVALID_ARGUMENT, MISSING_FIELD,
 * FAILED_TO_EXECUTE_TRANSACTION.
 *
 * @param bytes the serialized message
 */
export const receivePrepared = (bytes: Uint8Array): Either<LedgerError, ReceivedPrepared> => {
  if (!(bytes instanceof Uint8Array)) {
    return left(
      invalidArgument(`expected bytes (a Uint8Array), found ${foundValue(bytes)}`, "bytes"),
    );
  }
  const message = decodePreparedTransaction(bytes);
  return isLeft(message)
    ? left(readingError(message.left))
    : right({ bytes, message: message.right });
};

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const PHYSICAL_ID = /^(?<logical>.+)::(?<version>\d{1,3})-(?<serial>\d{1,9})$/;

const synchronizerError = (found: string, synchronizerId: string): LedgerError | undefined => {
  const { logical = found, version, serial } = PHYSICAL_ID.exec(found)?.groups ?? {};
  if (!isSynchronizerId(logical)) {
    return invalidField(
      "synchronizer_id",
      `found "${found.slice(0, 300)}", expected a synchronizer id`,
    );
  }
  if (version === undefined) {
    return notExecuted(
      `The selected synchronizer ${found} is on Protocol Version 35. Please use a Physical Synchronizer ID in the prepared transaction metadata on PVs > 34`,
    );
  }
  return logical === synchronizerId && version === "35" && serial === "0"
    ? undefined
    : ledgerError(
        "NO_SYNCHRONIZER_FOR_SUBMISSION",
        `No valid synchronizer for submission found. Discarded synchronizers: ${synchronizerId}: the transaction was prepared for ${found}`,
      );
};

const timesError = (metadata: Metadata): LedgerError | undefined => {
  const { preparationTime, minLedgerEffectiveTime, maxLedgerEffectiveTime, maxRecordTime } =
    metadata;
  for (const [name, time] of Object.entries({
    preparation_time: preparationTime,
    min_ledger_effective_time: minLedgerEffectiveTime,
    max_ledger_effective_time: maxLedgerEffectiveTime,
    max_record_time: maxRecordTime,
  })) {
    if (time !== undefined && time > timestampMaxMicros) {
      return notExecuted(
        `Failed to deserialize ${name}: found ${time}, expected at most ${timestampMaxMicros}`,
      );
    }
  }
  return undefined;
};

const usedBy = (content: NodeContent): ReadonlyArray<string> => {
  switch (content.kind) {
    case "exercise":
    case "fetch":
      return [content.value.contractId];
    case "queryByKey":
      return content.value.result;
    case "create":
    case "rollback":
      return [];
  }
};

const inputsError = ({ transaction, metadata }: PreparedTransaction): LedgerError | undefined => {
  const created = new Set<string>();
  for (const { content } of transaction.nodes)
    if (content.kind === "create") created.add(content.value.contractId);
  const used = new Set(transaction.nodes.flatMap(({ content }) => usedBy(content)));
  const given = new Set(metadata.inputContracts.map(({ contract }) => contract.contractId));
  const missing = [...used].filter((id) => !created.has(id) && !given.has(id));
  const superfluous = [...given].filter((id) => !used.has(id));
  const mismatch = "Provided input contracts do not match the input contracts in the transaction: ";
  if (missing.length > 0)
    return notExecuted(`${mismatch}Missing input contracts: ${missing.slice(0, 10).join(", ")}`);
  return superfluous.length > 0 || given.size < metadata.inputContracts.length
    ? notExecuted(`${mismatch}Superfluous input contracts: ${superfluous.slice(0, 10).join(", ")}`)
    : undefined;
};

/**
 * Checks the content of a prepared transaction, in the order of the reference
 * (interactive-submission 3.4).
 */
export const contentError = (
  { transaction, metadata }: PreparedTransaction,
  synchronizerId: string,
): LedgerError | undefined => {
  if (transaction.roots.length !== 1)
    return notExecuted("Transaction with multiple root nodes are not supported");
  if (!UUID.test(metadata.transactionUuid))
    return notExecuted("Failed to deserialize transaction_uuid: expected a UUID in lower case");
  return (
    timesError(metadata) ??
    inputsError({ transaction, metadata }) ??
    synchronizerError(metadata.synchronizerId, synchronizerId)
  );
};
