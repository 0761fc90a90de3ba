import type {
  CreateNode,
  ExerciseNode,
  FetchNode,
  GlobalKeyWithMaintainers,
  NodeContent,
} from "../messages/transaction-node.js";
import { HashInput, UnhashableValue } from "./hash-input.js";
import { hashIdentifier, hashValue } from "./hash-value.js";
import type { SchemeRules } from "./hashing-scheme.js";

const NODE_TAG = { create: 0, exercise: 1, fetch: 2, rollback: 3, queryByKey: 4 } as const;
const ENCODING_VERSION = 1;
const HASH_LENGTH = 32;

const nodeInput = (rules: SchemeRules): HashInput =>
  rules.hasEncodingVersion ? new HashInput().byte(ENCODING_VERSION) : new HashInput();

const started = (rules: SchemeRules, lfVersion: string, tag: number): HashInput => {
  if (!rules.lfVersions.includes(lfVersion)) {
    throw new UnhashableValue(
      `lf_version: found "${lfVersion}", expected one of ${rules.lfVersions.join(", ")}`,
    );
  }
  return nodeInput(rules).text(lfVersion).byte(tag);
};

const hashKey = (input: HashInput, { key, maintainers }: GlobalKeyWithMaintainers): void => {
  if (key.hash.length !== HASH_LENGTH)
    throw new UnhashableValue(`key hash: found ${key.hash.length} bytes, expected ${HASH_LENGTH}`);
  // the package name is first here, unlike in the message
  input.text(key.packageName);
  hashIdentifier(input, key.templateId);
  hashValue(input, key.key);
  input.raw(key.hash).texts(maintainers);
};

/**
 * The bytes of a create node before hashing (interactive-submission 2.4).
 * @param seed absent for a contract that the transaction only uses
 */
export const createNodeInput = (
  rules: SchemeRules,
  node: CreateNode,
  seed: Uint8Array | undefined,
): HashInput => {
  const input = started(rules, node.lfVersion, NODE_TAG.create);
  input.optional(seed, (present) => input.raw(present));
  input.hex(node.contractId).text(node.packageName);
  hashIdentifier(input, node.templateId);
  hashValue(input, node.argument);
  input.texts(node.signatories).texts(node.stakeholders);
  if (rules.coversKeys) input.optional(node.key, (key) => hashKey(input, key));
  return input;
};

const fetchNodeInput = (rules: SchemeRules, node: FetchNode): HashInput => {
  const input = started(rules, node.lfVersion, NODE_TAG.fetch);
  input.hex(node.contractId).text(node.packageName);
  hashIdentifier(input, node.templateId);
  input.texts(node.signatories).texts(node.stakeholders);
  // the interface is before the acting parties here, unlike in an exercise
  input.optional(node.interfaceId, (id) => hashIdentifier(input, id)).texts(node.actingParties);
  if (rules.coversKeys) input.bool(node.byKey).optional(node.key, (key) => hashKey(input, key));
  return input;
};

const exerciseNodeInput = (
  rules: SchemeRules,
  node: ExerciseNode,
  seed: Uint8Array,
  children: ReadonlyArray<Uint8Array>,
): HashInput => {
  const input = started(rules, node.lfVersion, NODE_TAG.exercise);
  input.raw(seed).hex(node.contractId).text(node.packageName);
  hashIdentifier(input, node.templateId);
  input.texts(node.signatories).texts(node.stakeholders).texts(node.actingParties);
  input.optional(node.interfaceId, (id) => hashIdentifier(input, id)).text(node.choiceId);
  hashValue(input, node.chosenValue);
  input.bool(node.consuming);
  input.optional(node.exerciseResult, (result) => hashValue(input, result));
  input.texts(node.choiceObservers);
  if (rules.coversKeys) input.bool(node.byKey).optional(node.key, (key) => hashKey(input, key));
  return input.repeated(children, (hash) => input.raw(hash));
};

const checkedSeed = (seed: Uint8Array): Uint8Array => {
  if (seed.length !== HASH_LENGTH)
    throw new UnhashableValue(`node seed: found ${seed.length} bytes, expected ${HASH_LENGTH}`);
  return seed;
};

/**
 * The bytes of a node before hashing. Throws {@link UnhashableValue} when the scheme cannot hash
 * it.
 * @param seed of the node
 * @param children hashes of its child nodes, in order
 */
export const nodeHashInput = (
  rules: SchemeRules,
  node: NodeContent,
  seed: Uint8Array | undefined,
  children: ReadonlyArray<Uint8Array>,
): HashInput => {
  switch (node.kind) {
    case "create":
      return createNodeInput(rules, node.value, seed === undefined ? seed : checkedSeed(seed));
    case "exercise":
      if (seed === undefined) throw new UnhashableValue("an exercise node has no node seed");
      return exerciseNodeInput(rules, node.value, checkedSeed(seed), children);
    case "fetch":
      return fetchNodeInput(rules, node.value);
    case "rollback": {
      const input = nodeInput(rules).byte(NODE_TAG.rollback);
      return input.repeated(children, (hash) => input.raw(hash));
    }
    case "queryByKey": {
      if (!rules.coversKeys)
        throw new UnhashableValue("a query by key needs the hashing scheme V3 or later");
      const { lfVersion, packageName, templateId, exhaustive, key, result } = node.value;
      const input = started(rules, lfVersion, NODE_TAG.queryByKey).text(packageName);
      hashIdentifier(input, templateId);
      hashKey(input.bool(exhaustive), key);
      return input.repeated(result, (contractId) => input.hex(contractId));
    }
  }
};
