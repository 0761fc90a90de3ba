import { type ErrorCode, type LedgerError, invalidArgument, missingField } from "@tallystick/core";
import {
  type EventFormat,
  type TransactionFormat,
  type UpdateFormat,
  checkedUpdateFormat,
  everythingFor,
} from "./event-format.js";
import { type Either, left, right } from "fp-ts/lib/Either.js";

/** Errors that a format can be rejected with (ledger-api 3.4). */
export const formatErrors = [
  "INVALID_ARGUMENT",
  "INVALID_FIELD",
  "MISSING_FIELD",
  "NO_INTERFACE_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME",
  "NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME",
  "PACKAGE_NAMES_NOT_FOUND",
] as const satisfies ReadonlyArray<ErrorCode>;

/** The event format of a request that must have one. Left MISSING_FIELD (ledger-api 3.4). */
export const requestedEventFormat = (
  format: EventFormat | undefined,
): Either<LedgerError, EventFormat> =>
  format === undefined ? left(missingField("event_format")) : right(format);

/** The update format of a request that must have one. Left MISSING_FIELD (ledger-api 3.4). */
export const requestedUpdateFormat = (
  format: UpdateFormat | undefined,
): Either<LedgerError, UpdateFormat> =>
  format === undefined ? left(missingField("update_format")) : checkedUpdateFormat(format);

const choose =
  "Please use either backwards compatible arguments (requesting_parties) or transaction_format";

/** The format fields of the older lookups of a transaction. */
export interface TransactionChoice {
  readonly transactionFormat?: TransactionFormat;
  readonly requestingParties: ReadonlyArray<string>;
}

/**
 * The format of an older lookup: its own, or the ACS_DELTA shape of everything for the
 * requesting parties. Left INVALID_ARGUMENT when it has both or neither, as for the other older
 * forms (ledger-api 2.5).
 */
export const requestedTransactionFormat = ({
  transactionFormat,
  requestingParties,
}: TransactionChoice): Either<LedgerError, TransactionFormat> => {
  if (transactionFormat !== undefined && requestingParties.length > 0) {
    return left(
      invalidArgument(
        "found both transactionFormat and requestingParties, expected only one of them",
        "requestingParties",
        {
          sentence: `Both transaction_format and requesting_parties are set. ${choose}, but not both.`,
        },
      ),
    );
  }
  if (transactionFormat !== undefined) return right(transactionFormat);
  return requestingParties.length === 0
    ? left(
        invalidArgument(
          "found neither transactionFormat nor requestingParties, expected one of them",
          "transactionFormat",
          {
            sentence: `Either transaction_format or requesting_parties is required. ${choose}.`,
          },
        ),
      )
    : right({
        eventFormat: { ...everythingFor(...requestingParties), verbose: true },
        transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
      });
};
