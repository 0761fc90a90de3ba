import {
  type Catalog,
  invalidArgument,
  isPartyIdString,
  type LedgerError,
  type PartyId,
  textSentence,
} from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { TopologyFormat, UpdateFormat } from "@tallystick/wire";
import {
  resolveEventFormat,
  resolveTransactionFormat,
  type ResolvedTransactionFormat,
} from "./resolved-format.js";

/** Parties whose hosting is requested; an empty set means all. */
export interface TopologyInterest {
  readonly parties: ReadonlySet<PartyId>;
}

/** A valid update format; absent parts are not requested. */
export interface ResolvedUpdateFormat {
  readonly transactions: ResolvedTransactionFormat | undefined;
  readonly topology: TopologyInterest | undefined;
}

const resolveTopologyFormat = (
  format: TopologyFormat | undefined,
): Either<LedgerError, TopologyInterest | undefined> => {
  const asked = format?.includeParticipantAuthorizationEvents;
  if (asked === undefined) return right(undefined);
  const wrong = asked.parties.find((party) => !isPartyIdString(party));
  return wrong === undefined
    ? right({ parties: new Set(asked.parties) })
    : left(
        invalidArgument(
          `"${wrong.slice(0, 100)}" is not a party id`,
          "includeTopologyEvents.includeParticipantAuthorizationEvents.parties",
          { sentence: textSentence("Party", wrong) },
        ),
      );
};

/**
 * Checks an update format against the catalog; Left the error of one of its parts (ledger-api 3.4).
 */
export const resolveUpdateFormat = (
  format: UpdateFormat,
  catalog: Catalog,
): Either<LedgerError, ResolvedUpdateFormat> => {
  const { includeTransactions, includeReassignments } = format;
  if (includeReassignments !== undefined) {
    // reassignments never occur here, but an invalid filter is still an error
    const checked = resolveEventFormat(includeReassignments, catalog);
    if (isLeft(checked)) return checked;
  }
  const topology = resolveTopologyFormat(format.includeTopologyEvents);
  if (isLeft(topology)) return topology;
  if (includeTransactions === undefined)
    return right({ transactions: undefined, topology: topology.right });
  const transactions = resolveTransactionFormat(includeTransactions, catalog);
  return isLeft(transactions)
    ? transactions
    : right({ transactions: transactions.right, topology: topology.right });
};

/** The format of transactions only. */
export const transactionsOnly = (wanted: ResolvedTransactionFormat): ResolvedUpdateFormat => ({
  transactions: wanted,
  topology: undefined,
});
