import { type Either, isLeft } from "fp-ts/lib/Either.js";
import { TopologyTransaction, VersionedMessage } from "../messages/topology-transaction.js";
import { type ReadLimits, decodeMessage, encodeMessageBytes } from "@tallystick/protobuf";
import { type SigningError, signingError } from "../keys/signing-error.js";

/** The version of the format that protocol versions 34 and 35 use. */
const TOPOLOGY_VERSION = 30;

/**
 * Limits of one topology transaction: one with the most keys, hosts and owners has a few kilobytes.
 */
const limits: ReadLimits = { maxBytes: 65_536, maxParts: 2_000, maxDepth: 20 };

/** The bytes of a topology transaction with the version around it (interactive-submission 4.4). */
export const encodeTopologyTransaction = (transaction: TopologyTransaction): Uint8Array =>
  encodeMessageBytes(VersionedMessage, {
    data: encodeMessageBytes(TopologyTransaction, transaction),
    version: TOPOLOGY_VERSION,
  });

/** Reads a topology transaction; the error says what is wrong with the bytes. */
export const decodeTopologyTransaction = (
  versioned: Uint8Array,
): Either<SigningError, TopologyTransaction> => {
  const outer = decodeMessage(VersionedMessage, versioned, limits);
  if (isLeft(outer)) return outer;
  if (outer.right.version !== TOPOLOGY_VERSION)
    return signingError(`version: found ${outer.right.version}, expected ${TOPOLOGY_VERSION}`);
  const inner = decodeMessage(TopologyTransaction, outer.right.data, limits);
  return inner;
};
