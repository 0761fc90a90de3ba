import {
  type HashingScheme,
  type TransactionDescription,
  describePreparedTransaction,
  hexOf,
} from "@tallystick/signing/browser";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { partyParts } from "../parties/party-id.js";
import { base64Of, bytesOfBase64 } from "./base64.js";
import { type CustodyKey, type WireSignature, signBytes } from "./custody-key.js";
import { messages } from "./messages.js";

/** A prepared transaction as the ledger API returns it. */
export interface PreparedAnswer {
  /** Base64. */
  readonly preparedTransaction: string;
  /** Base64; what the server says is to be signed. */
  readonly preparedTransactionHash: string;
  readonly hashingSchemeVersion: HashingScheme;
}

/** Why nothing may be signed. */
type ReviewError =
  | { readonly kind: "unreadable"; readonly reason: string }
  /** The server's hash is not that of its bytes. */
  | { readonly kind: "other hash"; readonly computed: string; readonly found: string }
  | { readonly kind: "other party"; readonly found: string; readonly expected: string }
  | { readonly kind: "other network"; readonly found: string; readonly expected: string }
  | { readonly kind: "expired"; readonly at: string }
  /** Its words are not those of the request. */
  | { readonly kind: "other request"; readonly why: string };

/** What is shown before signing: only what this browser computed from the bytes. */
export interface PreparedReview {
  readonly description: TransactionDescription;
  /** False when words do not say all: then the page asks for more than one click. */
  readonly isPlain: boolean;
}

interface Reviewer {
  readonly party: string;
  readonly network: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Whether an id is that of a network, or of one of its physical synchronizers: `…::35-0`. */
const isOfNetwork = (id: string, network: string): boolean =>
  id === network ||
  (id.startsWith(`${network}::`) && /^\d+-\d+$/.test(id.slice(network.length + 2)));

/**
 * Reads a prepared transaction, recomputes its hash and says what it does. The hash of the server
 * is only compared, never signed.
 */
export const reviewPrepared = (
  answer: PreparedAnswer,
  { party, network, now }: Reviewer,
): Either<ReviewError, PreparedReview> => {
  const bytes = bytesOfBase64(answer.preparedTransaction);
  if (bytes === undefined) {
    const reason = messages.topology.base64({ field: "preparedTransaction" });
    return left({ kind: "unreadable", reason });
  }
  const described = describePreparedTransaction(bytes, answer.hashingSchemeVersion);
  if (isLeft(described)) return left({ kind: "unreadable", reason: described.left.message });
  const { hash, actAs, synchronizerId, executableUntil, doubts } = described.right;
  if (base64Of(hash) !== answer.preparedTransactionHash) {
    const found = bytesOfBase64(answer.preparedTransactionHash);
    const shown = found === undefined ? messages.prepared.noBase64 : hexOf(found);
    return left({ kind: "other hash", computed: hexOf(hash), found: shown });
  }
  if (actAs.length !== 1 || actAs[0] !== party)
    return left({ kind: "other party", found: actAs.join(", "), expected: party });
  if (!isOfNetwork(synchronizerId, network))
    return left({ kind: "other network", found: synchronizerId, expected: network });
  if (Date.parse(executableUntil) <= now) return left({ kind: "expired", at: executableUntil });
  return right({ description: described.right, isPlain: doubts.length === 0 });
};

/**
 * Signs a reviewed transaction.
 * @param acceptsDoubts the user read the doubts and confirmed them in a step of its own
 * @returns undefined when there are doubts that were not accepted
 */
export const signPrepared = async (
  subtle: SubtleCrypto,
  key: CustodyKey,
  review: PreparedReview,
  acceptsDoubts: boolean,
): Promise<WireSignature | undefined> =>
  review.isPlain || acceptsDoubts ? signBytes(subtle, key, review.description.hash) : undefined;

/** Whether a key is the one that a party's namespace belongs to. */
export const isKeyOfParty = (key: CustodyKey, party: string): boolean =>
  partyParts(party).fingerprint === key.fingerprint;

/** A sentence for the person who was to sign. */
export const reviewErrorText = (error: ReviewError): string => {
  switch (error.kind) {
    case "unreadable":
      return messages.prepared.unreadable(error);
    case "other hash":
      return messages.prepared.otherHash(error);
    case "other party":
      return messages.prepared.otherParty(error);
    case "other network":
      return messages.prepared.otherNetwork(error);
    case "other request":
      return messages.prepared.otherRequest(error);
    case "expired":
      return messages.prepared.expired(error);
  }
};
