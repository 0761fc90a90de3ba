import type { Command, PackageId, PartyId } from "@tallystick/core";
import type { DrawnTransaction } from "@tallystick/core/picture";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { commandOfPrepared } from "../ledger/command-of-prepared.js";
import { hashPreparedTransaction } from "../hashing/hash-prepared-transaction.js";
import type { HashingScheme } from "../hashing/hashing-scheme.js";
import {
  type Metadata,
  type PreparedTransaction,
  decodePreparedTransaction,
  preparedTransactionBytes,
} from "../messages/prepared-transaction.js";
import type { CreateNode, NodeContent } from "../messages/transaction-node.js";
import type { Identifier } from "../messages/value.js";
import { nodeSeedOf, transactionSeedOf } from "../ledger/node-seeds.js";
import { createSentence, exerciseSentence, isSaid } from "./coin-sentences.js";
import { drawnPrepared } from "./drawn-prepared.js";
import { type HoldingMovement, holdingMovements, lockedMovements } from "./holding-movements.js";
import { type NodeInPlace, nodesInPlace } from "./nodes-in-place.js";
import { printable, timeText } from "./printable.js";
import { hexOf, sameBytes } from "../keys/fingerprint.js";
import type { SigningError } from "../keys/signing-error.js";

/** What a prepared transaction says to those who are to sign it. */
export interface TransactionDescription {
  /** What is signed, 32 bytes, computed here from the bytes. */
  readonly hash: Uint8Array;
  readonly scheme: HashingScheme;
  /** Who acts. */
  readonly actAs: ReadonlyArray<PartyId>;
  readonly commandId: string;
  readonly synchronizerId: string;
  readonly preparedAt: string;
  /** Until when the network executes it at most: a day, or less when less was requested. */
  readonly executableUntil: string;
  /** The command, to be compared with the request; undefined unless there is exactly one root. */
  readonly command: Command | undefined;
  /** What it does, a sentence for each root. */
  readonly sentences: ReadonlyArray<string>;
  /** The coins of the network, and other tokens as far as they say so, that change owners. */
  readonly movements: ReadonlyArray<HoldingMovement>;
  /** How much more of a party's holdings is locked after it, or less. */
  readonly locked: ReadonlyArray<HoldingMovement>;
  /** What it consumes and makes, for a picture. */
  readonly drawn: DrawnTransaction;
  /**
   * The packages whose code decides, by name and id: to be compared with those that are trusted.
   * That of an interface has the name of its module, as nodes do not name it.
   */
  readonly packages: ReadonlyArray<{ readonly name: string; readonly packageId: PackageId }>;
  /** Why the words do not say all; empty when they do. */
  readonly doubts: ReadonlyArray<string>;
}

const toUndefined = <A>(found: Either<unknown, A>): A | undefined =>
  isLeft(found) ? undefined : found.right;

/** How long after its preparation a transaction can be executed; microseconds. */
const EXECUTABLE_MICROS = 24n * 3600n * 1_000_000n;

const nameOf = ({ moduleName, entityName }: Identifier): string =>
  printable(`${moduleName}:${entityName}`);

interface Sentence {
  readonly text: string;
  readonly doubt: string | undefined;
}

/** What a create or an exercise does, by names alone. */
const inWords = (node: NodeContent & { readonly kind: "create" | "exercise" }): string => {
  const { templateId, packageName } = node.value;
  const contract = `a contract of ${printable(packageName)} ${nameOf(templateId)}`;
  return node.kind === "create"
    ? `creates ${contract}`
    : `exercises ${printable(node.value.choiceId)} on ${contract}`;
};

const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

const sentenceOf = (node: NodeContent, contracts: ReadonlyMap<string, CreateNode>): Sentence => {
  if (node.kind === "create") {
    const what = capital(inWords(node));
    const known = createSentence(node.value);
    return { text: known ?? what, doubt: known === undefined ? `unknown: ${what}` : undefined };
  }
  if (node.kind === "exercise") {
    const what = capital(inWords(node));
    const known = exerciseSentence(node.value, contracts.get(node.value.contractId));
    return { text: known ?? what, doubt: known === undefined ? `unknown: ${what}` : undefined };
  }
  return { text: `The root is a ${node.kind}`, doubt: `unknown: the root is a ${node.kind}` };
};

const contractsOf = ({ inputContracts }: Metadata): ReadonlyMap<string, CreateNode> =>
  new Map(inputContracts.map(({ contract }) => [contract.contractId, contract]));

/** The code of a choice of an interface is in the interface's package. */
const packagesOf = (
  nodes: ReadonlyArray<NodeInPlace>,
): ReadonlyArray<{ readonly name: string; readonly packageId: PackageId }> => {
  const packages = new Map<string, { readonly name: string; readonly packageId: PackageId }>();
  const add = (name: string, packageId: PackageId) =>
    packages.set(`${name} ${packageId}`, { name, packageId });
  for (const { content } of nodes) {
    if (content.kind === "rollback") continue;
    const { packageName, templateId } = content.value;
    add(packageName, templateId.packageId);
    const interfaceId = "interfaceId" in content.value ? content.value.interfaceId : undefined;
    if (interfaceId !== undefined) add(interfaceId.moduleName, interfaceId.packageId);
  }
  return [...packages.values()];
};

/**
 * V2 does not hash the latest record time; a node that derives its seeds from it binds it all the
 * same.
 */
const isTimeCovered = (
  { transaction, metadata }: PreparedTransaction,
  scheme: HashingScheme,
): boolean =>
  metadata.maxRecordTime === undefined ||
  scheme !== "HASHING_SCHEME_VERSION_V2" ||
  transaction.nodeSeeds.some(
    ({ nodeId, seed }) =>
      transaction.roots.includes(String(nodeId)) &&
      sameBytes(seed, nodeSeedOf(transactionSeedOf(metadata), nodeId)),
  );

/** What nodes below the roots do that no words say. */
const unsaid = (transaction: PreparedTransaction["transaction"]): ReadonlyArray<string> => {
  const { roots, nodes } = transaction;
  const contents = new Map(nodes.map(({ nodeId, content }) => [nodeId, content]));
  const root = contents.get(roots[0] ?? "");
  const rootChoice = root?.kind === "exercise" ? root.value.choiceId : undefined;
  const isRoot = new Set(roots.map((id) => contents.get(id)));
  const all = nodesInPlace(transaction).flatMap(({ content }) => {
    const isAct = content.kind === "create" || content.kind === "exercise";
    if (!isAct || isRoot.has(content) || isSaid(content.value, rootChoice)) return [];
    return [`unknown: inside, it ${inWords(content)}`];
  });
  return [...new Set(all)];
};

const doubtsOf = (
  prepared: PreparedTransaction,
  bytes: Uint8Array,
  scheme: HashingScheme,
  sentences: ReadonlyArray<Sentence>,
): ReadonlyArray<string> => {
  const isCanonical = sameBytes(preparedTransactionBytes(prepared), bytes);
  const loose = prepared.transaction.nodes.length - nodesInPlace(prepared.transaction).length;
  return [
    ...sentences.flatMap(({ doubt }) => doubt ?? []),
    ...unsaid(prepared.transaction),
    ...(prepared.transaction.roots.length === 1 ? [] : ["it does not have exactly one root"]),
    ...(loose === 0 ? [] : [`${loose} nodes are not reachable from a root`]),
    ...(isCanonical ? [] : ["its bytes contain unknown or misordered fields"]),
    ...(isTimeCovered(prepared, scheme)
      ? []
      : ["the latest record time can be changed without changing the hash of V2"]),
  ];
};

/**
 * Says in words what a prepared transaction does, and computes its hash from the bytes: who acts,
 * who pays whom, how much, until
 * when. Sign only the hash that is computed here.
 * @returns the description, or why the bytes are no prepared transaction that can be hashed
 */
export const describePreparedTransaction = (
  bytes: Uint8Array,
  scheme: HashingScheme = "HASHING_SCHEME_VERSION_V2",
): Either<SigningError, TransactionDescription> => {
  const read = decodePreparedTransaction(bytes);
  if (isLeft(read)) return read;

  const prepared = read.right;
  const hash = hashPreparedTransaction(prepared, scheme);
  if (isLeft(hash)) return hash;

  const { transaction, metadata } = prepared;
  const contracts = contractsOf(metadata);
  const byId = new Map(transaction.nodes.map(({ nodeId, content }) => [nodeId, content]));
  const sentences = transaction.roots.flatMap((id) => {
    const node = byId.get(id);
    return node === undefined ? [] : [sentenceOf(node, contracts)];
  });
  const { preparationTime, maxRecordTime } = metadata;
  const lastTime = preparationTime + EXECUTABLE_MICROS;
  return right({
    hash: hash.right.hash,
    scheme,
    ...metadata.submitterInfo,
    synchronizerId: metadata.synchronizerId,
    preparedAt: timeText(preparationTime),
    executableUntil: timeText(
      maxRecordTime !== undefined && maxRecordTime < lastTime ? maxRecordTime : lastTime,
    ),
    command: toUndefined(commandOfPrepared(transaction)),
    sentences: sentences.map(({ text }) => text),
    movements: holdingMovements(transaction, metadata),
    locked: lockedMovements(transaction, metadata),
    drawn: drawnPrepared(transaction, metadata),
    packages: packagesOf(nodesInPlace(transaction)),
    doubts: doubtsOf(prepared, bytes, scheme, sentences),
  });
};

/** A description as lines for a person. */
export const descriptionLines = (description: TransactionDescription): ReadonlyArray<string> => [
  ...description.sentences,
  ...description.movements.map(
    ({ party, amount, asset, isCoin }) =>
      `${isCoin ? "Coins" : "Token"}: ${printable(party)} ${amount} (${asset})`,
  ),
  ...description.locked.map(
    ({ party, amount, asset }) => `Locked: ${printable(party)} ${amount} (${asset})`,
  ),
  `Acting: ${description.actAs.map(printable).join(", ")}`,
  `Command: ${printable(description.commandId)}`,
  `Network: ${printable(description.synchronizerId)}`,
  `Prepared ${description.preparedAt}, can be executed until ${description.executableUntil}`,
  ...description.packages.map(
    ({ name, packageId }) => `Code: ${printable(name)} ${printable(packageId)}`,
  ),
  `Hash: ${hexOf(description.hash)} (${description.scheme})`,
  ...description.doubts.map((doubt) => `Doubt: ${doubt}`),
];
