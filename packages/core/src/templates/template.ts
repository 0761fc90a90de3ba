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

/** How a template implements an interface. */
export interface Instance {
  readonly kind: "instance";
  readonly template: Template<unknown>;
  readonly interface: Interface<unknown>;
  view(payload: unknown): unknown;
  methods(payload: unknown): unknown;
}

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
      /** The interface that it is archived through, where it is not archived as the template. */
      readonly through?: Interface<unknown>;
    }
  | { readonly op: "ledgerTime" }
  | { readonly op: "ownPackage" }
  | { readonly op: "abort"; readonly reason: string }
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
  /** `methods`: those of the instance, for a choice of an interface. */
  observers(payload: unknown, argument: A, methods?: unknown): ReadonlyArray<string>;
  body(subject: Subject<unknown, unknown>, argument: A): ChoiceProgram<R>;
}

/**
 * What bodies of one version of a package mean by the definitions they name, when versions share
 * their code: the bodies name those of the latest version.
 */
export interface Links {
  readonly templates: ReadonlyMap<Template<unknown>, Template<unknown>>;
  readonly choices: ReadonlyMap<Choice<unknown, unknown>, Choice<unknown, unknown>>;
}

/** Which package it is. */
export interface PackageIdentity {
  readonly packageId: PackageId;
  readonly name: string;
  readonly version: string;
}

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
  /** Set for a version that shares the code of a later one: what its bodies mean. */
  readonly links?: Links;
  readonly templates: ReadonlyArray<Template<unknown>>;
  readonly interfaces: ReadonlyArray<Interface<unknown>>;
  readonly choices: ReadonlyArray<Choice<unknown, unknown>>;
  readonly instances: ReadonlyArray<Instance>;
}
