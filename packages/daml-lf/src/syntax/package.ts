import type { Binder, Expression, Location } from "./expression.js";
import type { Field, Reference, Type, TypeBinder } from "./type.js";

/** The minors of Daml-LF 2 that a package may be of. */
export type LanguageVersion = "2.1" | "2.2" | "2.3";

/**
 * A package as definitions. Maps are by name, in the order of the archive. Expressions and types
 * are decoded when they are first read (`expression`, `type` and the like are getters), so a large
 * package costs little until it runs.
 */
export interface LfPackage {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly languageVersion: LanguageVersion;
  /** Ids of the packages it refers to or imports, without the stable ones where it has a list. */
  readonly dependencies: ReadonlyArray<string>;
  readonly modules: ReadonlyMap<string, Module>;
}

export interface Module {
  readonly name: string;
  readonly synonyms: ReadonlyMap<string, TypeSynonym>;
  readonly dataTypes: ReadonlyMap<string, DataType>;
  readonly values: ReadonlyMap<string, Value>;
  readonly templates: ReadonlyMap<string, LfTemplate>;
  readonly exceptions: ReadonlyMap<string, Exception>;
  readonly interfaces: ReadonlyMap<string, LfInterface>;
}

/** A type synonym. */
export interface TypeSynonym {
  readonly name: string;
  readonly parameters: ReadonlyArray<TypeBinder>;
  readonly type: Type;
}

/** A data type. Fields of a variant are its constructors with their argument types. */
export interface DataType {
  readonly name: string;
  readonly parameters: ReadonlyArray<TypeBinder>;
  readonly serializable: boolean;
  readonly constructors:
    | { readonly tag: "record"; readonly fields: ReadonlyArray<Field> }
    | { readonly tag: "variant"; readonly fields: ReadonlyArray<Field> }
    | { readonly tag: "enum"; readonly names: ReadonlyArray<string> }
    | { readonly tag: "interface" };
  readonly location?: Location;
}

/** A top-level value. */
export interface Value {
  readonly name: string;
  readonly type: Type;
  readonly expression: Expression;
  readonly location?: Location | undefined;
}

/** An exception: a record of this name, and the function that makes its message. */
export interface Exception {
  readonly name: string;
  readonly message: Expression;
}

/** A template. `parameter` is the name of the payload in all its expressions. */
export interface LfTemplate {
  readonly name: string;
  readonly parameter: string;
  /** Absent: true. */
  readonly precondition?: Expression | undefined;
  readonly signatories: Expression;
  readonly observers: Expression;
  readonly choices: ReadonlyMap<string, LfChoice>;
  readonly key?: LfKey | undefined;
  readonly implementations: ReadonlyArray<Implementation>;
  readonly location?: Location;
}

/** The key of a template; `maintainers` is a function of the key. */
export interface LfKey {
  readonly type: Type;
  readonly expression: Expression;
  readonly maintainers: Expression;
}

/** A choice of a template or an interface. */
export interface LfChoice {
  readonly name: string;
  readonly consuming: boolean;
  readonly controllers: Expression;
  /** Absent: none. */
  readonly observers?: Expression | undefined;
  /** Absent: signatories and controllers authorize the body. */
  readonly authorizers?: Expression | undefined;
  readonly argument: Binder;
  readonly self: string;
  readonly resultType: Type;
  readonly update: Expression;
  readonly location?: Location;
}

/** How a template implements an interface. */
export interface Implementation {
  readonly interface: Reference;
  readonly methods: ReadonlyMap<string, Expression>;
  readonly view: Expression;
  readonly location?: Location;
}

/** An interface. */
export interface LfInterface {
  readonly name: string;
  readonly parameter: string;
  readonly methods: ReadonlyMap<string, Type>;
  readonly choices: ReadonlyMap<string, LfChoice>;
  readonly view: Type;
  readonly requires: ReadonlyArray<Reference>;
  readonly location?: Location;
}
