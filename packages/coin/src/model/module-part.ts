import { definePackage, type Package } from "@tallystick/core";
import { codeVersion } from "./code-version.js";

type ModulePart = Omit<Package, "name" | "version" | "packageId">;

/** What one module puts into its package; what it does not have may be left out. */
export const modulePart = (part: Partial<ModulePart>): ModulePart => ({
  templates: [],
  interfaces: [],
  choices: [],
  instances: [],
  ...part,
});

export type PackageName = Pick<Package, "name" | "version" | "packageId">;

export const packageOf = (called: PackageName, parts: ReadonlyArray<ModulePart>): Package =>
  definePackage({
    ...called,
    codeVersion,
    templates: parts.flatMap(({ templates }) => templates),
    interfaces: parts.flatMap(({ interfaces }) => interfaces),
    choices: parts.flatMap(({ choices }) => choices),
    instances: parts.flatMap(({ instances }) => instances),
  });
