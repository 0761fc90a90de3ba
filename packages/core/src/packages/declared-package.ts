import type { PackageInfo } from "./catalog.js";
import { isJsonArray, isJsonObject, type Json } from "../values/json.js";

/** Format of the model of a package that came as an archive. */
export const archiveModelFormat = "daml-lf";

/** True for the model of a package that came as an archive. */
export const isArchiveModel = (model: Json): boolean =>
  isJsonObject(model) && model.format === archiveModelFormat;

/** A template or interface that is known by name only, without code. */
export interface DeclaredEntity {
  readonly kind: "template" | "interface";
  /** Package-id form. */
  readonly id: string;
  readonly package: PackageInfo;
  /** `Module:Entity`. */
  readonly name: string;
}

/**
 * A registered package without code: it came as an archive, or this process was opened without its
 * definition.
 */
export interface DeclaredPackage {
  readonly info: PackageInfo;
  readonly entities: ReadonlyArray<DeclaredEntity>;
}

/** What the model of a registered package declares. */
export const declaredPackage = ({
  packageId,
  name,
  version,
  model,
}: PackageInfo): DeclaredPackage => {
  const info = { packageId, name, version, model };
  const entities = entityNames(model).map(([kind, entity]) => ({
    kind,
    id: `${packageId}:${entity}`,
    package: info,
    name: entity,
  }));
  return { info, entities };
};

type EntityName = readonly [kind: DeclaredEntity["kind"], name: string];

const entityNames = (model: Json): ReadonlyArray<EntityName> => {
  if (!isJsonObject(model)) return [];
  if (!isArchiveModel(model)) {
    return [
      ...namesIn(model.templates).map((name): EntityName => ["template", name]),
      ...namesIn(model.interfaces).map((name): EntityName => ["interface", name]),
    ];
  }
  return itemsOf(model.modules).flatMap((module) => {
    if (!isJsonObject(module) || typeof module.name !== "string") return [];
    const within = `${module.name}:`;
    return [
      ...textsIn(module.templates).map((name): EntityName => ["template", within + name]),
      ...textsIn(module.interfaces).map((name): EntityName => ["interface", within + name]),
    ];
  });
};

const itemsOf = (value: Json | undefined): ReadonlyArray<Json> =>
  value !== undefined && isJsonArray(value) ? value : [];

const textsIn = (value: Json | undefined): ReadonlyArray<string> =>
  itemsOf(value).filter((item) => typeof item === "string");

const namesIn = (value: Json | undefined): ReadonlyArray<string> =>
  itemsOf(value).flatMap((item) =>
    isJsonObject(item) && typeof item.name === "string" ? [item.name] : [],
  );
