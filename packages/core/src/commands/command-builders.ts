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
 * @example
 * import { numeric } from "@tallystick/core";
 * import { Iou, iouPackage } from "./iou.js";
 *
 * const { create } = commandsOf(iouPackage);
 * // gives { kind: "CreateCommand", … }
 * create(Iou, { issuer: "bank", owner: "alice", amount: numeric("1").units });
 */
export const commandsOf = ({ name }: Pick<Package, "name">): CommandBuilders => {
  const idOf = (of: { readonly name: string }): string => `#${name}:${of.name}`;
  return {
    create: (template, payload) => ({
      kind: "CreateCommand",
      templateId: idOf(template),
      createArguments: template.payload.encode(payload),
    }),
    exercise: (choice, contractId, argument) => ({
      kind: "ExerciseCommand",
      templateId: idOf(choice.on),
      contractId,
      choice: choice.name,
      choiceArgument: choice.argument.encode(argument),
    }),
    exerciseByKey: (template, choice, key, argument) => ({
      kind: "ExerciseByKeyCommand",
      templateId: idOf(template),
      contractKey: template.key?.type.encode(key) ?? null,
      choice: choice.name,
      choiceArgument: choice.argument.encode(argument),
    }),
    createAndExercise: (template, payload, choice, argument) => ({
      kind: "CreateAndExerciseCommand",
      templateId: idOf(template),
      createArguments: template.payload.encode(payload),
      choice: choice.name,
      choiceArgument: choice.argument.encode(argument),
    }),
  };
};
