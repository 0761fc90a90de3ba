import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type Context, type Errors, Type, type ValidationError } from "io-ts";
import type { JsonObject } from "@tallystick/core";

/** Why a JSON value does not decode: where in it, and what was expected there. */
export interface DecodeError {
  /** From the outside in: keys of objects, indexes of arrays. */
  readonly path: ReadonlyArray<string | number>;
  readonly reason: string;
  /** The value found there. */
  readonly actual: unknown;
  /** The sentence of a public node in place of `reason`; see `decodeSentences`. */
  readonly sentence?: string;
  /** The path as a public node shows it, where that is shorter. */
  readonly shownPath?: ReadonlyArray<string | number>;
  /** Further errors, from readers that collect them all. */
  readonly others?: ReadonlyArray<DecodeError>;
}

/** Combines several errors into one; undefined when there is none. */
export const together = ([first, ...others]: ReadonlyArray<DecodeError>):
  | DecodeError
  | undefined => (first === undefined || others.length === 0 ? first : { ...first, others });

/** An error and those found together with it. */
export const eachError = ({ others = [], ...first }: DecodeError): ReadonlyArray<DecodeError> => [
  first,
  ...others,
];

/** Reads one JSON value, without io-ts contexts: paths are only built for errors. */
export type WireReader<A> = (u: unknown) => Either<DecodeError, A>;

/** Named JSON Schema fragments that a schema refers to as `#/components/schemas/<name>`. */
export type SchemaDefinitions = Readonly<Record<string, JsonObject>>;

/**
 * The parts of a type that composed types need: its reader and its schema. Unlike io-ts's `Type` it
 * is covariant.
 */
export interface WireReadable<A> {
  readonly name: string;
  readonly schema: JsonObject;
  readonly definitions: SchemaDefinitions;
  readonly read: WireReader<A>;
}

/**
 * An io-ts type that is read without contexts and carries its JSON Schema: the language of all JSON
 * that comes from outside, requests and settings, and of answers. `schema` is the fragment,
 * `definitions` the named fragments it refers to, itself included when it has a name of its own.
 * Encoding is the identity: decoded values are JSON again.
 */
export class SchemaType<A> extends Type<A, A, unknown> implements WireReadable<A> {
  readonly _tag = "SchemaType" as const;

  constructor(
    name: string,
    readonly schema: JsonObject,
    readonly read: WireReader<A>,
    readonly definitions: SchemaDefinitions = {},
  ) {
    super(
      name,
      (u): u is A => !isLeft(read(u)),
      (u, context) => {
        const result = read(u);
        return isLeft(result) ? left(errorsOf(result.left, context, this)) : right(result.right);
      },
      (a) => a,
    );
  }
}

// the path becomes context entries, so that io-ts reporters see them
const errorsOf = (error: DecodeError, context: Context, type: Context[number]["type"]): Errors => {
  const entries = error.path.map((segment) => ({ key: String(segment), type }));
  const found: ValidationError = {
    value: error.actual,
    context: [...context, ...entries],
    message: error.reason,
  };
  return [found];
};
