import { isLeft } from "fp-ts/lib/Either.js";
import type { CreateNode, ExerciseNode, Json, TraceStep } from "@tallystick/core";
import type { LedgerType } from "../../src/ledger-types/adapted-type.js";
import { type DamlTypes, referenceOf } from "../../src/templates/daml-types.js";
import { shownValue } from "./shown-value.js";

/** A node as the recorded answers write it. */
type ShownNode = Readonly<Record<string, unknown>>;

/** What names packages, contracts and types in shown nodes. */
export interface Naming {
  readonly types: DamlTypes;
  /** `package-name:Module:Entity`. */
  definition(id: string): string;
  /** `#0`, for a contract of the history. */
  contract(contractId: string): string;
}

/** A part of a transaction that is not yet whole. */
interface Open {
  readonly node: Record<string, unknown> | undefined;
  readonly source?: ExerciseNode;
  readonly isTry: boolean;
  readonly children: Array<ShownNode>;
}

/** The steps of an interpretation as a transaction: a tree with the parts that were rolled back. */
export const shownTransaction = (
  naming: Naming,
  steps: ReadonlyArray<TraceStep>,
): ReadonlyArray<ShownNode> => {
  const open: Array<Open> = [{ node: undefined, isTry: false, children: [] }];
  const add = (...nodes: ReadonlyArray<ShownNode>): void => {
    open.at(-1)?.children.push(...nodes);
  };
  const close = (): void => {
    const { node, source, children = [] } = open.pop() ?? {};
    if (node === undefined) return add(...children);
    const result = source === undefined ? {} : resultOf(naming, source);
    add({ ...node, ...result, children });
  };
  for (const step of steps) {
    switch (step.kind) {
      case "create":
        add(shownCreate(naming, step.node));
        break;
      case "exercise":
        open.push({
          node: shownExercise(naming, step.node, step.byKey),
          source: step.node,
          isTry: false,
          children: [],
        });
        break;
      case "guard":
        break;
      case "end":
      case "tryCommit":
        close();
        break;
      case "tryBegin":
        open.push({ node: undefined, isTry: true, children: [] });
        break;
      case "tryRollback": {
        while (open.at(-1)?.isTry === false) {
          const { node, children = [] } = open.pop() ?? {};
          add(node === undefined ? {} : { ...node, result: null, children });
        }
        add(...rolledBack(open.pop()?.children ?? []));
        break;
      }
      default:
        add(shownRead(naming, step));
    }
  }
  return open[0]?.children ?? [];
};

/** What was rolled back in normal form (daml-lf B.9). */
const rolledBack = (children: ReadonlyArray<ShownNode>): ReadonlyArray<ShownNode> => {
  const first = children[0]?.["rollback"];
  if (children.length === 0) return [];
  if (Array.isArray(first)) {
    const [head, ...rest] = children;
    return head === undefined ? [] : [head, ...rolledBack(rest)];
  }
  const last = children.at(-1)?.["rollback"];
  return [{ rollback: Array.isArray(last) ? [...children.slice(0, -1), ...last] : children }];
};

/** The key of a template in the form of the recorded answers. */
export const shownKey = (naming: Naming, templateId: string, json: Json): unknown =>
  shownJson(naming, naming.types.key(referenceOf(templateId)), json);

const shownJson = (naming: Naming, type: LedgerType, json: Json): unknown => {
  const value = type.decode(json);
  if (isLeft(value)) throw new Error(`a node does not fit its type: ${value.left.reason}`);
  return named(naming, shownValue(value.right));
};

/** A shown value with the names of contracts. */
const named = (naming: Naming, value: unknown): unknown => {
  if (!Array.isArray(value)) return value;
  const [kind, of]: ReadonlyArray<unknown> = value;
  return kind === "ContractId" && typeof of === "string" && value.length === 2
    ? [kind, naming.contract(of)]
    : value.map((each: unknown) => named(naming, each));
};

const packageIn = (id: string): string => id.slice(0, id.indexOf(":"));

const shownCreate = (naming: Naming, node: CreateNode): ShownNode => {
  const { contractId, templateId, payload, signatories, observers, key } = node;
  const of = referenceOf(templateId);
  return {
    create: naming.contract(contractId),
    template: naming.definition(templateId),
    package: packageIn(templateId),
    arg: shownJson(naming, naming.types.payload(of), payload),
    signatories,
    stakeholders: [...signatories, ...observers].sort(),
    ...(key === undefined
      ? {}
      : {
          key: shownJson(naming, naming.types.key(of), key.value),
          maintainers: key.maintainers,
        }),
  };
};

const shownExercise = (
  naming: Naming,
  node: ExerciseNode,
  byKey: boolean,
): Record<string, unknown> => {
  const { contractId, templateId, choice, consuming, actingParties, interfaceId } = node;
  const type = naming.types.argument(referenceOf(interfaceId ?? templateId), choice);
  return {
    exercise: naming.contract(contractId),
    template: naming.definition(templateId),
    package: packageIn(templateId),
    choice,
    consuming,
    acting: actingParties,
    arg: shownJson(naming, type, node.argument),
    ...(interfaceId === undefined ? {} : { interface: naming.definition(interfaceId) }),
    ...(node.choiceObservers === undefined ? {} : { choiceObservers: node.choiceObservers }),
    ...(byKey ? { byKey } : {}),
  };
};

const resultOf = (naming: Naming, node: ExerciseNode): { readonly result: unknown } => {
  const { interfaceId, templateId, choice, result } = node;
  const type = naming.types.result(referenceOf(interfaceId ?? templateId), choice);
  return { result: shownJson(naming, type, result) };
};

const shownRead = (
  naming: Naming,
  step: Extract<TraceStep, { readonly kind: "fetch" | "query" }>,
): ShownNode => {
  const template = naming.definition(step.templateId);
  if (step.kind === "query") {
    return {
      query: template,
      key: shownKey(naming, step.templateId, step.key.value),
      exhaustive: step.isExhaustive,
      result: step.found.map((each) => naming.contract(each)),
    };
  }
  const { contract, actingParties, interfaceId, byKey } = step;
  return {
    fetch: naming.contract(contract.contractId),
    template,
    package: packageIn(step.templateId),
    acting: [...actingParties].sort(),
    byKey,
    ...(interfaceId === undefined ? {} : { interface: naming.definition(interfaceId) }),
  };
};
