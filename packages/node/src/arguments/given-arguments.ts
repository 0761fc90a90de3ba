import { invalidArgument, type LedgerError, ledgerError } from "@tallystick/core";
import { ViewsUnreadable } from "@tallystick/views";
import { pathText, type WireReadable } from "@tallystick/wire";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { LedgerFailure } from "../ledger/or-throw.js";

/** A parameter of a function: its name and type. */
export interface Parameter<A> {
  readonly name: string;
  readonly type: WireReadable<Exclude<A, undefined>>;
  readonly isOptional: boolean;
}

export const given = <A>(
  name: string,
  type: WireReadable<Exclude<A, undefined>>,
): Parameter<A> => ({ name, type, isOptional: false });

/** A parameter that may be left out. */
export const givenOrNot = <A>(
  name: string,
  type: WireReadable<Exclude<A, undefined>>,
): Parameter<A> => ({ name, type, isOptional: true });

// border: a function of whichever arguments and answer
type AnyFunction = (...args: ReadonlyArray<never>) => unknown;

type ParametersOf<F> = F extends (...args: infer Given) => unknown
  ? { readonly [K in keyof Given]-?: Parameter<Given[K]> }
  : never;

/** What a function takes, and how it answers that it cannot take something. */
interface Border<F> {
  readonly parameters: ParametersOf<F>;
  readonly refuse: (error: LedgerError) => unknown;
}

/** The names of those functions of an object that take something. */
type Taking<T> = {
  [K in keyof T]-?: T[K] extends AnyFunction
    ? Parameters<T[K]> extends readonly []
      ? never
      : K
    : never;
}[keyof T];

/** A border for each function of an object that takes something. */
export type Borders<T> = { readonly [K in Taking<T>]: Border<T[K]> };

type BorderOf = <F>(...parameters: ParametersOf<F> & ReadonlyArray<unknown>) => Border<F>;

const bordered =
  (refuse: (error: LedgerError) => unknown): BorderOf =>
  (...parameters) => ({ parameters, refuse });

/** Answers an Either at once. */
export const atOnce = bordered(left);

/** Answers an Either later. */
export const later = bordered(async (error) => left(error));

/** Answers Eithers one by one. */
export const oneByOne = bordered(async function* (error) {
  yield left(error);
});

/** Answers something else than an Either: throws a `LedgerFailure`. */
export const throwing = bordered((error) => {
  throw new LedgerFailure(error);
});

/** Answers something else than an Either later: rejects with a `LedgerFailure`. */
export const rejecting = bordered(async (error) => {
  throw new LedgerFailure(error);
});

/** Is called with what a function threw. */
type OnThrown = (name: string, thrown: unknown) => void;

/**
 * An object whose functions read their arguments before anything is done with them: callers in
 * JavaScript may pass anything. INVALID_ARGUMENT names the field. What one throws nevertheless is
 * SERVICE_INTERNAL_ERROR for its caller alone.
 */
export const readingArguments = <T extends object>(
  inner: T,
  borders: Borders<T>,
  onThrown: OnThrown,
): T => {
  // a member may be a getter
  const outer = Object.defineProperties({}, Object.getOwnPropertyDescriptors(inner));
  for (const [name, border] of Object.entries<Border<never>>(borders)) {
    // border: the borders of an object are named like its functions
    const value = reading(name, border, Reflect.get(inner, name) as AnyFunction, onThrown);
    Object.defineProperty(outer, name, { value });
  }
  // border: each function was replaced by one of its type
  return outer as T;
};

const reading =
  (
    name: string,
    { parameters, refuse }: Border<unknown>,
    call: (...args: ReadonlyArray<never>) => unknown,
    onThrown: OnThrown,
  ) =>
  (...args: ReadonlyArray<unknown>): unknown => {
    const read = readArguments(parameters, args);
    if (isLeft(read)) return refuse(read.left);
    const failed = (thrown: unknown): unknown => refuse(errorOfThrown(name, thrown, onThrown));
    try {
      const answer = call(...read.right);
      return answer instanceof Promise ? answer.catch(failed) : answer;
    } catch (thrown) {
      return failed(thrown);
    }
  };

const errorOfThrown = (name: string, thrown: unknown, onThrown: OnThrown): LedgerError => {
  if (thrown instanceof ViewsUnreadable) return thrown.error;
  if (thrown instanceof LedgerFailure && "code" in thrown.error) return thrown.error;
  onThrown(name, thrown);
  return ledgerError(
    "SERVICE_INTERNAL_ERROR",
    `${name} failed unexpectedly; the notices of the ledger give the reason`,
  );
};

const readArguments = (
  parameters: ReadonlyArray<Parameter<unknown>>,
  args: ReadonlyArray<unknown>,
): Either<LedgerError, ReadonlyArray<never>> => {
  const read: Array<unknown> = [];
  for (const [index, parameter] of parameters.entries()) {
    const argument = readArgument(parameter, args[index]);
    if (isLeft(argument)) return argument;
    read.push(argument.right);
  }
  // border: each argument has been read by the type of its parameter
  return right(read as ReadonlyArray<unknown> as ReadonlyArray<never>);
};

const readArgument = (
  { name, type, isOptional }: Parameter<unknown>,
  argument: unknown,
): Either<LedgerError, unknown> => {
  if (argument === undefined && isOptional) return right(undefined);
  try {
    const read = type.read(argument);
    if (!isLeft(read)) return read;
    const { path, reason } = read.left;
    return left(invalidArgument(reason, pathText([name, ...path])));
  } catch {
    // a getter or a proxy of the caller; what it throws may throw when it is shown
    return left(invalidArgument("throws when it is read, expected plain data", name));
  }
};
