import type { Reference, Type } from "../syntax/type.js";

import { pushAll } from "./push-all.js";

const longest = 600;

/** A reference as `package:Module:Name`. */
export function showReference(reference: Reference): string {
  return `${reference.packageId}:${reference.module}:${reference.name}`;
}

function isArrow(type: Type): type is Extract<Type, { tag: "application" }> & {
  readonly function: Extract<Type, { tag: "application" }>;
} {
  return (
    type.tag === "application" &&
    type.function.tag === "application" &&
    type.function.function.tag === "builtin" &&
    type.function.function.builtin === "Arrow"
  );
}

function parts(type: Type): ReadonlyArray<Type | string> {
  if (isArrow(type)) return ["(", type.function.argument, " -> ", type.argument, ")"];
  switch (type.tag) {
    case "variable":
      return [type.name];
    case "constructor":
      return [showReference(type.of)];
    case "builtin":
      return [type.builtin];
    case "nat":
      return [String(type.value)];
    case "application":
      return ["(", type.function, " ", type.argument, ")"];
    case "forall":
      return ["forall ", type.binder.name, ". ", type.body];
    case "struct":
      return [
        "<",
        ...type.fields.flatMap(
          (field, index): ReadonlyArray<Type | string> => [
            index === 0 ? "" : ", ",
            `${field.name}: `,
            field.type,
          ],
        ),
        ">",
      ];
    case "synonym":
      return [
        "|",
        showReference(type.of),
        ...type.arguments.flatMap((argument): ReadonlyArray<Type | string> => [" ", argument]),
        "|",
      ];
  }
}

/** A type as text for an error, cut at 600 characters. */
export function showType(type: Type): string {
  const pending: Array<Type | string> = [type];
  let text = "";
  while (pending.length > 0 && text.length < longest) {
    const next = pending.pop() ?? "";
    if (typeof next === "string") text += next;
    else pushAll(pending, [...parts(next)].reverse());
  }
  return text.length < longest ? text : `${text.slice(0, longest)}…`;
}
