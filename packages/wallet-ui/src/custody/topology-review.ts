import { type TopologyDescription, describeTopology, hexOf } from "@tallystick/signing/browser";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { base64Of, bytesOfBase64 } from "./base64.js";
import { type CustodyKey, type WireSignature, signBytes } from "./custody-key.js";
import { messages } from "./messages.js";

/** Most transactions of one party's onboarding. */
const maxTransactions = 20;

/** What the server generated for a new party. */
interface TopologyAnswer {
  /** Base64. */
  readonly topologyTransactions: ReadonlyArray<string>;
  /** Base64, 34 bytes. */
  readonly multiHash: string;
}

/** Why nothing may be signed. */
export type TopologyReviewError =
  | { readonly kind: "unreadable"; readonly reason: string }
  | { readonly kind: "other hash"; readonly computed: string; readonly found: string }
  /** A key that is not of this browser would be able to sign for the party. */
  | { readonly kind: "other key"; readonly found: string };

/** What is shown before the topology transactions are signed. */
export interface TopologyReview {
  readonly description: TopologyDescription;
  readonly isPlain: boolean;
}

/** Reads topology transactions, recomputes the hash over all of them and says what they do. */
export const reviewTopology = (
  { topologyTransactions, multiHash }: TopologyAnswer,
  fingerprint: string,
): Either<TopologyReviewError, TopologyReview> => {
  const bytes = topologyTransactions.flatMap((text) => bytesOfBase64(text) ?? []);
  const isRead = bytes.length === topologyTransactions.length && bytes.length > 0;
  if (!isRead || bytes.length > maxTransactions) {
    const reason = messages.topology.transactions({
      field: "topologyTransactions",
      most: maxTransactions,
    });
    return left({ kind: "unreadable", reason });
  }
  const described = describeTopology(bytes);
  if (isLeft(described)) return left({ kind: "unreadable", reason: described.left.message });
  const { multiHash: computed, keys, doubts } = described.right;
  if (base64Of(computed) !== multiHash)
    return left({ kind: "other hash", computed: hexOf(computed), found: multiHash.slice(0, 60) });
  const other = keys.find((each) => each !== fingerprint);
  return other === undefined
    ? right({ description: described.right, isPlain: doubts.length === 0 && keys.length > 0 })
    : left({ kind: "other key", found: other });
};

/**
 * Signs reviewed topology transactions.
 * @returns undefined when there are doubts: those are never signed here
 */
export const signTopology = async (
  subtle: SubtleCrypto,
  key: CustodyKey,
  review: TopologyReview,
): Promise<WireSignature | undefined> =>
  review.isPlain ? signBytes(subtle, key, review.description.multiHash) : undefined;
