import { wrongTypeSentence } from "./decode-sentence.js";
import type { DecodeError, WireReadable } from "./schema-type.js";

export type Missing = "absence" | "null";

/** A field of an object: its type and the meaning of its absence. */
export interface WireField<A> {
  readonly type: WireReadable<A>;
  readonly presence: "required" | "optional" | "default";
  readonly fallback?: A;
  /** True for a field the published schema calls optional although it is always there. */
  readonly isOptionalInSchema?: boolean;
  /** What the fallback is for, if not for both. */
  readonly fallsBackOn?: Missing;
}

/** A required field. */
export const required = <A>(
  type: WireReadable<A>,
): WireField<A> & { readonly presence: "required" } => ({
  type,
  presence: "required",
});

/**
 * A field that is always present, although the published schema calls it optional: of answers
 * (specification 9), and of requests where a public node misses it.
 */
export const always = <A>(
  type: WireReadable<A>,
): WireField<A> & { readonly presence: "required" } => ({
  type,
  presence: "required",
  isOptionalInSchema: true,
});

/** A field that may be absent or null; the decoded object then lacks it. */
export const optional = <A>(
  type: WireReadable<A>,
): WireField<A> & { readonly presence: "optional" } => ({
  type,
  presence: "optional",
});

/** A field of a mirrored protobuf message: absence and null mean the fallback (ledger-api 2.1). */
export const defaulted = <A>(
  type: WireReadable<A>,
  fallback: A,
): WireField<A> & { readonly presence: "default" } => ({ type, presence: "default", fallback });

/** A field of an older message: absence means the fallback, null is rejected. */
export const absentOr = <A>(
  type: WireReadable<A>,
  fallback: A,
): WireField<A> & { readonly presence: "default" } => ({
  ...defaulted(type, fallback),
  fallsBackOn: "absence",
});

/**
 * A field with a name of an enumeration in a mirrored protobuf message: null means the unspecified
 * name, absence is rejected.
 */
export const enumerated = <A>(
  type: WireReadable<A>,
  unspecified: A,
): WireField<A> & { readonly presence: "default" } => ({
  ...defaulted(type, unspecified),
  fallsBackOn: "null",
});

const missingAs = (value: unknown): Missing | undefined => {
  if (value === undefined) return "absence";
  return value === null ? "null" : undefined;
};

/** True when a field's fallback is used for a value. */
export const fallsBack = (
  { presence, fallsBackOn }: Pick<WireField<unknown>, "presence" | "fallsBackOn">,
  value: unknown,
): boolean => {
  const missing = presence === "default" ? missingAs(value) : undefined;
  return missing !== undefined && (fallsBackOn ?? missing) === missing;
};

/** The error for a name that is absent where only null has a fallback. */
export const absentName: DecodeError = {
  path: [],
  reason: "missing, expected a name",
  actual: undefined,
  sentence: wrongTypeSentence("string", { Unrecognized: { unrecognizedValue: 0 } }),
};
