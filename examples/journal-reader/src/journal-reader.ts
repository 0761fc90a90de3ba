// Reads a journal as docs/journal-format.md describes it, with nothing of Tallystick: the page is
// enough. It checks the chain of hashes and every contract id, and finds the active contracts.
import { createHash } from "node:crypto";

/** An event as a store has it; `revision` counts from 0. */
export interface StoredEvent {
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly metadata: string;
  readonly data: string;
  readonly hash: string;
  /** Begins with the digest of the data, where that was erased. */
  readonly erased?: string;
}

/** A parsed JSON object, of which nothing is known yet. */
type Fields = Readonly<Record<string, unknown>>;

/** A node with its ids and texts in the place of references, and those who see it. */
export type Node = Fields & { readonly witnesses: ReadonlyArray<string> };

/** A transaction with everything that the journal leaves out because it follows from the rest. */
export interface Transaction {
  readonly offset: number;
  readonly updateId: string;
  readonly effectiveAt: number;
  readonly actAs: ReadonlyArray<string>;
  readonly nodes: ReadonlyArray<Node>;
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, "0");
const text = (value: unknown): string => {
  if (typeof value !== "string") throw new Error(`found ${String(value)}, expected a text`);
  return value;
};
const list = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : []);
const fields = (value: unknown): Fields =>
  typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};

/** The chain hash of an event. @param previous that of the event before; 64 zeros for the first */
export const chainHash = (stream: string, event: StoredEvent, previous: string): string => {
  const { revision, id, type, metadata, data, erased } = event;
  const digest = erased?.slice(0, 64) ?? sha256(data);
  return sha256([previous, stream, revision, id, type, metadata, digest].join("\n"));
};

/** Throws when an event is missing, out of its place or not the one that was hashed. */
export const checkChain = (stream: string, events: ReadonlyArray<StoredEvent>): void => {
  let previous = "0".repeat(64);
  for (const [at, event] of events.entries()) {
    if (event.revision !== at) throw new Error(`revision ${at} is missing`);
    if (chainHash(stream, event, previous) !== event.hash)
      throw new Error(`the chain is broken at revision ${at}`);
    previous = event.hash;
  }
};

/** A value with texts in the place of numbers. */
const resolved = (value: unknown, textOf: (reference: number) => string): unknown => {
  if (typeof value === "number") return textOf(value);
  if (Array.isArray(value)) return value.map((each) => resolved(each, textOf));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, resolved(inner, textOf)]),
  );
};

/** Fields of a node that are numbers and no references. */
const plainNumbers = new Set(["lastDescendantNodeId"]);

/** The transaction of an event's data. */
export const readTransaction = (data: string, offset: number): Transaction => {
  const stored = fields(JSON.parse(data));
  const strings = list(stored["strings"]);
  const seed = text(stored["seed"]);
  const place = hex(offset, 12);
  const storedNodes = list(stored["nodes"]).map(fields);
  const createdId = (nodeId: number): string => {
    const { hash, contractId } = storedNodes[nodeId] ?? {};
    return hash === undefined
      ? text(contractId)
      : `00${seed.slice(0, 56)}${hex(nodeId, 8)}ca01${place}${text(hash)}`;
  };
  const textOf = (reference: number): string =>
    reference < 0 ? createdId(-1 - reference) : text(strings[reference]);
  const texts = (value: unknown): ReadonlyArray<string> => list(resolved(value, textOf)).map(text);
  const nodes = storedNodes.map((node, nodeId): Fields => {
    const { hash: _hash, contractId: _id, ...rest } = node;
    const entries = Object.entries(rest).map(([name, value]): [string, unknown] => [
      name,
      plainNumbers.has(name) ? value : resolved(value, textOf),
    ]);
    const isCreate = node["kind"] === "create";
    const contractId = isCreate ? createdId(nodeId) : textOf(Number(node["contractId"]));
    const own: Fields = Object.fromEntries(entries);
    const filled = { observers: [], lastDescendantNodeId: nodeId, ...own };
    return { ...filled, nodeId, contractId, consuming: node["consuming"] === true };
  });
  return {
    offset,
    updateId: text(stored["updateId"] ?? `1220${seed.slice(0, 52)}${place}`),
    effectiveAt: Number(stored["effectiveAt"] ?? stored["recordTime"]),
    actAs: texts(stored["actAs"]),
    nodes: nodes.map((node, nodeId) => ({ ...node, witnesses: witnessesOf(nodes, nodeId) })),
  };
};

const informeesOf = (node: Fields): ReadonlyArray<unknown> => {
  const [signatories, observers] = [list(node["signatories"]), list(node["observers"])];
  if (node["kind"] === "create") return [...signatories, ...observers];
  const named = [...list(node["actingParties"]), ...list(node["choiceObservers"])];
  return [...signatories, ...named, ...(node["consuming"] === true ? observers : [])];
};

const witnessesOf = (nodes: ReadonlyArray<Fields>, nodeId: number): ReadonlyArray<string> => {
  const around = nodes.filter(
    (node, at) => at <= nodeId && (at === nodeId || Number(node["lastDescendantNodeId"]) >= nodeId),
  );
  return [...new Set(around.flatMap(informeesOf).map(text))].sort();
};

/** True when the hash in a created contract's id is that of its content. */
export const hasItsHash = (node: Node, effectiveAt: number): boolean => {
  const contractId = text(node["contractId"]);
  const key = fields(node["key"]);
  const names = ["templateId", "packageName", "payload", "signatories", "observers"];
  const held = node["key"] === undefined ? null : [key["value"], key["maintainers"]];
  const content = [...names.map((name) => node[name]), held, effectiveAt];
  const committed = contractId.slice(2, 66) + contractId.slice(70, 82) + JSON.stringify(content);
  return contractId.slice(82) === sha256(committed);
};

/** The ids of the contracts that are active after these events. */
export const activeContracts = (events: ReadonlyArray<StoredEvent>): ReadonlySet<string> => {
  const active = new Set<string>();
  for (const { type, data, revision } of events) {
    const { v, archived } = fields(JSON.parse(data));
    // of a pruned transaction that is all there is
    for (const { contractId } of list(archived).map(fields)) active.delete(text(contractId));
    if (type !== "TransactionCommitted" || v === 0) continue;
    for (const { kind, contractId, consuming } of readTransaction(data, revision + 1).nodes) {
      if (kind === "create") active.add(text(contractId));
      else if (consuming === true) active.delete(text(contractId));
    }
  }
  return active;
};
