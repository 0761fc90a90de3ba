import { createHash } from "node:crypto";
import type { Metadata, PreparedTransaction } from "../../src/messages/prepared-transaction.js";
import type {
  CreateNode,
  GlobalKeyWithMaintainers,
  NodeContent,
} from "../../src/messages/transaction-node.js";
import type { Identifier, Value } from "../../src/messages/value.js";

// The hash of a prepared transaction once more, put together from the tables of the reference
// (interactive-submission 2.1 to 2.9) as plainly as they are written there: what the product
// computes is compared with it.

const be32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
};
const be64 = (value: bigint): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt.asUintN(64, value));
  return bytes;
};
const flag = (value: boolean): Buffer => Buffer.of(value ? 1 : 0);
const string = (value: string): Buffer =>
  Buffer.concat([be32(Buffer.from(value).length), Buffer.from(value)]);
const hexString = (value: string): Buffer =>
  Buffer.concat([be32(value.length / 2), Buffer.from(value, "hex")]);
const repeated = <A>(items: ReadonlyArray<A>, encode: (item: A) => Uint8Array): Buffer =>
  Buffer.concat([be32(items.length), ...items.map(encode)]);
const optional = <A>(item: A | undefined, encode: (item: A) => Uint8Array): Buffer =>
  item === undefined ? Buffer.of(0) : Buffer.concat([Buffer.of(1), encode(item)]);
const H = (...parts: ReadonlyArray<Uint8Array>): Buffer =>
  createHash("sha256").update(Buffer.concat(parts)).digest();

const identifier = ({ packageId, moduleName, entityName }: Identifier): Buffer =>
  Buffer.concat([
    string(packageId),
    repeated(moduleName.split("."), string),
    repeated(entityName.split("."), string),
  ]);

const tagged = (tag: number, ...parts: ReadonlyArray<Uint8Array>): Buffer =>
  Buffer.concat([Buffer.of(tag), ...parts]);

/** Texts by their tags. */
const textTags = { numeric: 0x03, party: 0x06, text: 0x07 } as const;

/** The encoding of a value (interactive-submission 2.3). */
const referenceValue = (value: Value): Buffer => {
  switch (value.kind) {
    case "unit":
      return tagged(0x00);
    case "bool":
      return tagged(0x01, flag(value.value));
    case "int64":
      return tagged(0x02, be64(value.value));
    case "numeric":
    case "party":
    case "text":
      return tagged(textTags[value.kind], string(value.value));
    case "timestamp":
      return tagged(0x04, be64(value.value));
    case "date":
      return tagged(0x05, be32(value.value));
    case "contractId":
      return tagged(0x08, hexString(value.value));
    case "optional":
      return tagged(0x09, optional(value.value, referenceValue));
    case "list":
      return tagged(0x0a, repeated(value.value, referenceValue));
    case "textMap":
      return tagged(
        0x0b,
        repeated(value.value, (entry) =>
          Buffer.concat([string(entry.key), referenceValue(entry.value)]),
        ),
      );
    case "record":
      return tagged(
        0x0c,
        optional(value.value.recordId, identifier),
        repeated(value.value.fields, (field) =>
          Buffer.concat([Buffer.of(1), string(field.label), referenceValue(field.value)]),
        ),
      );
    case "variant":
      return tagged(
        0x0d,
        optional(value.value.variantId, identifier),
        string(value.value.constructorName),
        referenceValue(value.value.value),
      );
    case "enum":
      return tagged(
        0x0e,
        optional(value.value.enumId, identifier),
        string(value.value.constructorName),
      );
    case "genMap":
      return tagged(
        0x0f,
        repeated(value.value, (entry) =>
          Buffer.concat([referenceValue(entry.key), referenceValue(entry.value)]),
        ),
      );
  }
};

/** Which of the two schemes. */
type ReferenceScheme = 2 | 3;

const key = ({ key: of, maintainers }: GlobalKeyWithMaintainers): Buffer =>
  Buffer.concat([
    string(of.packageName),
    identifier(of.templateId),
    referenceValue(of.key),
    of.hash,
    repeated(maintainers, string),
  ]);

const version = (scheme: ReferenceScheme): Buffer =>
  scheme === 2 ? Buffer.of(1) : Buffer.alloc(0);
const onlyV3 = (scheme: ReferenceScheme, ...parts: ReadonlyArray<Uint8Array>): Buffer =>
  scheme === 3 ? Buffer.concat(parts) : Buffer.alloc(0);

const createEncoding = (
  scheme: ReferenceScheme,
  node: CreateNode,
  seed: Uint8Array | undefined,
): Buffer =>
  Buffer.concat([
    version(scheme),
    string(node.lfVersion),
    Buffer.of(0),
    optional(seed, (bytes) => bytes),
    hexString(node.contractId),
    string(node.packageName),
    identifier(node.templateId),
    referenceValue(node.argument),
    repeated(node.signatories, string),
    repeated(node.stakeholders, string),
    onlyV3(scheme, optional(node.key, key)),
  ]);

/** The encoding of a node, given the hashes of its children (interactive-submission 2.4, 2.9). */
const referenceNode = (
  scheme: ReferenceScheme,
  { kind, value: node }: NodeContent,
  seed: Uint8Array | undefined,
  children: ReadonlyArray<Uint8Array>,
): Buffer => {
  switch (kind) {
    case "create":
      return createEncoding(scheme, node, seed);
    case "exercise":
      return Buffer.concat([
        version(scheme),
        string(node.lfVersion),
        Buffer.of(1),
        seed ?? Buffer.alloc(0),
        hexString(node.contractId),
        string(node.packageName),
        identifier(node.templateId),
        repeated(node.signatories, string),
        repeated(node.stakeholders, string),
        repeated(node.actingParties, string),
        optional(node.interfaceId, identifier),
        string(node.choiceId),
        referenceValue(node.chosenValue),
        flag(node.consuming),
        optional(node.exerciseResult, referenceValue),
        repeated(node.choiceObservers, string),
        onlyV3(scheme, flag(node.byKey), optional(node.key, key)),
        repeated(children, (hash) => hash),
      ]);
    case "fetch":
      return Buffer.concat([
        version(scheme),
        string(node.lfVersion),
        Buffer.of(2),
        hexString(node.contractId),
        string(node.packageName),
        identifier(node.templateId),
        repeated(node.signatories, string),
        repeated(node.stakeholders, string),
        optional(node.interfaceId, identifier),
        repeated(node.actingParties, string),
        onlyV3(scheme, flag(node.byKey), optional(node.key, key)),
      ]);
    case "rollback":
      return Buffer.concat([version(scheme), Buffer.of(3), repeated(children, (hash) => hash)]);
    case "queryByKey":
      return Buffer.concat([
        version(scheme),
        string(node.lfVersion),
        Buffer.of(4),
        string(node.packageName),
        identifier(node.templateId),
        flag(node.exhaustive),
        key(node.key),
        repeated(node.result, hexString),
      ]);
  }
};

const P48 = be32(48);

const metadataEncoding = (scheme: ReferenceScheme, metadata: Metadata): Buffer =>
  Buffer.concat([
    P48,
    version(scheme),
    repeated(metadata.submitterInfo.actAs, string),
    string(metadata.submitterInfo.commandId),
    string(metadata.transactionUuid),
    be32(metadata.mediatorGroup),
    string(metadata.synchronizerId),
    optional(metadata.minLedgerEffectiveTime, be64),
    optional(metadata.maxLedgerEffectiveTime, be64),
    be64(metadata.preparationTime),
    repeated(metadata.inputContracts, ({ createdAt, contract }) =>
      Buffer.concat([be64(createdAt), H(createEncoding(scheme, contract, undefined))]),
    ),
    onlyV3(scheme, optional(metadata.maxRecordTime, be64)),
  ]);

/** The hash of a whole transaction (interactive-submission 2.5 to 2.7). */
export const referenceHash = (
  { transaction, metadata }: PreparedTransaction,
  scheme: ReferenceScheme,
): Buffer => {
  const nodes = new Map(transaction.nodes.map(({ nodeId, content }) => [nodeId, content]));
  const seeds = new Map(transaction.nodeSeeds.map(({ nodeId, seed }) => [String(nodeId), seed]));
  const nodeHash = (nodeId: string): Buffer => {
    const content = nodes.get(nodeId);
    if (content === undefined) throw new Error(`no node ${nodeId}`);
    const children =
      content.kind === "exercise"
        ? content.value.children
        : content.kind === "rollback"
          ? content.value
          : [];
    return H(referenceNode(scheme, content, seeds.get(nodeId), children.map(nodeHash)));
  };
  const T = H(P48, string(transaction.version), repeated(transaction.roots, nodeHash));
  return H(P48, Buffer.of(scheme), T, H(metadataEncoding(scheme, metadata)));
};
