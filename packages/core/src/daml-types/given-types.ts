import type { Decimal } from "../values/decimal.js";
import type { Int64 } from "../values/int64.js";
import type { Numeric } from "../values/numeric.js";

/**
 * What a program may give for a value: a numeric as text or `numeric("12.5")`, an int64 as an
 * integer, a time as `Date` or ISO text; what is optional may be left out. `A` is the value as a
 * choice body has it.
 */
export type Given<A> = A extends Numeric
  ? Decimal | string
  : A extends Int64
    ? bigint | number | string
    : A extends number | bigint
      ? Date | string
      : A extends string | boolean | undefined
        ? A
        : A extends ReadonlyMap<string, infer V>
          ? ReadonlyMap<string, Given<V>> | Readonly<Record<string, Given<V>>>
          : A extends ReadonlyArray<unknown>
            ? { readonly [K in keyof A]: Given<A[K]> }
            : A extends object
              ? // written out: editors show its fields then
                GivenFields<A> extends infer F
                ? { readonly [K in keyof F]: F[K] }
                : never
              : A;

/** The fields of a record that a program may give. */
export type GivenFields<A> = {
  readonly [K in keyof A as undefined extends A[K] ? never : K]: Given<A[K]>;
} & { readonly [K in keyof A as undefined extends A[K] ? K : never]?: Given<A[K]> };

/**
 * A value as a program reads it: a numeric is a {@link Decimal}, an int64 a bigint, a time its ISO
 * text; absent optional values are omitted. It may be given again as it is.
 */
export type Plain<A> = A extends Numeric
  ? Decimal
  : A extends Int64
    ? bigint
    : A extends number | bigint
      ? string
      : A extends string | boolean | undefined
        ? A
        : A extends ReadonlyMap<string, infer V>
          ? ReadonlyMap<string, Plain<V>>
          : A extends ReadonlyArray<unknown>
            ? { readonly [K in keyof A]: Plain<A[K]> }
            : A extends object
              ? PlainFields<A> extends infer F
                ? { readonly [K in keyof F]: F[K] }
                : never
              : A;

/** The fields of a record as a program reads them. */
export type PlainFields<A> = {
  readonly [K in keyof A as undefined extends A[K] ? never : K]: Plain<A[K]>;
} & { readonly [K in keyof A as undefined extends A[K] ? K : never]?: Plain<A[K]> };
