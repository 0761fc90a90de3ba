import { dateToText, microsToText } from "@tallystick/core";
import { numericText } from "../builtins/numeric.js";
import { failureCategories } from "../syntax/expression.js";
import {
  Any,
  AnyException,
  Cons,
  ContractId,
  Enum,
  FailureCategory,
  GenMap,
  InterfaceValue,
  LfDate,
  LfRecord,
  type LfValue,
  Nil,
  None,
  Numeric,
  Party,
  Some,
  Struct,
  TextMap,
  Timestamp,
  TypeRep,
  Unit,
  Variant,
} from "../values/value.js";
import { typeText } from "./type-text.js";

/** A piece of text, or what is still to be written. */
type Piece =
  | string
  | { readonly value: LfValue; readonly isArgument: boolean }
  /** The rest of a list or a map, an element at a time. */
  | { readonly rest: Iterator<LfValue | readonly [LfValue, LfValue]>; readonly isFirst: boolean };

/**
 * A value as Daml's `show` writes it, functions as `<function>`; any depth. Longer ones are cut.
 *
 * @param longest in characters
 */
export const valueText = (value: LfValue, longest = 2000): string => {
  const pending: Array<Piece> = [{ value, isArgument: false }];
  let text = "";
  while (text.length <= longest) {
    const next = pending.pop();
    if (next === undefined) return text;
    if (typeof next === "string") text += next;
    else if ("rest" in next) pushElement(pending, next.rest, next.isFirst);
    else
      for (const piece of [...piecesOf(next.value, next.isArgument)].reverse()) pending.push(piece);
  }
  return `${text.slice(0, longest)}…`;
};

const pushElement = (
  pending: Array<Piece>,
  rest: Iterator<LfValue | readonly [LfValue, LfValue]>,
  isFirst: boolean,
): void => {
  const next = rest.next();
  if (next.done === true) return;
  const { value } = next;
  pending.push({ rest, isFirst: false });
  const pieces: ReadonlyArray<Piece> = isPair(value)
    ? ["(", whole(value[0]), ", ", whole(value[1]), ")"]
    : [whole(value)];
  for (const piece of [...pieces].reverse()) pending.push(piece);
  if (!isFirst) pending.push(", ");
};

const isPair = (
  value: LfValue | readonly [LfValue, LfValue],
): value is readonly [LfValue, LfValue] => Array.isArray(value);

const whole = (value: LfValue): Piece => ({ value, isArgument: false });

function* elementsOf(list: LfValue): Generator<LfValue> {
  for (let rest = list; rest instanceof Cons; rest = rest.tail) yield rest.head;
}

const constructed = (
  constructor: string,
  argument: LfValue,
  isArgument: boolean,
): ReadonlyArray<Piece> => {
  const pieces: ReadonlyArray<Piece> = [`${constructor} `, { value: argument, isArgument: true }];
  return isArgument ? ["(", ...pieces, ")"] : pieces;
};

const flatText = (value: LfValue): string | undefined => {
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "string") return JSON.stringify(value);
  if (value instanceof Unit) return "()";
  if (value instanceof Numeric) return numericText(value);
  if (value instanceof Party) return `'${value.id}'`;
  if (value instanceof ContractId) return `<contract-id:${value.id}>`;
  if (value instanceof LfDate) return dateToText(value.days);
  if (value instanceof Timestamp) return microsToText(value.micros);
  if (value instanceof FailureCategory) return failureCategories[value.rank] ?? "";
  if (value instanceof None) return "None";
  if (value instanceof Nil) return "[]";
  if (value instanceof TypeRep) return `<type ${typeText(value.type)}>`;
  if (value instanceof Enum) return value.shape.names[value.rank] ?? "";
  return undefined;
};

const fieldPieces = (
  labels: ReadonlyArray<string>,
  fields: ReadonlyArray<LfValue>,
): ReadonlyArray<Piece> =>
  fields.flatMap(
    (field, at): ReadonlyArray<Piece> => [
      `${at === 0 ? "" : ", "}${labels[at] ?? ""} = `,
      whole(field),
    ],
  );

const recordPieces = ({ shape: { of, labels }, fields }: LfRecord): ReadonlyArray<Piece> => {
  if (of.module === "DA.Types" && of.name === `Tuple${fields.length}`) {
    const items = fields.flatMap((field, at) => [at === 0 ? "" : ", ", whole(field)]);
    return ["(", ...items, ")"];
  }
  const [name = ""] = of.name.split(".").slice(-1);
  return fields.length === 0 ? [name] : [`${name} {`, ...fieldPieces(labels, fields), "}"];
};

const piecesOf = (value: LfValue, isArgument: boolean): ReadonlyArray<Piece> => {
  const flat = flatText(value);
  if (flat !== undefined) return [isArgument && flat.startsWith("-") ? `(${flat})` : flat];
  if (value instanceof Some) return constructed("Some", value.value, isArgument);
  if (value instanceof Cons) return ["[", { rest: elementsOf(value), isFirst: true }, "]"];
  if (value instanceof TextMap || value instanceof GenMap) {
    const kind = value instanceof TextMap ? "TextMap" : "Map";
    return [`${kind} [`, { rest: value.entries(), isFirst: true }, "]"];
  }
  if (value instanceof LfRecord) return recordPieces(value);
  if (value instanceof Struct) return ["<", ...fieldPieces(value.labels, value.fields), ">"];
  if (value instanceof Variant)
    return constructed(value.shape.names[value.rank] ?? "", value.argument, isArgument);
  if (value instanceof Any || value instanceof AnyException)
    return ["<any ", whole(value.value), ">"];
  if (value instanceof InterfaceValue) return recordPieces(value.payload);
  return ["<function>"];
};
