import type { BuiltinFunction } from "../syntax/builtin-function.js";
import { spendBytes, spendSteps } from "../values/meter.js";
import {
  AnyException,
  Cons,
  FailureCategory,
  type LfList,
  LfRecord,
  type LfValue,
  Nil,
  TextMap,
} from "../values/value.js";
import { crash, failed } from "./crash.js";
import { captured, type Frame, orPause, save } from "./frames.js";
import { apply, callWithTwo } from "./functions.js";

/** A builtin that calls functions or always fails; the result may be a signal. */
interface CallingBuiltin {
  readonly arity: number;
  run(args: Frame): LfValue;
}

const arithmeticError = "ee33fb70918e7aaa3d3fc44d64a399fb2bf5bcefc54201b1690ecd448551ba88";

const listOf = (value: LfValue | undefined): LfList => {
  if (value instanceof Cons || value instanceof Nil) return value;
  throw crash("a list was expected");
};

const textOf = (value: LfValue | undefined): string => {
  if (typeof value === "string") return value;
  throw crash("a text was expected");
};

const operand = (args: ReadonlyArray<LfValue>, at: number): LfValue => {
  const value = args[at];
  if (value === undefined) throw crash("an operand is missing");
  return value;
};

const foldLeft = (f: LfValue, start: LfValue, from: LfList): LfValue => {
  let value = start;
  let list = from;
  while (list instanceof Cons) {
    const { head, tail: rest } = list;
    value = orPause(callWithTwo(f, value, head));
    if (value === captured)
      return save({ bytes: 24, resume: (result) => foldLeft(f, result, rest) });
    list = rest;
  }
  return value;
};

const foldRight = (
  f: LfValue,
  start: LfValue,
  items: ReadonlyArray<LfValue>,
  from: number,
): LfValue => {
  let value = start;
  for (let at = from - 1; at >= 0; at--) {
    value = orPause(callWithTwo(f, operand(items, at), value));
    if (value === captured)
      return save({ bytes: 32, resume: (result) => foldRight(f, result, items, at) });
  }
  return value;
};

const itemsOf = (from: LfList): ReadonlyArray<LfValue> => {
  let count = 0;
  for (let list = from; list instanceof Cons; list = list.tail) count++;
  const items = new Array<LfValue>(count);
  let at = 0;
  for (let list = from; list instanceof Cons; list = list.tail) items[at++] = list.head;
  spendSteps(items.length);
  spendBytes(8 * items.length);
  return items;
};

/** The recorded answers show that the predicate takes the two elements in turns of order. */
const equalLists = (f: LfValue, from: LfList, fromOther: LfList): LfValue => {
  let list = from;
  let other = fromOther;
  while (list instanceof Cons && other instanceof Cons) {
    const rest = list.tail;
    const otherRest = other.tail;
    const equal = orPause(callWithTwo(f, other.head, list.head));
    if (equal === captured) {
      const resume = (result: LfValue): LfValue =>
        result === true ? equalLists(f, otherRest, rest) : false;
      return save({ bytes: 24, resume });
    }
    if (equal !== true) return false;
    list = otherRest;
    other = rest;
  }
  return list instanceof Nil && other instanceof Nil;
};

const failWithStatus = (args: Frame): LfValue => {
  const category = args[1];
  const entries = args[3];
  if (!(category instanceof FailureCategory && entries instanceof TextMap))
    throw crash("FAIL_WITH_STATUS takes a category and a map");
  const metadata = new Map<string, string>();
  for (const [key, value] of entries.entries()) metadata.set(key, textOf(value));
  throw failed({
    kind: "FailureStatus",
    errorId: textOf(args[0]),
    category: category.rank === 0 ? 8 : 9,
    message: textOf(args[2]),
    metadata,
  });
};

/** The message of an exception; `messageOf` is the message function of its type, or `captured`. */
const exceptionMessage = (
  exception: LfValue | undefined,
  messageOf: (exception: AnyException) => LfValue,
): LfValue => {
  if (!(exception instanceof AnyException)) throw crash("an exception was expected");
  const { of, value } = exception;
  if (of.packageId === arithmeticError && value instanceof LfRecord) return textOf(value.fields[0]);
  const message = messageOf(exception);
  return message === captured
    ? save({ bytes: 16, resume: (result) => apply(result, [value]) })
    : apply(message, [value]);
};

/** The builtins of the machine by name. */
export const callingBuiltins = (
  messageOf: (exception: AnyException) => LfValue,
): ReadonlyMap<BuiltinFunction, CallingBuiltin> =>
  new Map<BuiltinFunction, CallingBuiltin>([
    ["TRACE", { arity: 2, run: (args) => operand(args, 1) }],
    [
      "ERROR",
      {
        arity: 1,
        run: ([message]) => {
          throw failed({ kind: "UserError", message: textOf(message) });
        },
      },
    ],
    ["FAIL_WITH_STATUS", { arity: 4, run: failWithStatus }],
    ["ANY_EXCEPTION_MESSAGE", { arity: 1, run: (args) => exceptionMessage(args[0], messageOf) }],
    [
      "FOLDL",
      { arity: 3, run: (args) => foldLeft(operand(args, 0), operand(args, 1), listOf(args[2])) },
    ],
    [
      "FOLDR",
      {
        arity: 3,
        run: (args) => {
          const items = itemsOf(listOf(args[2]));
          return foldRight(operand(args, 0), operand(args, 1), items, items.length);
        },
      },
    ],
    [
      "EQUAL_LIST",
      { arity: 3, run: (args) => equalLists(operand(args, 0), listOf(args[1]), listOf(args[2])) },
    ],
  ]);
