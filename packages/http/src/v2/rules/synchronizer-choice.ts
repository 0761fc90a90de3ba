import { type Either, left, right } from "fp-ts/lib/Either.js";
import {
  invalidField,
  isUniqueIdentifier,
  type LedgerError,
  ledgerError,
  uniqueIdentifierSentence,
} from "@tallystick/core";
import type { Ledger } from "@tallystick/node";
import { deserializationFailure } from "./deserialization-failure.js";

/**
 * The synchronizer of a request; "" or none lets the node choose. Left
 * PACKAGE_SERVICE_NOT_CONNECTED_TO_SYNCHRONIZER for one this node is not connected to.
 */
export const validSynchronizer = (
  synchronizerId: string | undefined,
  ledger: Ledger,
): Either<LedgerError, string> =>
  synchronizerId === undefined || synchronizerId === "" || synchronizerId === ledger.synchronizerId
    ? right(ledger.synchronizerId)
    : left(
        ledgerError(
          "PACKAGE_SERVICE_NOT_CONNECTED_TO_SYNCHRONIZER",
          `This node is connected to ${ledger.synchronizerId}, not to the synchronizer ${synchronizerId.slice(0, 100)}; name that one or none.`,
          { field: "synchronizerId" },
        ),
      );

/** The synchronizer of a package preference; Left INVALID_FIELD for a malformed id. */
export const synchronizerOfPreference = (
  synchronizerId: string | undefined,
  ledger: Ledger,
): Either<LedgerError, string> => {
  if (synchronizerId === undefined || synchronizerId === "" || isUniqueIdentifier(synchronizerId))
    return validSynchronizer(synchronizerId, ledger);
  const reason = uniqueIdentifierSentence(synchronizerId.slice(0, 100));
  return left(invalidField("synchronizerId", reason, { name: "synchronizer_id/synchronizerId" }));
};

/** The synchronizer of a package request; Left PROTO_DESERIALIZATION_FAILURE for a malformed id. */
export const synchronizerOfPackages = (
  synchronizerId: string | undefined,
  ledger: Ledger,
): Either<LedgerError, string> => {
  if (synchronizerId === undefined || synchronizerId === "" || isUniqueIdentifier(synchronizerId))
    return validSynchronizer(synchronizerId, ledger);
  const reason = uniqueIdentifierSentence(synchronizerId.slice(0, 100));
  return left(deserializationFailure("synchronizerId", "synchronizer_id", reason));
};
