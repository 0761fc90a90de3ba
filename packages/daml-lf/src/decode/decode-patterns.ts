import { malformed } from "../malformed.js";
import { failureCategories, type Literal, type Pattern } from "../syntax/expression.js";
import type { ExpressionSource } from "./expression-source.js";
import type { Message } from "./message.js";

/** A BuiltinLit. */
export const literalOf = (message: Message, { types }: ExpressionSource): Literal => {
  switch (message.caseBeside()) {
    case 1:
      return { tag: "int64", value: message.sint64(1) };
    case 2:
      return { tag: "timestamp", value: message.sfixed64(2) };
    case 3:
      return numericOf(types.text(message.int(3)));
    case 4:
      return { tag: "text", value: types.text(message.int(4)) };
    case 5:
      return { tag: "date", value: message.int(5) };
    case 6:
      return {
        tag: "failureCategory",
        value: failureCategories[message.int(6)] ?? malformed("invalid failure category"),
      };
    default:
      return malformed("a literal is not supported");
  }
};

const numericOf = (text: string): Literal => {
  const [, digits = "", places = ""] = /^(-?(?:[1-9]\d*|0))\.(\d*)$/.exec(text) ?? [];
  const maxDigits = 38;
  if (digits === "" || places.length >= maxDigits)
    return malformed(`invalid numeric literal ${text.slice(0, 60)}`);
  const unscaled = BigInt(`${digits}${places}`);
  if (unscaled.toString().replace("-", "").length > maxDigits)
    return malformed(`invalid numeric literal ${text.slice(0, 60)}`);
  return { tag: "numeric", unscaled, scale: places.length };
};

/** BuiltinCon: unit, false and true. */
export const unitOrBool = (number: number): { tag: "unit" } | { tag: "bool"; value: boolean } =>
  number === 0 ? { tag: "unit" } : { tag: "bool", value: number === 2 };

export const patternOf = (message: Message, d: ExpressionSource): Pattern => {
  const number = message.caseBeside(1);
  const content = number === 4 ? message : message.message(number);
  switch (number) {
    case 3:
      return {
        tag: "variant",
        of: d.reference(content, 1),
        constructor: d.text(content, 2),
        binder: d.text(content, 3),
      };
    case 4:
      return unitOrBool(message.int(4));
    case 5:
      return { tag: "nil" };
    case 6:
      return { tag: "cons", head: d.text(content, 1), tail: d.text(content, 2) };
    case 7:
      return { tag: "none" };
    case 8:
      return { tag: "some", binder: d.text(content, 1) };
    case 9:
      return { tag: "enum", of: d.reference(content, 1), constructor: d.text(content, 2) };
    default:
      return { tag: "default" };
  }
};
