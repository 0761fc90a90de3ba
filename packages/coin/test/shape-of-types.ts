import type { DamlType, Json, Package } from "@tallystick/core";

type Named = ReadonlyMap<string, string>;

const isPairs = (value: unknown): value is ReadonlyArray<readonly [string, Json]> =>
  Array.isArray(value);

const pairsOf = (value: unknown): ReadonlyArray<readonly [string, Json]> =>
  isPairs(value) ? value : [];

/** A type as text: named types by their name, others spelled out. */
const shown = (model: Json | undefined, named: Named): string =>
  named.get(JSON.stringify(model)) ?? spelledOut(model, named);

const fieldsOf = (value: unknown, named: Named): string =>
  pairsOf(value)
    .map(([name, type]) => `${name}:${shown(type, named)}`)
    .join(" ");

/** The parts of a type, one level deep. */
const spelledOut = (model: Json | undefined, named: Named): string => {
  if (model === null || typeof model !== "object" || Array.isArray(model))
    return JSON.stringify(model).replaceAll('"', "");
  const [[kind, part] = ["", null]] = Object.entries(model);
  const inner = (index: number): string => shown(Array.isArray(part) ? part[index] : null, named);
  switch (kind) {
    case "Record":
      return `{${fieldsOf(part, named)}}`;
    case "Variant":
      return `<${fieldsOf(part, named)}>`;
    case "Optional":
      return `${shown(part, named)}?`;
    case "List":
      return `[${shown(part, named)}]`;
    case "TextMap":
      return `(Text -> ${shown(part, named)})`;
    case "GenMap":
      return `(${inner(0)} -> ${inner(1)})`;
    default:
      return JSON.stringify(model).replaceAll('"', "");
  }
};

const inside = (model: Json, named: Named): string =>
  spelledOut(model, named).replace(/^[{<]|[}>]$/g, "");

/**
 * Names, fields and types of packages, one line each: `template`, `interface`, `choice` and `nonconsuming choice`, and
 * `type` for the records they share.
 */
export const shapeLines = (
  packages: ReadonlyArray<Package>,
  types: Readonly<Record<string, DamlType<unknown>>>,
): ReadonlyArray<string> => {
  const named: Named = new Map(
    Object.entries(types).map(([name, { model }]) => [JSON.stringify(model), name]),
  );
  const line = (...parts: ReadonlyArray<string>) => parts.join(" ").trimEnd();
  return [
    ...Object.entries(types).map(([name, { model }]) =>
      line("type", name, "|", inside(model, named)),
    ),
    ...packages.flatMap((each) => [
      line("package", each.name),
      ...each.templates.map(({ name, payload }) =>
        line("template", name, "|", inside(payload.model, named)),
      ),
      ...each.interfaces.map(({ name, view }) =>
        line("interface", name, "|", inside(view.model, named)),
      ),
      ...each.choices.map(({ on, name, consuming, argument, result }) =>
        line(
          consuming ? "choice" : "nonconsuming choice",
          `${on.name.split(":")[1]}.${name}`,
          "|",
          `${inside(argument.model, named)} ->`,
          shown(result.model, named).replace(/^[{<]|[}>]$/g, ""),
        ),
      ),
    ]),
  ];
};
