import {
  isJsonArray,
  isJsonObject,
  type Json,
  type PackageEntities,
  type PackageInfo,
} from "@tallystick/core";
import { damlInterface } from "./daml-interface.js";
import { damlTemplate } from "./daml-template.js";
import type { DamlTypes } from "./daml-types.js";

/**
 * The templates and interfaces of a Daml package, by the names in its model (see `archiveModel`).
 * The package is not read before one of them is used.
 */
export const damlEntities = (types: DamlTypes, info: PackageInfo): PackageEntities => {
  const { packageId, model } = info;
  const references = (kind: "templates" | "interfaces") =>
    namesIn(model, kind).map(([module, name]) => ({ packageId, module, name }));
  return {
    templates: references("templates").map((of) => damlTemplate(types, info, of)),
    interfaces: references("interfaces").map((of) => damlInterface(types, info, of)),
  };
};

/** The names of templates or interfaces in a model, with their modules. */
const namesIn = (
  model: Json,
  kind: "templates" | "interfaces",
): ReadonlyArray<readonly [module: string, name: string]> =>
  itemsIn(model, "modules").flatMap((module) => {
    const name = isJsonObject(module) ? module["name"] : undefined;
    return typeof name === "string"
      ? itemsIn(module, kind).flatMap((each) =>
          typeof each === "string" ? [[name, each] as const] : [],
        )
      : [];
  });

const itemsIn = (value: Json, field: string): ReadonlyArray<Json> => {
  const items = isJsonObject(value) ? value[field] : undefined;
  return items !== undefined && isJsonArray(items) ? items : [];
};
