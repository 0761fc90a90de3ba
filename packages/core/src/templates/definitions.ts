import type { DamlType } from "../daml-types/daml-type.js";
import {
  checkedChoice,
  checkedInstance,
  checkedInterface,
  checkedPackage,
  checkedTemplate,
  withParts,
} from "./definition-rules.js";
import { unguarded } from "./evaluated.js";
import type {
  Choice,
  ChoiceProgram,
  Instance,
  Interface,
  Package,
  Subject,
  Template,
  TemplateKey,
} from "./template.js";

/** The parts of a template; observers and precondition may be left out. */
export interface TemplateDefinition<P, K> {
  readonly payload: DamlType<P>;
  signatories(payload: P): ReadonlyArray<string>;
  observers?(payload: P): ReadonlyArray<string>;
  ensure?(payload: P): boolean;
  readonly key?: TemplateKey<P, K>;
}

/**
 * Defines a template.
 *
 * @param name `Module.Path:Entity`
 * @param definition payload, signatories and what else there is
 * @throws {ArgumentError} naming the part that is wrong
 * @example
 * const Iou = template("Iou:Iou", {
 *   payload: record({ issuer: party, owner: party, amount: numeric }),
 *   signatories: (iou) => [iou.issuer],
 *   observers: (iou) => [iou.owner],
 * });
 */
export const template = <P, K = never, const N extends string = string>(
  name: N,
  definition: TemplateDefinition<P, K>,
): Template<P, K, N> =>
  checkedTemplate({
    observers: () => [],
    ensure: unguarded,
    ...withParts({ kind: "template", name }, definition),
  });

/**
 * Defines an interface.
 *
 * @param name `Module.Path:Entity`
 * @param view the type of its view
 * @throws {ArgumentError} naming the part that is wrong
 */
export const defineInterface = <V, M = Record<string, never>>(
  name: string,
  view: DamlType<V>,
): Interface<V, M> => checkedInterface({ kind: "interface", name, view });

/**
 * Defines how a template implements an interface: its view, and the methods the interface's choices
 * call.
 *
 * @param of the template
 * @param as the interface
 * @param definition the view, and the methods that choices of the interface call
 * @throws {ArgumentError} naming the part that is wrong
 */
export const instance = <P, K, V, M>(
  of: Template<P, K>,
  as: Interface<V, M>,
  definition: { view(payload: P): V; methods(payload: P): M },
): Instance =>
  checkedInstance(withParts({ kind: "instance", template: of, interface: as }, definition));

/** The parts of a choice. */
export interface ChoiceDefinition<P, M, A, R> {
  readonly argument: DamlType<A>;
  readonly result: DamlType<R>;
  /** Default true. */
  readonly consuming?: boolean;
  controllers(payload: P, argument: A): ReadonlyArray<string>;
  /** `methods`: those of the instance, for a choice of an interface. */
  observers?(payload: P, argument: A, methods: M): ReadonlyArray<string>;
  /** A generator function: `*body(subject, argument) {...}`. */
  body(subject: Subject<P, M>, argument: A): ChoiceProgram<R>;
}

/**
 * Defines a choice of a template.
 *
 * @param on the template
 * @param name as commands name it
 * @param definition argument, result, controllers and the body
 * @throws {ArgumentError} naming the part that is wrong
 * @example
 * const Iou = template("Iou:Iou", {
 *   payload: record({ issuer: party, owner: party }),
 *   signatories: (iou) => [iou.issuer],
 * });
 * const Transfer = choice(Iou, "Transfer", {
 *   argument: record({ newOwner: party }),
 *   result: contractId,
 *   controllers: (iou) => [iou.owner],
 *   *body({ payload }, { newOwner }) {
 *     return yield* create(Iou, { ...payload, owner: newOwner });
 *   },
 * });
 */
export const choice = <P, K, A, R, N extends string>(
  on: Template<P, K, N>,
  name: string,
  definition: ChoiceDefinition<P, undefined, A, R>,
): Choice<A, R, N> => choiceOf(on, name, definition);

/**
 * Defines a choice of an interface; its body works with the view and the methods of the instance.
 *
 * @param on the interface
 * @param name as commands name it
 * @param definition argument, result, controllers and the body
 * @throws {ArgumentError} naming the part that is wrong
 */
export const interfaceChoice = <V, M, A, R>(
  on: Interface<V, M>,
  name: string,
  definition: ChoiceDefinition<V, M, A, R>,
): Choice<A, R> => choiceOf(on, name, definition);

const choiceOf = <P, M, A, R, N extends string>(
  on: Template<unknown, unknown, N> | Interface<unknown>,
  name: string,
  definition: ChoiceDefinition<P, M, A, R>,
): Choice<A, R, N> =>
  checkedChoice({
    consuming: true,
    observers: () => [],
    // interpretation calls a choice only with payloads and methods of the template or interface it
    // is on
    ...withParts({ kind: "choice", on, name }, definition),
  });

/**
 * Defines a package; empty parts may be left out.
 *
 * @param definition name, version, and all that is in it
 * @throws {ArgumentError} naming the part that is wrong
 * @example
 * const Note = template("Notes:Note", {
 *   payload: record({ author: party, words: text }),
 *   signatories: ({ author }) => [author],
 * });
 * console.log(definePackage({ name: "notes", version: "1.0.0", templates: [Note] }).name);
 */
export const definePackage = (
  definition: Pick<Package, "name" | "version"> & Partial<Package>,
): Package =>
  checkedPackage({ templates: [], interfaces: [], choices: [], instances: [], ...definition });
