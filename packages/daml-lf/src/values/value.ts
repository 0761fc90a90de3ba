import type { Reference, Type } from "../syntax/type.js";

/**
 * A value while a Daml program runs. Bool is boolean, Int64 is bigint, Text is string; everything
 * else is an object of a class of its own. Types are erased: only what programs can ask for (the
 * scale of a Numeric, the types in Any, AnyException and TypeRep, names of constructors) is kept.
 */
export type LfValue =
  | boolean
  | bigint
  | string
  | Unit
  | Numeric
  | Party
  | ContractId
  | LfDate
  | Timestamp
  | FailureCategory
  | LfRecord
  | Variant
  | Enum
  | Struct
  | None
  | Some
  | Nil
  | Cons
  | TextMap
  | GenMap
  | Any
  | AnyException
  | TypeRep
  | InterfaceValue
  | LfFunction;

/** The only value of its type. */
export class Unit {
  declare private readonly brand: "unit";
}
export const unit = new Unit();

/** `unscaled` times 10 to the power of minus `scale`; at most 38 digits. */
export class Numeric {
  constructor(
    readonly unscaled: bigint,
    readonly scale: number,
  ) {}
}

export class Party {
  constructor(readonly id: string) {}
}

/** A contract id; hexadecimal, lower case. */
export class ContractId {
  constructor(readonly id: string) {}
}

/** Days since 1970-01-01. */
export class LfDate {
  constructor(readonly days: number) {}
}

/** Microseconds since 1970-01-01T00:00:00Z. */
export class Timestamp {
  constructor(readonly micros: bigint) {}
}

/** The category of a failure; `rank` is its place in `failureCategories`. */
export class FailureCategory {
  constructor(readonly rank: number) {}
}

/** The data shared by all values of a record type. `labels` are in the order of the declaration. */
export interface RecordShape {
  readonly of: Reference;
  readonly labels: ReadonlyArray<string>;
}

/** A record; fields in the order of its labels. */
export class LfRecord {
  constructor(
    readonly shape: RecordShape,
    readonly fields: ReadonlyArray<LfValue>,
  ) {}
}

/**
 * The data shared by all values of a variant or enum type. `names` are in the order of the
 * declaration.
 */
export interface ConstructorShape {
  readonly of: Reference;
  readonly names: ReadonlyArray<string>;
}

/** A variant; `rank` is the place of its constructor in the declaration. */
export class Variant {
  constructor(
    readonly shape: ConstructorShape,
    readonly rank: number,
    readonly argument: LfValue,
  ) {}
}

export class Enum {
  constructor(
    readonly shape: ConstructorShape,
    readonly rank: number,
  ) {}
}

/** A struct; labels are sorted, fields in their order. */
export class Struct {
  constructor(
    readonly labels: ReadonlyArray<string>,
    readonly fields: ReadonlyArray<LfValue>,
  ) {}
}

/** The Optional without a value. */
export class None {
  declare private readonly brand: "none";
}
export const none = new None();

export class Some {
  constructor(readonly value: LfValue) {}
}

/** The empty list. */
export class Nil {
  declare private readonly brand: "nil";
}
/** The empty list. */
export const nil = new Nil();

/** A list: its first element and the rest. */
export class Cons {
  constructor(
    readonly head: LfValue,
    readonly tail: LfList,
  ) {}
}
export type LfList = Nil | Cons;

/** A value with its type, of which a program may ask. */
export class Any {
  constructor(
    readonly type: Type,
    readonly value: LfValue,
  ) {}
}

export class AnyException {
  constructor(
    readonly of: Reference,
    readonly value: LfValue,
  ) {}
}

export class TypeRep {
  constructor(readonly type: Type) {}
}

/** What a template in TypeScript says of a payload of it. */
export interface OtherCode {
  readonly packageName: string;
  implements(interfaceOf: Reference): boolean;
  view(interfaceOf: Reference): LfValue;
  /** As one of another version of the template, which is in Daml. */
  payloadAs(template: Reference): LfRecord;
  signatories(): LfValue;
  observers(): LfValue;
}

/** The payload of a template, seen through an interface. */
export class InterfaceValue {
  /**
   * @param other present where the template is not in Daml: the payload then only stands for the
   *   one of the template
   */
  constructor(
    readonly template: Reference,
    readonly payload: LfRecord,
    readonly other?: OtherCode,
  ) {}
}

/** A function, a partial application or an update: what cannot be compared. */
export abstract class LfFunction {
  declare private readonly brand: "function";
}

/** A sorted map from text; see `maps.ts`. None of its methods changes the map. */
export abstract class TextMap {
  abstract readonly size: number;
  /** In the order of the keys' code points. */
  abstract entries(): IterableIterator<[string, LfValue]>;
  abstract get(key: string): LfValue | undefined;
  abstract with(key: string, value: LfValue): TextMap;
  abstract without(key: string): TextMap;
}

/**
 * A sorted map; see `maps.ts`. None of its methods changes the map. Those with a key throw a
 * NonComparableValues error for one that cannot be compared, even with an empty map.
 */
export abstract class GenMap {
  abstract readonly size: number;
  /** In the order of the keys. */
  abstract entries(): IterableIterator<[LfValue, LfValue]>;
  abstract get(key: LfValue): LfValue | undefined;
  abstract with(key: LfValue, value: LfValue): GenMap;
  abstract without(key: LfValue): GenMap;
}
