import { type Either, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { base64Decode, base64Encode } from "../values/base64.js";
import type { Sha256 } from "../values/sha256.js";
import { isJsonObject, type Json } from "../values/json.js";
import type { ContractKey, CreateNode } from "../events/ledger-event.js";
import type { Micros } from "../values/time.js";

/** A contract as everything needed to use it: what a create leaves behind. */
export interface Contract {
  readonly contractId: string;
  /** Package-id form. */
  readonly templateId: string;
  readonly packageName: string;
  /** Wire form. */
  readonly payload: Json;
  /** Sorted. */
  readonly signatories: ReadonlyArray<string>;
  /** Sorted, without the signatories. */
  readonly observers: ReadonlyArray<string>;
  readonly key?: ContractKey;
  /** Ledger time of the creating transaction. */
  readonly createdAt: Micros;
}

// V1 contract ids: version, 32-byte discriminator, then our suffix: `ca`, its version, a SHA-256 multihash
const discriminatorStart = 2;
const discriminatorEnd = 66;
const suffixPrefix = "ca121220";

/**
 * The discriminator of a contract within its transaction: the transaction's seed with the node's number in its last
 * four bytes, so that it is unique while the seed is.
 *
 * @param seed 64 hex digits
 */
export const discriminatorOf = (seed: string, nodeId: number): string =>
  seed.slice(0, 56) + nodeId.toString(16).padStart(8, "0");

/**
 * The id of a contract. Its suffix is a hash of everything the contract is, so that nobody can pass off other content
 * under the same id.
 */
export const contractIdOf = (
  discriminator: string,
  content: Omit<Contract, "contractId">,
  sha256: Sha256,
): string => `00${discriminator}${suffixPrefix}${sha256(discriminator + contentText(content))}`;

/** The text a contract id commits to, after the discriminator. */
const contentText = (content: Omit<Contract, "contractId">): string =>
  JSON.stringify([
    content.templateId,
    content.packageName,
    content.payload,
    content.signatories,
    content.observers,
    content.key === undefined ? null : [content.key.value, content.key.maintainers],
    content.createdAt,
  ]);

/** True when the contract's content is the one its id commits to. */
export const isAuthentic = (contract: Contract, sha256: Sha256): boolean =>
  contract.contractId ===
  contractIdOf(contract.contractId.slice(discriminatorStart, discriminatorEnd), contract, sha256);

/** The contract a create node leaves behind. */
export const contractOfNode = (node: CreateNode, createdAt: Micros): Contract => {
  const { contractId, templateId, packageName, payload, signatories, observers, key } = node;
  // two literals instead of one with a spread, which takes longer than all the rest of folding a create
  return key === undefined
    ? { contractId, templateId, packageName, payload, signatories, observers, createdAt }
    : { contractId, templateId, packageName, payload, signatories, observers, key, createdAt };
};

const blobVersion = 1;

/** The opaque blob of a created event: Base64 of the contract, from which a disclosed contract is read back. */
export const createdEventBlobOf = (node: CreateNode, createdAt: Micros): string =>
  base64Encode(
    new TextEncoder().encode(
      JSON.stringify({ v: blobVersion, ...contractOfNode(node, createdAt) }),
    ),
  );

const DisclosedContent = t.intersection([
  t.type({
    v: t.literal(blobVersion),
    contractId: t.string,
    templateId: t.string,
    packageName: t.string,
    payload: t.UnknownRecord,
    signatories: t.array(t.string),
    observers: t.array(t.string),
    createdAt: t.number,
  }),
  t.partial({ key: t.type({ value: t.unknown, maintainers: t.array(t.string) }) }),
]);

/** Reads a created event blob. Left: why it is none. It is not yet known to be authentic, see `isAuthentic`. */
export const contractOfBlob = (blob: string): Either<string, Contract> => {
  const bytes = base64Decode(blob);
  if (bytes._tag === "Left") return left("it is not standard Base64");
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes.right));
  } catch {
    return left("it does not hold a contract");
  }
  if (!isJsonObject(parsed) || !DisclosedContent.is(parsed))
    return left("it does not hold a contract");
  const { v: _version, ...contract } = parsed;
  // border: the codec has checked every field; the rest is JSON because it was parsed from text
  return right(contract as Contract);
};
