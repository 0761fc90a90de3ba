import {
  type Catalog,
  type CommandRejected,
  type CreateNode,
  encodeLedgerEvent,
  type ExerciseNode,
  invalidField,
  type LedgerError,
  type LedgerEvent,
  ledgerError,
  type TransactionCommitted,
  type TransactionNode,
} from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { JournalEntry, QueryContext } from "../src/interface/views.js";

export const synchronizerId = "local::1220aa";
export const participantId = "participant::1220bb";
export const iouV1 = "p1:Iou:Iou";
export const iouV2 = "p2:Iou:Iou";
export const noteId = "p1:Note:Note";
export const holdingId = "api:Holding:Holding";
export const metaId = "api:Meta:Meta";

const packageNames: Readonly<Record<string, string>> = { p1: "iou", p2: "iou", api: "holding-api" };
const templates = [iouV2, iouV1, noteId];
const interfaces = [holdingId, metaId];
const implemented: Readonly<Record<string, ReadonlyArray<string>>> = {
  [iouV1]: [holdingId],
  [iouV2]: [metaId, holdingId],
};

const found = (
  reference: string,
  ids: ReadonlyArray<string>,
  unknownName:
    | "NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME"
    | "NO_INTERFACE_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME",
): Either<LedgerError, ReadonlyArray<string>> => {
  if (!reference.startsWith("#"))
    return left(invalidField("packageId", `${reference} is not in package-name form`));
  const [name, ...rest] = reference.slice(1).split(":");
  if (!Object.values(packageNames).includes(name ?? ""))
    return left(ledgerError("PACKAGE_NAMES_NOT_FOUND", `no package ${name}`));
  const matching = ids.filter((id) => {
    const [packageId, ...qualified] = id.split(":");
    return packageNames[packageId ?? ""] === name && qualified.join(":") === rest.join(":");
  });
  return matching.length === 0 ? left(ledgerError(unknownName, reference)) : right(matching);
};

/** Two versions of Iou, which implement interfaces, and Note, which does not. */
export const catalog: Catalog = {
  packages: [],
  packageInfo: () => undefined,
  templatesMatching: (reference) =>
    found(reference, templates, "NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME"),
  interfacesMatching: (reference) =>
    found(reference, interfaces, "NO_INTERFACE_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME"),
  implementers: (id) => templates.filter((template) => implemented[template]?.includes(id)),
  interfacesOf: (templateId) => implemented[templateId] ?? [],
  modelAt: () => undefined,
  viewPackage: (_interfaceId, templateId) => templateId.split(":")[0],
  interfaceView: (interfaceId, templateId, payload) =>
    interfaceId === metaId
      ? left(ledgerError("INTERPRETATION_USER_ERROR", "no meta"))
      : right({ through: interfaceId, of: templateId, payload }),
};

export const contextAt = (ledgerEnd: number | (() => number)): QueryContext => ({
  ledgerEnd: typeof ledgerEnd === "number" ? () => ledgerEnd : ledgerEnd,
  participantId,
  synchronizerId,
  catalog,
  catchUpTimeoutMs: 2_000,
});

export const createOf = (
  nodeId: number,
  contractId: string,
  signatories: ReadonlyArray<string>,
  more: Partial<CreateNode> = {},
): CreateNode => ({
  kind: "create",
  nodeId,
  contractId,
  templateId: noteId,
  packageName: "iou",
  payload: { text: contractId },
  signatories,
  observers: [],
  ...more,
});

export const exerciseOf = (
  nodeId: number,
  contractId: string,
  stakeholders: ReadonlyArray<string>,
  more: Partial<ExerciseNode> = {},
): ExerciseNode => ({
  kind: "exercise",
  nodeId,
  contractId,
  templateId: noteId,
  packageName: "iou",
  choice: "Archive",
  argument: {},
  actingParties: stakeholders.slice(0, 1),
  consuming: true,
  result: {},
  lastDescendantNodeId: nodeId,
  signatories: stakeholders,
  observers: [],
  ...more,
});

// 2026-01-01T00:00:00Z
const startMicros = 1_767_225_600_000_000;

export const timeAt = (offset: number): number => startMicros + offset * 1_000_000 + 7;

export const transactionAt = (
  offset: number,
  nodes: ReadonlyArray<TransactionNode>,
  more: Partial<TransactionCommitted> = {},
): TransactionCommitted => ({
  type: "TransactionCommitted",
  updateId: `1220${offset.toString(16).padStart(64, "0")}`,
  userId: "user",
  commandId: `command-${offset}`,
  submissionId: `submission-${offset}`,
  workflowId: `workflow-${offset}`,
  actAs: ["alice"],
  recordTime: timeAt(offset) + 1,
  effectiveAt: timeAt(offset),
  seed: offset.toString(16).padStart(56, "0"),
  deduplicationPeriod: { kind: "offset", offset: 0 },
  nodes,
  ...more,
});

export const rejectionAt = (
  offset: number,
  error: LedgerError,
  more: Partial<CommandRejected> = {},
): CommandRejected => ({
  type: "CommandRejected",
  userId: "user",
  commandId: `command-${offset}`,
  submissionId: `submission-${offset}`,
  workflowId: "",
  actAs: ["alice"],
  recordTime: timeAt(offset) + 1,
  deduplicationPeriod: { kind: "duration", durationMicros: 90_000_001 },
  error,
  ...more,
});

export const partyAt = (offset: number, party: string): LedgerEvent => ({
  type: "PartyAllocated",
  party,
  annotations: {},
  identityProviderId: "",
  recordTime: timeAt(offset) + 1,
});

const hexOf = (value: number, digits: number): string => value.toString(16).padStart(digits, "0");

/** A contract id as the ledger makes them, with a short name in it where the seed is. */
export const placedId = (name: string, offset: number, nodeId: number): string =>
  `00${Buffer.from(name).toString("hex").padEnd(56, "0")}${hexOf(nodeId, 8)}ca01${hexOf(offset, 12)}${"ab".repeat(32)}`;

/** The name in a contract id of `placedId`. */
export const nameIn = (contractId: string): string =>
  Buffer.from(contractId.slice(2, 58), "hex").toString().replaceAll("\0", "");

const placed = new Map<string, string>();

/** The id of the contract of this name that `entriesOf` placed last. */
export const idNamed = (name: string): string => placed.get(name) ?? name;

const withPlaces = (event: LedgerEvent, offset: number): LedgerEvent => {
  if (event.type !== "TransactionCommitted") return event;
  const nodes = event.nodes.map((node) => {
    if (node.contractId.length > 28) return node;
    if (node.kind === "create")
      placed.set(node.contractId, placedId(node.contractId, offset, node.nodeId));
    return { ...node, contractId: idNamed(node.contractId) };
  });
  return { ...event, nodes };
};

/**
 * The events as the journal gives them, the first at offset 1 unless said otherwise. Short contract
 * ids are names: each becomes an id that carries the place of its create.
 */
export const entriesOf = (
  events: ReadonlyArray<LedgerEvent>,
  firstOffset = 1,
): ReadonlyArray<JournalEntry> =>
  events.map((event, i) => {
    const offset = firstOffset + i;
    return { offset, ...encodeLedgerEvent(withPlaces(event, offset), offset) };
  });

/** What is right, or an error of the test. */
export const rightOf = <E, A>(either: Either<E, A>): A => {
  if (isLeft(either)) throw new Error(`unexpected Left ${JSON.stringify(either.left)}`);
  return either.right;
};

/** What is left, or an error of the test. */
export const leftOf = <E, A>(either: Either<E, A>): E => {
  if (!isLeft(either)) throw new Error(`unexpected Right ${JSON.stringify(either.right)}`);
  return either.left;
};

/** Everything an iterable of Eithers delivers. */
export const all = async <A>(items: AsyncIterable<Either<LedgerError, A>>): Promise<Array<A>> => {
  const collected: Array<A> = [];
  for await (const item of items) collected.push(rightOf(item));
  return collected;
};

/** The error an iterable of Eithers ends with, which must be its only item. */
export const onlyError = async <A>(
  items: AsyncIterable<Either<LedgerError, A>>,
): Promise<LedgerError> => {
  const collected: Array<Either<LedgerError, A>> = [];
  for await (const item of items) collected.push(item);
  const [first, ...others] = collected;
  if (first === undefined || others.length > 0)
    throw new Error(`expected one Left, found ${collected.length} items`);
  return leftOf(first);
};
