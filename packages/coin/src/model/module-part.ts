import { definePackage, type Package } from "@tallystick/core";

/** What one module puts into its package. */
export type ModulePart = Omit<Package, "name" | "version">;

/** What one module puts into its package; what it does not have may be left out. */
export const modulePart = (part: Partial<ModulePart>): ModulePart => ({
  templates: [],
  interfaces: [],
  choices: [],
  instances: [],
  ...part,
});

/** A package made of its modules. */
export const packageOf = (
  name: string,
  version: string,
  parts: ReadonlyArray<ModulePart>,
): Package =>
  definePackage({
    name,
    version,
    templates: parts.flatMap(({ templates }) => templates),
    interfaces: parts.flatMap(({ interfaces }) => interfaces),
    choices: parts.flatMap(({ choices }) => choices),
    instances: parts.flatMap(({ instances }) => instances),
  });
