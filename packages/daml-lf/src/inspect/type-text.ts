import type { Reference, Type } from "../syntax/type.js";
import { spineOf } from "../ledger-types/closed-type.js";

const longestText = 400;

/** What is around a type, which says whether it wants parentheses. */
type Position = "whole" | "parameter" | "argument";

/** A piece of text, or a type that is still to be written. */
type Piece = string | { readonly type: Type; readonly position: Position };

/**
 * A type as Daml writes it, names without packages: `Optional (Numeric 10) -> [Text]`. Cut at 400
 * characters.
 */
export const typeText = (type: Type): string => {
  const pending: Array<Piece> = [{ type, position: "whole" }];
  let text = "";
  while (text.length < longestText) {
    const next = pending.pop();
    if (next === undefined) return text;
    if (typeof next === "string") text += next;
    else for (const piece of [...piecesOf(next.type, next.position)].reverse()) pending.push(piece);
  }
  return `${text.slice(0, longestText)}…`;
};

const nameOf = ({ module, name }: Reference): string =>
  module.startsWith("DA.") || module.startsWith("GHC.") ? name : `${module}:${name}`;

const within = (isWrapped: boolean, pieces: ReadonlyArray<Piece>): ReadonlyArray<Piece> =>
  isWrapped ? ["(", ...pieces, ")"] : pieces;

const applied = (
  head: string,
  args: ReadonlyArray<Type>,
  position: Position,
): ReadonlyArray<Piece> =>
  within(position === "argument" && args.length > 0, [
    head,
    ...args.flatMap((type): ReadonlyArray<Piece> => [" ", { type, position: "argument" }]),
  ]);

const commaSeparated = (types: ReadonlyArray<Type>): ReadonlyArray<Piece> =>
  types.flatMap(
    (type, at): ReadonlyArray<Piece> => [at === 0 ? "" : ", ", { type, position: "whole" }],
  );

const isTuple = ({ module, name }: Reference, args: ReadonlyArray<Type>): boolean =>
  module === "DA.Types" && name === `Tuple${args.length}`;

const builtinPieces = (
  builtin: string,
  args: ReadonlyArray<Type>,
  position: Position,
): ReadonlyArray<Piece> => {
  const [first, second] = args;
  if (builtin === "Arrow" && first !== undefined && second !== undefined) {
    const result: Piece = { type: second, position: "whole" };
    return within(position !== "whole", [{ type: first, position: "parameter" }, " -> ", result]);
  }
  if (builtin === "List" && first !== undefined && args.length === 1)
    return ["[", { type: first, position: "whole" }, "]"];
  return applied(builtin === "Unit" ? "()" : builtin, args, position);
};

const piecesOf = (type: Type, position: Position): ReadonlyArray<Piece> => {
  const { head, args } = spineOf(type);
  switch (head.tag) {
    case "variable":
      return applied(head.name, args, position);
    case "nat":
      return [String(head.value)];
    case "builtin":
      return builtinPieces(head.builtin, args, position);
    case "constructor":
      return isTuple(head.of, args)
        ? ["(", ...commaSeparated(args), ")"]
        : applied(nameOf(head.of), args, position);
    case "synonym":
      return applied(nameOf(head.of), [...head.arguments, ...args], position);
    case "forall":
      return within(position !== "whole", [
        `forall ${head.binder.name}. `,
        { type: head.body, position: "whole" },
      ]);
    case "struct":
      return [
        "<",
        ...head.fields.flatMap(
          ({ name, type: of }, at): ReadonlyArray<Piece> => [
            `${at === 0 ? "" : ", "}${name}: `,
            { type: of, position: "whole" },
          ],
        ),
        ">",
      ];
    case "application":
      return [];
  }
};
