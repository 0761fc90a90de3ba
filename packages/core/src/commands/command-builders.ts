import { isLeft } from "fp-ts/lib/Either.js";
import { checkedValue } from "../daml-types/checked-value.js";
import type { DamlType } from "../daml-types/daml-type.js";
import { ArgumentError, checkArgument, foundValue } from "../values/argument-error.js";
import type { Json } from "../values/json.js";
import type { Choice, ContractIdOf, Package, Template } from "../templates/template.js";
import type { Command } from "./composite-command.js";

/** Builds the commands of one package with their arguments checked by the compiler. */
export interface CommandBuilders {
  /** Creates a contract. */
  create<P, K>(template: Template<P, K>, payload: NoInfer<P>): Command;
  /** Exercises a choice of a template or an interface on a contract. */
  exercise<A, R, N extends string>(
    choice: Choice<A, R, N>,
    contractId: ContractIdOf<NoInfer<N>>,
    argument: NoInfer<A>,
  ): Command;
  /** Exercises a choice on the active contract that holds a key. */
  exerciseByKey<P, K, A, R, N extends string>(
    template: Template<P, K, N>,
    choice: Choice<A, R, NoInfer<N>>,
    key: NoInfer<K>,
    argument: NoInfer<A>,
  ): Command;
  /** Creates a contract and exercises a choice on it at once. */
  createAndExercise<P, K, A, R, N extends string>(
    template: Template<P, K, N>,
    payload: NoInfer<P>,
    choice: Choice<A, R, NoInfer<N>>,
    argument: NoInfer<A>,
  ): Command;
}

/**
 * Builders for the commands of a package; templates are named in package-name form, so the highest
 * version known to the node is used.
 *
 * @param definition the package
 * @throws {ArgumentError} here and in its functions, naming the argument that is wrong
 * @example
 * import { numeric } from "@tallystick/core";
 * import { Iou, iouPackage } from "./iou.js";
 *
 * const { create } = commandsOf(iouPackage);
 * // gives { kind: "CreateCommand", … }
 * create(Iou, { issuer: "bank", owner: "alice", amount: numeric("1").units });
 */
export const commandsOf = (definition: Pick<Package, "name">): CommandBuilders => {
  checkArgument("package", definition, "object", { name: "text" });
  const { name } = definition;
  const createOf = (template: Template<unknown>, payload: unknown) => ({
    templateId: `#${name}:${nameOf("template", ["template"], template)}`,
    createArguments: written("payload", template.payload, payload),
  });
  const choiceOf = (choice: Choice<unknown, unknown>, argument: unknown) => ({
    choice: nameOf("choice", ["choice"], choice),
    choiceArgument: written("argument", choice.argument, argument),
  });
  return {
    create: (template, payload) => ({ kind: "CreateCommand", ...createOf(template, payload) }),
    exercise: (choice, contractId, argument) => ({
      kind: "ExerciseCommand",
      ...choiceOf(choice, argument),
      templateId: `#${name}:${nameOf("choice.on", ["template", "interface"], choice.on)}`,
      contractId: givenText("contractId", contractId),
    }),
    exerciseByKey: (template, choice, key, argument) => ({
      kind: "ExerciseByKeyCommand",
      templateId: `#${name}:${nameOf("template", ["template"], template)}`,
      contractKey: template.key === undefined ? null : written("key", template.key.type, key),
      ...choiceOf(choice, argument),
    }),
    createAndExercise: (template, payload, choice, argument) => ({
      kind: "CreateAndExerciseCommand",
      ...createOf(template, payload),
      ...choiceOf(choice, argument),
    }),
  };
};

// callers without a type checker give anything

const nameOf = (argument: string, kinds: ReadonlyArray<string>, of: unknown): string => {
  const isObject = typeof of === "object" && of !== null && "kind" in of && "name" in of;
  if (isObject && kinds.some((kind) => kind === of.kind)) return String(of.name);
  throw new ArgumentError(
    `${argument}: expected a ${kinds.join(" or an ")}, found ${foundValue(of)}`,
  );
};

const givenText = (argument: string, value: string): string => {
  checkArgument(argument, value, "text");
  return value;
};

const written = (argument: string, type: DamlType<unknown>, value: unknown): Json => {
  const json = checkedValue(type, value, argument);
  if (isLeft(json)) throw new ArgumentError(json.left.cause);
  return json.right.json;
};
