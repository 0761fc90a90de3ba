/** Where a definition of an `LfPackage` is: the package, its module and its name with dots. */
export interface Reference {
  readonly packageId: string;
  readonly module: string;
  readonly name: string;
}

/** A kind (daml-lf B.1). */
export type Kind =
  | { readonly tag: "star" }
  | { readonly tag: "nat" }
  | { readonly tag: "arrow"; readonly parameter: Kind; readonly result: Kind };

/** The builtin types of stable versions, in the order of their numbers, as they compare. */
export const builtinTypes = [
  "Unit",
  "Bool",
  "Int64",
  "Date",
  "Timestamp",
  "Numeric",
  "Party",
  "Text",
  "ContractId",
  "Optional",
  "List",
  "GenMap",
  "Any",
  "AnyException",
  "TypeRep",
  "Arrow",
  "Update",
  "FailureCategory",
  "TextMap",
] as const;

export type BuiltinType = (typeof builtinTypes)[number];

/** A type variable with its kind, where it is bound. */
export interface TypeBinder {
  readonly name: string;
  readonly kind: Kind;
}

/** A type (daml-lf A.5). Applications are of one argument each, in every version. */
export type Type =
  | { readonly tag: "variable"; readonly name: string }
  | { readonly tag: "constructor"; readonly of: Reference }
  | { readonly tag: "builtin"; readonly builtin: BuiltinType }
  | { readonly tag: "application"; readonly function: Type; readonly argument: Type }
  | { readonly tag: "forall"; readonly binder: TypeBinder; readonly body: Type }
  | { readonly tag: "struct"; readonly fields: ReadonlyArray<Field> }
  | { readonly tag: "nat"; readonly value: number }
  | { readonly tag: "synonym"; readonly of: Reference; readonly arguments: ReadonlyArray<Type> };

/** A named part of a record, a variant or a struct. */
export interface Field {
  readonly name: string;
  readonly type: Type;
}
