import type { ContractId, PartyId, TemplateId } from "../values/ids.js";
import { contractIdFrom, contractIdParts, offsetHex } from "../events/ledger-ids.js";
import { boundedMemo } from "../collections/bounded-memo.js";
import type { Sha256 } from "../values/sha256.js";
import type { Json } from "../values/json.js";
import type { ContractKey, CreateNode } from "../events/transaction-node.js";
import type { Micros } from "../values/time.js";

/** A contract: what a create node stores of it. */
export interface Contract {
  readonly contractId: ContractId;
  /** Package-id form. */
  readonly templateId: TemplateId;
  readonly packageName: string;
  /** Wire form. */
  readonly payload: Json;
  /** Sorted. */
  readonly signatories: ReadonlyArray<PartyId>;
  /** Sorted, without the signatories. */
  readonly observers: ReadonlyArray<PartyId>;
  readonly key?: ContractKey;
  /** Ledger time of the creating transaction. */
  readonly createdAt: Micros;
}

/**
 * The id of a contract. It contains its place and a hash of the whole contract, so that no other
 * content fits the id.
 *
 * @param discriminator see `discriminatorOf`
 * @param offset of the creating transaction
 */
export const contractIdOf = (
  discriminator: string,
  offset: number,
  content: Omit<Contract, "contractId">,
  sha256: Sha256,
): string =>
  contractIdFrom(
    discriminator,
    offset,
    sha256(discriminator + offsetHex(offset) + contentText(content)),
  );

// names and parties repeat from contract to contract
const quotedTexts = boundedMemo<string>(4096, (text) => JSON.stringify(text));

const quotedList = (texts: ReadonlyArray<string>): string => {
  let list = "[";
  for (let at = 0; at < texts.length; at++)
    list += (at === 0 ? "" : ",") + quotedTexts.of(texts[at] ?? "");
  return `${list}]`;
};

/**
 * The text a contract id commits to, after discriminator and offset: JSON of a list. Written as
 * text, as `JSON.stringify` of that list takes three times as long.
 */
const contentText = (content: Omit<Contract, "contractId">): string => {
  const { templateId, packageName, payload, signatories, observers, key, createdAt } = content;
  const names = `${quotedTexts.of(templateId)},${quotedTexts.of(packageName)}`;
  const parties = `${quotedList(signatories)},${quotedList(observers)}`;
  const keyText = key === undefined ? "null" : JSON.stringify([key.value, key.maintainers]);
  return `[${names},${JSON.stringify(payload)},${parties},${keyText},${createdAt}]`;
};

/** True when the contract's content is the one its id commits to. */
export const isAuthentic = (contract: Contract, sha256: Sha256): boolean => {
  const parts = contractIdParts(contract.contractId);
  return (
    parts !== undefined &&
    contract.contractId === contractIdOf(parts.discriminator, parts.offset, contract, sha256)
  );
};

/** The contract that a create node makes. */
export const contractOfNode = (node: CreateNode, createdAt: Micros): Contract => {
  const { contractId, templateId, packageName, payload, signatories, observers, key } = node;
  // two literals instead of one with a spread, which takes longer than all the rest of folding a
  // create
  return key === undefined
    ? { contractId, templateId, packageName, payload, signatories, observers, createdAt }
    : { contractId, templateId, packageName, payload, signatories, observers, key, createdAt };
};

/** `Module:Entity` of a template id in package-id form. */
export const templateNameOf = (templateId: TemplateId): string =>
  templateId.slice(templateId.indexOf(":") + 1);
