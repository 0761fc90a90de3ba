import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Signature } from "../keys/signature.js";
import {
  type TopologyMapping,
  type TopologyTransaction,
  topologyOperations,
} from "../messages/topology-transaction.js";
import type { OnboardingError } from "./onboarding-error.js";
import { multiHash, topologyTransactionHash } from "./topology-hash.js";
import { decodeTopologyTransaction } from "./versioned-transaction.js";

/** A topology transaction as bytes with the signatures over its own hash. */
export interface OnboardingTransaction {
  readonly transaction: Uint8Array;
  readonly signatures: ReadonlyArray<Signature>;
}

/** A signature with the message it is over. */
export interface SignedHash {
  readonly signature: Signature;
  readonly message: Uint8Array;
}

/** A topology transaction with at most one signature for each signer. */
export interface SignedTransaction {
  readonly mapping: TopologyMapping;
  readonly serial: number;
  /** By the fingerprint of the signer. */
  readonly signedBy: ReadonlyMap<string, SignedHash>;
}

/**
 * Most transactions of one request: ten owners of a namespace and what belongs to the party, with
 * some room.
 */
export const MAX_ONBOARDING_TRANSACTIONS = 20;
/** Most signatures on one transaction and on all of them. */
export const MAX_ONBOARDING_SIGNATURES = 50;

const FIELD = "onboarding_transactions.transaction";

const fieldError = (field: string, message: string): Either<OnboardingError, never> =>
  left({ kind: "invalid field", field, message });

/** Which serials a request may have: 1 for what is new. */
export type SerialRule = (serial: number) => boolean;

const firstSerial: SerialRule = (serial) => serial === 1;

const read = (
  bytes: Uint8Array,
  isAllowed: SerialRule,
): Either<OnboardingError, TopologyTransaction> => {
  const decoded = decodeTopologyTransaction(bytes);
  if (isLeft(decoded)) return fieldError(FIELD, decoded.left.message);
  const { operation, serial } = decoded.right;
  if (operation !== topologyOperations.addReplace)
    return fieldError(FIELD, `operation: found ${operation}, expected ADD_REPLACE`);
  return isAllowed(serial) ? decoded : fieldError(`${FIELD}.serial`, `found ${serial}, expected 1`);
};

const signersOf = (
  own: ReadonlyArray<Signature>,
  ownMessage: Uint8Array,
  multi: ReadonlyArray<Signature>,
  multiMessage: Uint8Array,
): ReadonlyMap<string, SignedHash> => {
  const signedBy = new Map<string, SignedHash>();
  const add = (message: Uint8Array) => (signature: Signature) => {
    // of several by one key the first counts, and one over this transaction alone before one over
    // all
    if (!signedBy.has(signature.signedBy)) signedBy.set(signature.signedBy, { signature, message });
  };
  own.forEach(add(ownMessage));
  multi.forEach(add(multiMessage));
  return signedBy;
};

/**
 * Reads the transactions of a request and gives each its signatures (interactive-submission 4.5,
 * checks 2 to 4).
 * @param multiSignatures signatures over the hash of all transactions
 */
export const readOnboardingTransactions = (
  transactions: ReadonlyArray<OnboardingTransaction>,
  multiSignatures: ReadonlyArray<Signature>,
  isAllowedSerial: SerialRule = firstSerial,
): Either<OnboardingError, ReadonlyArray<SignedTransaction>> => {
  if (transactions.length > MAX_ONBOARDING_TRANSACTIONS) {
    return fieldError(
      "onboarding_transactions.transactions",
      `found ${transactions.length}, expected at most ${MAX_ONBOARDING_TRANSACTIONS}`,
    );
  }
  const most = Math.max(
    multiSignatures.length,
    ...transactions.map(({ signatures }) => signatures.length),
  );
  if (most > MAX_ONBOARDING_SIGNATURES) {
    return fieldError(
      "onboarding_transaction.signatures",
      `found ${most}, expected at most ${MAX_ONBOARDING_SIGNATURES}`,
    );
  }
  const decoded: Array<TopologyTransaction> = [];
  for (const { transaction } of transactions) {
    const one = read(transaction, isAllowedSerial);
    if (isLeft(one)) return one;
    decoded.push(one.right);
  }
  if (decoded.length === 0)
    return fieldError("onboarding_transactions.transactions", "Transactions field is empty");
  const hashes = transactions.map(({ transaction }) => topologyTransactionHash(transaction));
  const ofAll = multiHash(hashes);
  return right(
    decoded.map(({ mapping, serial }, index) => ({
      mapping,
      serial,
      signedBy: signersOf(
        transactions[index]?.signatures ?? [],
        hashes[index] ?? ofAll,
        multiSignatures,
        ofAll,
      ),
    })),
  );
};
