import type { BuiltinFunction } from "./builtin-function.js";
import type { Reference, Type, TypeBinder } from "./type.js";

/** A variable with its type, where it is bound. */
export interface Binder {
  readonly name: string;
  readonly type: Type;
}

/** A binding of a `let` or of an update block. */
export interface Binding {
  readonly binder: Binder;
  readonly bound: Expression;
}

/** A named part of a record or a struct under construction. */
export interface FieldExpression {
  readonly name: string;
  readonly value: Expression;
}

/** A place in Daml source, from 0. */
export interface Location {
  readonly packageId: string;
  readonly module: string;
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** The two categories of `failWithStatus`, in the order of their numbers. */
export const failureCategories = [
  "InvalidIndependentOfSystemState",
  "InvalidGivenCurrentSystemStateOther",
] as const;

/** A literal; Int64 and Timestamp (microseconds since 1970) are bigint, Date is days since 1970. */
export type Literal =
  | { readonly tag: "int64"; readonly value: bigint }
  | { readonly tag: "timestamp"; readonly value: bigint }
  | { readonly tag: "date"; readonly value: number }
  | { readonly tag: "numeric"; readonly unscaled: bigint; readonly scale: number }
  | { readonly tag: "text"; readonly value: string }
  | { readonly tag: "failureCategory"; readonly value: (typeof failureCategories)[number] };

/**
 * An expression (daml-lf B.2). `Con` types of records and variants are types, as they may have
 * arguments.
 */
export type Expression = { readonly location?: Location } & (
  | { readonly tag: "variable"; readonly name: string }
  | { readonly tag: "value"; readonly of: Reference }
  | { readonly tag: "builtin"; readonly builtin: BuiltinFunction }
  | { readonly tag: "unit" }
  | { readonly tag: "bool"; readonly value: boolean }
  | { readonly tag: "literal"; readonly literal: Literal }
  | {
      readonly tag: "record";
      readonly type: Type;
      readonly fields: ReadonlyArray<FieldExpression>;
    }
  | {
      readonly tag: "recordProjection";
      readonly type: Type;
      readonly record: Expression;
      readonly field: string;
    }
  | {
      readonly tag: "recordUpdate";
      readonly type: Type;
      readonly record: Expression;
      readonly field: string;
      readonly update: Expression;
    }
  | {
      readonly tag: "variant";
      readonly type: Type;
      readonly constructor: string;
      readonly argument: Expression;
    }
  | { readonly tag: "enum"; readonly of: Reference; readonly constructor: string }
  | { readonly tag: "struct"; readonly fields: ReadonlyArray<FieldExpression> }
  | { readonly tag: "structProjection"; readonly struct: Expression; readonly field: string }
  | {
      readonly tag: "structUpdate";
      readonly struct: Expression;
      readonly field: string;
      readonly update: Expression;
    }
  | {
      readonly tag: "application";
      readonly function: Expression;
      readonly arguments: ReadonlyArray<Expression>;
    }
  | {
      readonly tag: "typeApplication";
      readonly function: Expression;
      readonly types: ReadonlyArray<Type>;
    }
  | {
      readonly tag: "abstraction";
      readonly parameters: ReadonlyArray<Binder>;
      readonly body: Expression;
    }
  | {
      readonly tag: "typeAbstraction";
      readonly parameters: ReadonlyArray<TypeBinder>;
      readonly body: Expression;
    }
  | {
      readonly tag: "case";
      readonly scrutinee: Expression;
      readonly alternatives: ReadonlyArray<Alternative>;
    }
  | { readonly tag: "let"; readonly bindings: ReadonlyArray<Binding>; readonly body: Expression }
  | { readonly tag: "nil"; readonly type: Type }
  | {
      readonly tag: "cons";
      readonly type: Type;
      readonly front: ReadonlyArray<Expression>;
      readonly tail: Expression;
    }
  | { readonly tag: "none"; readonly type: Type }
  | { readonly tag: "some"; readonly type: Type; readonly value: Expression }
  | { readonly tag: "toAny"; readonly type: Type; readonly value: Expression }
  | { readonly tag: "fromAny"; readonly type: Type; readonly value: Expression }
  | { readonly tag: "typeRep"; readonly type: Type }
  | { readonly tag: "toAnyException"; readonly type: Type; readonly value: Expression }
  | { readonly tag: "fromAnyException"; readonly type: Type; readonly value: Expression }
  | {
      readonly tag: "throw";
      readonly returnType: Type;
      readonly exceptionType: Type;
      readonly exception: Expression;
    }
  | {
      readonly tag: "toInterface";
      readonly interface: Reference;
      readonly template: Reference;
      readonly value: Expression;
    }
  | {
      readonly tag: "fromInterface";
      readonly interface: Reference;
      readonly template: Reference;
      readonly value: Expression;
    }
  | {
      readonly tag: "callInterface";
      readonly interface: Reference;
      readonly method: string;
      readonly value: Expression;
    }
  | {
      readonly tag: "signatoryInterface";
      readonly interface: Reference;
      readonly value: Expression;
    }
  | { readonly tag: "observerInterface"; readonly interface: Reference; readonly value: Expression }
  | { readonly tag: "viewInterface"; readonly interface: Reference; readonly value: Expression }
  | {
      readonly tag: "unsafeFromInterface";
      readonly interface: Reference;
      readonly template: Reference;
      readonly contractId: Expression;
      readonly value: Expression;
    }
  | {
      readonly tag: "interfaceTemplateTypeRep";
      readonly interface: Reference;
      readonly value: Expression;
    }
  | {
      readonly tag: "toRequiredInterface";
      readonly required: Reference;
      readonly requiring: Reference;
      readonly value: Expression;
    }
  | {
      readonly tag: "fromRequiredInterface";
      readonly required: Reference;
      readonly requiring: Reference;
      readonly value: Expression;
    }
  | {
      readonly tag: "unsafeFromRequiredInterface";
      readonly required: Reference;
      readonly requiring: Reference;
      readonly contractId: Expression;
      readonly value: Expression;
    }
  | { readonly tag: "update"; readonly update: Update }
);

/** An alternative of a `case`. */
export interface Alternative {
  readonly pattern: Pattern;
  readonly body: Expression;
}

/** A pattern, one level deep. */
export type Pattern =
  | { readonly tag: "default" }
  | {
      readonly tag: "variant";
      readonly of: Reference;
      readonly constructor: string;
      readonly binder: string;
    }
  | { readonly tag: "enum"; readonly of: Reference; readonly constructor: string }
  | { readonly tag: "unit" }
  | { readonly tag: "bool"; readonly value: boolean }
  | { readonly tag: "nil" }
  | { readonly tag: "cons"; readonly head: string; readonly tail: string }
  | { readonly tag: "none" }
  | { readonly tag: "some"; readonly binder: string };

/** An update (daml-lf B.3). */
export type Update =
  | { readonly tag: "pure"; readonly type: Type; readonly value: Expression }
  | { readonly tag: "block"; readonly bindings: ReadonlyArray<Binding>; readonly body: Expression }
  | { readonly tag: "create"; readonly template: Reference; readonly payload: Expression }
  | {
      readonly tag: "exercise";
      readonly template: Reference;
      readonly choice: string;
      readonly contractId: Expression;
      readonly argument: Expression;
    }
  | { readonly tag: "fetch"; readonly template: Reference; readonly contractId: Expression }
  | { readonly tag: "getTime" }
  | { readonly tag: "embed"; readonly type: Type; readonly body: Expression }
  | { readonly tag: "fetchByKey"; readonly template: Reference }
  | {
      readonly tag: "exerciseByKey";
      readonly template: Reference;
      readonly choice: string;
      readonly key: Expression;
      readonly argument: Expression;
    }
  | {
      readonly tag: "tryCatch";
      readonly type: Type;
      readonly body: Expression;
      readonly binder: string;
      readonly handler: Expression;
    }
  | { readonly tag: "createInterface"; readonly interface: Reference; readonly payload: Expression }
  | {
      readonly tag: "exerciseInterface";
      readonly interface: Reference;
      readonly choice: string;
      readonly contractId: Expression;
      readonly argument: Expression;
    }
  | {
      readonly tag: "fetchInterface";
      readonly interface: Reference;
      readonly contractId: Expression;
    }
  | { readonly tag: "ledgerTimeLess"; readonly time: Expression }
  | { readonly tag: "queryByKey"; readonly template: Reference };

export type { BuiltinFunction } from "./builtin-function.js";
