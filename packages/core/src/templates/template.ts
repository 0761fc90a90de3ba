import type { ContractId, PackageId } from "../values/ids.js";
import type { DamlType } from "../daml-types/daml-type.js";
import type { ChoiceError } from "../errors/choice-error.js";
import type { ProgramEffect } from "./program-effect.js";

/** The key of a template: its type, how to read it from a payload, and who maintains it. */
export interface TemplateKey<P, K> {
  readonly type: DamlType<K>;
  of(payload: P): K;
  /** Must all be signatories. */
  maintainers(key: K): ReadonlyArray<string>;
  /** True when several active contracts may hold the key, as in Daml. */
  readonly isShared?: boolean;
}

/** The id of a contract of a template of this name; a plain text fits, another id does not. */
export type ContractIdOf<N extends string> = ContractId & { readonly __of?: N };

/** A template as a value: a kind of contract. `P` is its payload, `K` its key, `N` its name. */
export interface Template<P, K = unknown, N extends string = string> {
  readonly kind: "template";
  /** `Module.Path:Entity`. */
  readonly name: N;
  readonly payload: DamlType<P>;
  signatories(payload: P): ReadonlyArray<string>;
  observers(payload: P): ReadonlyArray<string>;
  /** The precondition of a create. */
  ensure(payload: P): boolean;
  readonly key?: TemplateKey<P, K> | undefined;
}

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
): Template<P, K, N> => ({
  kind: "template",
  name,
  observers: () => [],
  ensure: () => true,
  ...definition,
});

/** A payload as Daml shows it. */
export const shownPayload = <P>(
  { name, payload: type }: Pick<Template<P>, "name" | "payload">,
  payload: P,
): string => type.show(payload, name.slice(name.lastIndexOf(":") + 1));

/**
 * An interface as a value: a view, and choices that work on any template with an instance of it.
 * `M` are the methods an instance supplies.
 */
export interface Interface<V, M = unknown> {
  readonly kind: "interface";
  /** `Module.Path:Entity`. */
  readonly name: string;
  readonly view: DamlType<V>;
  /** Carries the type of the methods; never set. */
  readonly methods?: M;
}

/**
 * Defines an interface.
 *
 * @param name `Module.Path:Entity`
 * @param view the type of its view
 */
export const defineInterface = <V, M = Record<string, never>>(
  name: string,
  view: DamlType<V>,
): Interface<V, M> => ({ kind: "interface", name, view });

/** How a template implements an interface. */
export interface Instance {
  readonly kind: "instance";
  readonly template: Template<unknown>;
  readonly interface: Interface<unknown>;
  view(payload: unknown): unknown;
  methods(payload: unknown): unknown;
}

/**
 * Defines how a template implements an interface: its view, and the methods the interface's choices
 * call.
 *
 * @param of the template
 * @param as the interface
 * @param definition the view, and the methods that choices of the interface call
 */
export const instance = <P, K, V, M>(
  of: Template<P, K>,
  as: Interface<V, M>,
  definition: { view(payload: P): V; methods(payload: P): M },
): Instance => ({
  kind: "instance",
  template: of,
  interface: as,
  view: definition.view,
  methods: definition.methods,
});

/**
 * What a choice finds: the contract it is exercised on. For an interface choice `payload` is the
 * view.
 */
export interface Subject<P, M = undefined> {
  /** Contract id. */
  readonly self: string;
  readonly payload: P;
  readonly methods: M;
}

/**
 * What a choice body requests from the ledger. A body yields an effect and receives its answer; it
 * has no other effects.
 */
export type LedgerEffect =
  | { readonly op: "create"; readonly template: Template<unknown>; readonly payload: unknown }
  | {
      readonly op: "fetch";
      readonly of: Template<unknown> | Interface<unknown>;
      readonly contractId: ContractId;
    }
  | {
      readonly op: "fetchFromInterface";
      readonly through: Interface<unknown>;
      readonly template: Template<unknown>;
      readonly contractId: ContractId;
    }
  | { readonly op: "fetchByKey"; readonly template: Template<unknown>; readonly key: unknown }
  | { readonly op: "lookupByKey"; readonly template: Template<unknown>; readonly key: unknown }
  | {
      readonly op: "exercise";
      readonly choice: Choice<unknown, unknown>;
      readonly contractId: ContractId;
      readonly argument: unknown;
    }
  | {
      readonly op: "exerciseByKey";
      readonly choice: Choice<unknown, unknown>;
      readonly key: unknown;
      readonly argument: unknown;
    }
  | {
      readonly op: "archive";
      readonly template: Template<unknown>;
      readonly contractId: ContractId;
    }
  | { readonly op: "ledgerTime" }
  | { readonly op: "fail"; readonly reason: string }
  | { readonly op: "failWith"; readonly error: ChoiceError }
  | ProgramEffect;

/**
 * A computation on the ledger with result `R`: what a choice body is. It runs only inside
 * interpretation, which answers each step or stops it.
 */
export type ChoiceProgram<R> = Generator<LedgerEffect, R, unknown>;

/** A choice as a value. `A` is its argument, `R` its result, `N` the name of its template. */
export interface Choice<A, R, N extends string = string> {
  readonly kind: "choice";
  readonly on: Template<unknown, unknown, N> | Interface<unknown>;
  readonly name: string;
  readonly argument: DamlType<A>;
  readonly result: DamlType<R>;
  /** True when exercising it archives the contract. */
  readonly consuming: boolean;
  controllers(payload: unknown, argument: A): ReadonlyArray<string>;
  observers(payload: unknown, argument: A): ReadonlyArray<string>;
  body(subject: Subject<unknown, unknown>, argument: A): ChoiceProgram<R>;
}

/** The parts of a choice. */
export interface ChoiceDefinition<P, M, A, R> {
  readonly argument: DamlType<A>;
  readonly result: DamlType<R>;
  /** Default true. */
  readonly consuming?: boolean;
  controllers(payload: P, argument: A): ReadonlyArray<string>;
  observers?(payload: P, argument: A): ReadonlyArray<string>;
  body(subject: Subject<P, M>, argument: A): ChoiceProgram<R>;
}

/**
 * Defines a choice of a template.
 *
 * @param on the template
 * @param name as commands name it
 * @param definition argument, result, controllers and the body
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
): Choice<A, R, N> => ({
  kind: "choice",
  on,
  name,
  consuming: true,
  observers: () => [],
  // interpretation calls a choice only with payloads and methods of the template or interface it
  // is on
  ...definition,
});

/** A package: templates, interfaces, choices and instances under one name and version. */
export interface Package {
  /** PackageName: letters, digits, `-` and `_`. */
  readonly name: string;
  /** PackageVersion, `1.0.0`. */
  readonly version: string;
  /**
   * The id of the uploaded package this definition runs; absent: the id follows from the model.
   * Name and version must be those of the uploaded package.
   */
  readonly packageId?: PackageId;
  /**
   * Version of the functions' code, which the package id does not cover: e.g. that of their
   * library.
   */
  readonly codeVersion?: string;
  readonly templates: ReadonlyArray<Template<unknown>>;
  readonly interfaces: ReadonlyArray<Interface<unknown>>;
  readonly choices: ReadonlyArray<Choice<unknown, unknown>>;
  readonly instances: ReadonlyArray<Instance>;
}

/**
 * Defines a package; empty parts may be left out.
 *
 * @param definition name, version, and all that is in it
 * @example
 * const Note = template("Notes:Note", {
 *   payload: record({ author: party, words: text }),
 *   signatories: ({ author }) => [author],
 * });
 * console.log(definePackage({ name: "notes", version: "1.0.0", templates: [Note] }).name);
 */
export const definePackage = (
  definition: Pick<Package, "name" | "version"> & Partial<Package>,
): Package => ({ templates: [], interfaces: [], choices: [], instances: [], ...definition });
