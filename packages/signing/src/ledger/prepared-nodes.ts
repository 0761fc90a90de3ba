import { archiveChoiceName, stakeholdersOf, type TemplateId } from "@tallystick/core";
import type {
  Choice,
  CompiledCatalog,
  Contract,
  CreateNode as LedgerCreate,
  ContractKey,
  ExerciseNode as LedgerExercise,
  TransactionNode as LedgerNode,
  TracedRead,
  TransactionTrace,
} from "@tallystick/core";
import { HashInput } from "../hashing/hash-input.js";
import { hashIdentifier, hashValue } from "../hashing/hash-value.js";
import type {
  CreateNode,
  GlobalKeyWithMaintainers,
  NodeContent,
} from "../messages/transaction-node.js";
import { choiceArgumentId, identifierOf } from "./ledger-identifier.js";
import type { PlacedNode } from "./node-tree.js";
import { IllTypedValue, type ValueForm, valueOfJson } from "./value-of-json.js";

/** Version of nodes without and with a contract key (interactive-submission 1.2). */
const LF_VERSION = "2.1";
const LF_VERSION_WITH_KEY = "2";

/** What the nodes of a transaction are written with. */
export interface NodeWriter extends ValueForm {
  readonly catalog: CompiledCatalog;
  readonly trace: TransactionTrace;
  /** Signatories of the contracts that the transaction creates, by contract id. */
  readonly created: ReadonlyMap<string, LedgerCreate>;
}

const union = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...new Set([...a, ...b])].toSorted();

const unknown = (what: string): never => {
  throw new IllTypedValue(`${what} is unknown to this node`);
};

const versionFor = (key: unknown): string => (key === undefined ? LF_VERSION : LF_VERSION_WITH_KEY);

const keyOf = (
  { catalog, ...form }: NodeWriter,
  templateId: TemplateId,
  packageName: string,
  key: ContractKey | undefined,
): GlobalKeyWithMaintainers | undefined => {
  if (key === undefined) return undefined;
  const type = catalog.template(templateId)?.definition.key?.type ?? unknown(templateId);
  const identifier = identifierOf(templateId);
  const value = valueOfJson(type.model, key.value, form);
  const input = new HashInput().text(packageName);
  hashIdentifier(input, identifier);
  hashValue(input, value);
  return {
    key: { templateId: identifier, packageName, key: value, hash: input.sha256() },
    maintainers: key.maintainers,
  };
};

/** A contract as the create node that made it (interactive-submission 1.4). */
export const createOf = (writer: NodeWriter, contract: Omit<Contract, "createdAt">): CreateNode => {
  const { templateId, packageName, signatories, observers } = contract;
  const template = writer.catalog.template(templateId) ?? unknown(templateId);
  const key = keyOf(writer, templateId, packageName, contract.key);
  const identifier = identifierOf(templateId);
  return {
    lfVersion: versionFor(key),
    contractId: writer.contractId(contract.contractId),
    packageName,
    templateId: identifier,
    argument: valueOfJson(template.definition.payload.model, contract.payload, writer, identifier),
    signatories,
    stakeholders: union(signatories, observers),
    key,
  };
};

const choiceOf = (
  { catalog }: NodeWriter,
  { templateId, interfaceId, choice }: LedgerExercise,
): Choice<unknown, unknown> => {
  const own = catalog.template(templateId)?.choices;
  const through = interfaceId === undefined ? own : catalog.interface(interfaceId)?.choices;
  // interfaces in TypeScript have no archive of their own: it is the template's
  const archive = choice === archiveChoiceName ? own?.get(choice) : undefined;
  return through?.get(choice) ?? archive ?? unknown(`${interfaceId ?? templateId}:${choice}`);
};

const exerciseOf = (
  writer: NodeWriter,
  node: LedgerExercise,
  children: ReadonlyArray<string>,
): NodeContent => {
  const { templateId, packageName, interfaceId } = node;
  const choice = choiceOf(writer, node);
  const traced = writer.trace.exercises.get(node.nodeId) ?? unknown(`node ${node.nodeId}`);
  const key = keyOf(writer, templateId, packageName, traced.contract.key);
  const argumentId = choiceArgumentId(interfaceId ?? templateId, node.choice);
  return {
    kind: "exercise",
    value: {
      lfVersion: versionFor(key),
      contractId: writer.contractId(node.contractId),
      packageName,
      templateId: identifierOf(templateId),
      signatories: traced.contract.signatories,
      stakeholders: stakeholdersOf(node),
      actingParties: node.actingParties,
      interfaceId: interfaceId === undefined ? undefined : identifierOf(interfaceId),
      choiceId: node.choice,
      chosenValue: valueOfJson(choice.argument.model, node.argument, writer, argumentId),
      consuming: node.consuming,
      children,
      exerciseResult: valueOfJson(choice.result.model, node.result, writer),
      choiceObservers: traced.choiceObservers,
      key,
      byKey: false,
    },
  };
};

const readOf = (writer: NodeWriter, read: TracedRead): NodeContent => {
  const { contract, templateId, interfaceId, actingParties } = read;
  const packageName =
    contract?.packageName ??
    writer.catalog.template(templateId)?.package.name ??
    unknown(templateId);
  if (read.key !== undefined) {
    const key = keyOf(writer, templateId, packageName, read.key) ?? unknown("the key");
    return {
      kind: "queryByKey",
      value: {
        lfVersion: LF_VERSION_WITH_KEY,
        packageName,
        templateId: identifierOf(templateId),
        exhaustive: true,
        key,
        result: contract === undefined ? [] : [writer.contractId(contract.contractId)],
      },
    };
  }
  const found = contract ?? unknown("the contract fetched");
  const key = keyOf(writer, templateId, packageName, found.key);
  return {
    kind: "fetch",
    value: {
      lfVersion: versionFor(key),
      contractId: writer.contractId(found.contractId),
      packageName,
      templateId: identifierOf(templateId),
      signatories: found.signatories,
      stakeholders: union(found.signatories, found.observers),
      actingParties,
      interfaceId: interfaceId === undefined ? undefined : identifierOf(interfaceId),
      key,
      byKey: false,
    },
  };
};

const isNode = (source: LedgerNode | TracedRead): source is LedgerNode => "kind" in source;

/**
 * The contents of a node of a prepared transaction. Throws {@link IllTypedValue} for a type that is
 * not
 * known here.
 */
export const nodeContentOf = (
  writer: NodeWriter,
  { source, children }: PlacedNode,
): NodeContent => {
  if (!isNode(source)) return readOf(writer, source);
  return source.kind === "create"
    ? { kind: "create", value: createOf(writer, source) }
    : exerciseOf(
        writer,
        source,
        children.map(({ nodeId }) => String(nodeId)),
      );
};
