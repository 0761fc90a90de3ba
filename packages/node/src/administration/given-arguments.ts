import { invalidArgument, type LedgerError } from "@tallystick/core";
import { pathText, type WireReadable } from "@tallystick/wire";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Outcome } from "../ledger/administration.js";

/** A parameter of a function: its name and type. */
export interface Parameter<A> {
  readonly name: string;
  readonly type: WireReadable<Exclude<A, undefined>>;
  readonly isOptional: boolean;
}

type ParametersFor<Given extends ReadonlyArray<unknown>> = {
  readonly [K in keyof Given]-?: Parameter<Given[K]>;
};

/** A parameter that must be given. */
export const given = <A>(
  name: string,
  type: WireReadable<Exclude<A, undefined>>,
): Parameter<A> => ({ name, type, isOptional: false });

/** A parameter that may be left out. */
export const givenOrNot = <A>(
  name: string,
  type: WireReadable<Exclude<A, undefined>>,
): Parameter<A> => ({ name, type, isOptional: true });

/**
 * A function of the ledger whose arguments are read before anything is done with them: callers in
 * JavaScript may pass anything. Left INVALID_ARGUMENT, which names the field.
 */
export const reading =
  <Given extends ReadonlyArray<unknown>, A>(
    parameters: ParametersFor<Given>,
    ask: (...args: Given) => Outcome<A>,
  ): ((...args: Given) => Outcome<A>) =>
  async (...args) => {
    const read = readArguments(parameters, args);
    return isLeft(read) ? read : ask(...read.right);
  };

/** The same for a synchronous function. */
export const readingAtOnce =
  <Given extends ReadonlyArray<unknown>, A>(
    parameters: ParametersFor<Given>,
    ask: (...args: Given) => Either<LedgerError, A>,
  ): ((...args: Given) => Either<LedgerError, A>) =>
  (...args) => {
    const read = readArguments(parameters, args);
    return isLeft(read) ? read : ask(...read.right);
  };

const readArguments = <Given extends ReadonlyArray<unknown>>(
  parameters: ReadonlyArray<Parameter<unknown>>,
  args: Given,
): Either<LedgerError, Given> => {
  const read: Array<unknown> = [];
  for (const [index, parameter] of parameters.entries()) {
    const argument = readArgument(parameter, args[index]);
    if (isLeft(argument)) return argument;
    read.push(argument.right);
  }
  // border: each argument has been read by the type of its parameter
  return right(read as ReadonlyArray<unknown> as Given);
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
