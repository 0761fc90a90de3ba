import type { CompiledCatalog, CreateNode, ExerciseNode, Json, TracedRead } from "@tallystick/core";
import type { RecordedNode } from "./recorded-history.js";
import { comparable, jsonOf } from "./recorded-values.js";
import type { OurTransaction } from "./replay-ledger.js";

/** A node in the form both sides are compared in. */
export interface ComparedNode {
  /** Exercises around it. */
  readonly depth: number;
  /** What it is, without contracts and values: `create Amulet`. */
  readonly what: string;
  /** The contract's name, or its id where it has none yet. */
  readonly contract: string;
  readonly fields: Readonly<Record<string, Json>>;
}

const shortName = (name: string): string => name.slice(name.lastIndexOf(":") + 1);

const whatOf = (verb: string, template: string, choice?: string, through?: string): string =>
  `${verb} ${shortName(template)}${choice === undefined ? "" : `.${choice}`}` +
  (through === undefined ? "" : ` as ${shortName(through)}`);

/** The nodes of a recorded transaction in the order of execution. */
export const recordedNodes = (
  roots: ReadonlyArray<RecordedNode>,
  depth = 0,
): ReadonlyArray<ComparedNode> =>
  roots.flatMap((node) => {
    const children = "exercise" in node ? recordedNodes(node.children, depth + 1) : [];
    return [recordedNode(node, depth), ...children];
  });

const itself = (name: string): string => name;

const recordedNode = (node: RecordedNode, depth: number): ComparedNode => {
  const { template } = node;
  const place = { template, package: node.package };
  if ("create" in node) {
    const { create, signatories, stakeholders } = node;
    const fields = { ...place, arg: jsonOf(node.arg, itself), signatories, stakeholders };
    return { depth, what: whatOf("create", template), contract: create, fields };
  }
  const through = node.interface === undefined ? {} : { interface: node.interface };
  if ("fetch" in node) {
    const what = whatOf("fetch", template, undefined, node.interface);
    return {
      depth,
      what,
      contract: node.fetch,
      fields: { ...place, ...through, acting: node.acting },
    };
  }
  const { choice, consuming, acting, choiceObservers = [] } = node;
  const values = { arg: jsonOf(node.arg, itself), result: jsonOf(node.result, itself) };
  return {
    depth,
    what: whatOf("exercise", template, choice, node.interface),
    contract: node.exercise,
    fields: { ...place, ...through, consuming, acting, choiceObservers, ...values },
  };
};

/** The nodes of our transaction in the order of execution, the contracts read among them. */
export const ourNodes = (
  { nodes, trace }: OurTransaction,
  names: ReadonlyMap<string, string>,
  catalog: CompiledCatalog,
): ReadonlyArray<ComparedNode> => {
  const nameOf = packageNames(catalog);
  const all: Array<ComparedNode> = [];
  const open: Array<number> = [];
  let reads = 0;
  const addReads = (position: number) => {
    for (let read = trace.reads[reads]; read !== undefined; read = trace.reads[++reads]) {
      if (read.position > position) return;
      all.push(ourRead(read, nameOf, names));
    }
  };
  for (const node of nodes) {
    addReads(node.nodeId);
    while (node.nodeId > (open.at(-1) ?? Number.POSITIVE_INFINITY)) open.pop();
    all.push(
      node.kind === "create"
        ? ourCreate(node, open.length, nameOf, names)
        : ourExercise(node, open.length, nameOf, names),
    );
    if (node.kind === "exercise") open.push(node.lastDescendantNodeId);
  }
  addReads(nodes.length);
  return all;
};

type NameOf = (id: string) => string;

const packageNames = (catalog: CompiledCatalog): NameOf => {
  const names = new Map(catalog.packages.map(({ packageId, name }) => [packageId, name]));
  return (id) => {
    const [packageId = ""] = id.split(":");
    return `${names.get(packageId) ?? packageId}${id.slice(packageId.length)}`;
  };
};

const placeOf = (templateId: string, nameOf: NameOf) => ({
  template: nameOf(templateId),
  package: templateId.slice(0, templateId.indexOf(":")),
});

const ourRead = (
  { depth, contract, templateId, interfaceId, actingParties }: TracedRead,
  nameOf: NameOf,
  names: ReadonlyMap<string, string>,
): ComparedNode => {
  const through = interfaceId === undefined ? {} : { interface: nameOf(interfaceId) };
  return {
    depth,
    what: whatOf("fetch", templateId, undefined, interfaceId),
    contract: names.get(contract?.contractId ?? "") ?? contract?.contractId ?? "",
    fields: { ...placeOf(templateId, nameOf), ...through, acting: actingParties },
  };
};

const ourCreate = (
  { contractId, templateId, payload, signatories, observers }: CreateNode,
  depth: number,
  nameOf: NameOf,
  names: ReadonlyMap<string, string>,
): ComparedNode => ({
  depth,
  what: whatOf("create", templateId),
  contract: names.get(contractId) ?? contractId,
  fields: {
    ...placeOf(templateId, nameOf),
    arg: comparable(payload, names),
    signatories,
    stakeholders: [...signatories, ...observers].sort(),
  },
});

const ourExercise = (
  node: ExerciseNode,
  depth: number,
  nameOf: NameOf,
  names: ReadonlyMap<string, string>,
): ComparedNode => {
  const { contractId, templateId, interfaceId, choice, consuming, actingParties } = node;
  const through = interfaceId === undefined ? {} : { interface: nameOf(interfaceId) };
  return {
    depth,
    what: whatOf("exercise", templateId, choice, interfaceId),
    contract: names.get(contractId) ?? contractId,
    fields: {
      ...placeOf(templateId, nameOf),
      ...through,
      consuming,
      acting: actingParties,
      choiceObservers: node.choiceObservers ?? [],
      arg: comparable(node.argument, names),
      result: comparable(node.result, names),
    },
  };
};
