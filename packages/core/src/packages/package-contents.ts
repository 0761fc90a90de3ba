import { isJsonArray, isJsonObject, type Json } from "../values/json.js";

const itemsIn = (model: Json, field: string): ReadonlyArray<Json> => {
  const items = isJsonObject(model) ? model[field] : undefined;
  return isJsonArray(items) ? items : [];
};

/** Ids of the packages a package needs. One given in TypeScript names none. */
export const dependenciesIn = (model: Json): ReadonlyArray<string> =>
  itemsIn(model, "dependencies").flatMap((item) => (typeof item === "string" ? [item] : []));

/** True when a package has a template or an interface, so that a command can name it. */
export const definesTemplates = (model: Json): boolean =>
  [model, ...itemsIn(model, "modules")].some(
    (part) => itemsIn(part, "templates").length > 0 || itemsIn(part, "interfaces").length > 0,
  );
