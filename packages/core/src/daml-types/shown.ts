import { isJsonObject } from "../values/json.js";
import type { DamlType } from "./daml-type.js";

/** Daml's maps have a `show`, which knows nothing of what is around it. */
const isMap = ({ model }: Pick<DamlType<unknown>, "model">): boolean =>
  isJsonObject(model) && ("TextMap" in model || "GenMap" in model);

/**
 * A value after a constructor, as Daml shows it: an application of another constructor goes into
 * parentheses, a map does not.
 */
export const shownArgument = (of: Pick<DamlType<unknown>, "model">, shown: string): string =>
  /^[A-Z][A-Za-z0-9_']* /.test(shown) && !isMap(of) ? `(${shown})` : shown;

/** Values between brackets, as Daml shows lists. */
export const shownList = (items: ReadonlyArray<string>): string => `[${items.join(",")}]`;

// the control characters by their code; the other ones have names of one letter
const controlNames =
  "NUL SOH STX ETX EOT ENQ ACK a b t n v f r SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US".split(
    " ",
  );

const del = 0x7f;

/** A text as Daml shows it: in quotes, what is not ASCII by its code. */
export const shownText = (text: string): string => {
  const characters = Array.from(text);
  const shown = characters.map((character, at) => {
    const next = characters[at + 1] ?? "";
    const code = character.codePointAt(0) ?? 0;
    if (character === '"' || character === "\\") return `\\${character}`;
    // the next character must not be read as a part of it
    if (code > del) return `\\${code}${/[0-9]/.test(next) ? "\\&" : ""}`;
    if (code === del) return "\\DEL";
    const name = controlNames[code];
    if (name === undefined) return character;
    return `\\${name}${name === "SO" && next === "H" ? "\\&" : ""}`;
  });
  return `"${shown.join("")}"`;
};
