import type { Json } from "@tallystick/core";
import type { v3_5 } from "@canton-network/core-ledger-client-types";

// Types alone: how the types of the published interface and of our codecs are compared by the
// compiler.

type Paths = v3_5.paths;
type Method = "get" | "post" | "patch" | "delete";

type MethodsOf<P extends keyof Paths> = {
  [M in Method]: [Paths[P][M]] extends [undefined] ? never : `${Uppercase<M>} ${P}`;
}[Method];

/** Every operation of the published interface, as `POST /v2/updates`. */
export type Operation = { [P in keyof Paths]: MethodsOf<P> }[keyof Paths];

type OperationAt<O extends string> = O extends `${infer M} ${infer P}`
  ? Lowercase<M> extends Method
    ? P extends keyof Paths
      ? Paths[P][Lowercase<M>]
      : never
    : never
  : never;

/** The JSON body of an operation; `undefined` when it has none, or bytes. */
export type PublishedRequest<O extends string> =
  OperationAt<O> extends { requestBody?: infer B }
    ? NonNullable<B> extends { content: { "application/json": infer J } }
      ? [NonNullable<B>] extends [never]
        ? undefined
        : J
      : undefined
    : undefined;

/** The JSON of the answer 200; `undefined` when it is empty, text or bytes. */
export type PublishedResponse<O extends string> =
  OperationAt<O> extends {
    responses: { 200: { content: { "application/json": infer R } } };
  }
    ? R
    : undefined;

type QueryOf<O extends string> =
  OperationAt<O> extends { parameters: infer P }
    ? P extends { query?: infer Q }
      ? NonNullable<Q>
      : never
    : never;

/** Names of the query parameters of an operation. */
export type PublishedQuery<O extends string> = string extends keyof QueryOf<O>
  ? never
  : unknown extends QueryOf<O>
    ? never
    : keyof QueryOf<O> & string;

type Absent = null | undefined;
type KeysOf<T> = T extends object ? keyof T : never;
type ValueAt<T, K> = T extends object ? (K extends keyof T ? T[K] : never) : never;
type IsEmptyMessage<T> = T extends object
  ? string extends keyof T
    ? [T[keyof T]] extends [never]
      ? true
      : false
    : false
  : false;

type IsUnion<T, Each = T> = [T] extends [never]
  ? false
  : Each extends unknown
    ? [T] extends [Each]
      ? false
      : true
    : false;

/**
 * True for one case of a union of messages, `{ "CanActAs": ... }`: an object with one key, where
 * others have another one.
 */
type IsOtherCase<T, O> =
  IsUnion<keyof T> extends false
    ? [KeysOf<O>] extends [never]
      ? false
      : [keyof T & KeysOf<O>] extends [never]
        ? true
        : false
    : false;

/**
 * Where a value of type T says something a type O does not: paths of fields O does not have, of
 * values of another kind (marked `!`), in all cases of unions. Never when O knows all of T.
 *
 * @typeParam Cases `all`: O must have every case of a union; `some`: it may lack cases
 */
export type Unknown<T, O, At extends string, Cases extends "all" | "some"> = [Json] extends [O]
  ? never
  : T extends Absent
    ? never
    : T extends ReadonlyArray<infer E>
      ? Exclude<O, Absent> extends ReadonlyArray<infer F>
        ? Unknown<E, F, `${At}[]`, Cases>
        : `${At}!`
      : T extends object
        ? IsEmptyMessage<T> extends true
          ? never
          : [Cases, IsOtherCase<T, O>] extends ["some", true]
            ? never
            : {
                [K in keyof T & string]: K extends KeysOf<O>
                  ? Unknown<T[K], ValueAt<O, K>, `${At}.${K}`, Cases>
                  : `${At}.${K}`;
              }[keyof T & string]
        : T extends O
          ? never
          : `${At}!`;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type NullKeys<T> = {
  [K in keyof T]-?: [Json] extends [T[K]] ? never : null extends T[K] ? K : never;
}[keyof T];

/**
 * A type of ours in the terms of the published ones: null is how an absent value is written
 * (ledger-api 0.2), nothing is read-only, and the decoded detail of a status is published as text
 * although Canton answers an object (ledger-api 2.1).
 */
export type AsPublished<T> = [Json] extends [T]
  ? unknown
  : T extends ReadonlyArray<infer E>
    ? AsPublished<E>[]
    : // an id is a text, although its type has a field that says of what kind
      T extends string
      ? T
      : T extends object
        ? Mutable<
            {
              [K in keyof T as K extends NullKeys<T> ? never : K]: K extends "valueDecoded"
                ? string
                : AsPublished<T[K]>;
            } & {
              [K in keyof T as K extends NullKeys<T> ? K : never]?: AsPublished<
                Exclude<T[K], null>
              >;
            }
          >
        : T extends bigint
          ? number
          : T;

type RequiredKeys<T> = {
  [K in keyof T]-?: object extends Pick<T, K> ? never : K;
}[keyof T];

/** A published type with nothing but its required fields, at every depth. */
export type Bare<T> =
  T extends ReadonlyArray<infer E>
    ? Bare<E>[]
    : T extends object
      ? string extends keyof T
        ? T
        : { [K in RequiredKeys<T>]: Bare<T[K]> }
      : T;

/**
 * `true` when two unions of texts have the same members; the value of a constant of this type is
 * the proof.
 */
export type Same<A, B> = [A] extends [B]
  ? [B] extends [A]
    ? true
    : { readonly gone: Exclude<B, A> }
  : { readonly unexpected: Exclude<A, B> };
