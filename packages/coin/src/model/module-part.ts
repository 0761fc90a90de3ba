import { definePackage, type Package } from "@tallystick/core";
import { codeVersion } from "./code-version.js";
import {
  earlierChoice,
  earlierLinks,
  earlierTemplate,
  nameEarlier,
  type Release,
} from "./release.js";

type Definitions = Pick<Package, "templates" | "interfaces" | "choices" | "instances">;

export interface ModulePart extends Definitions {
  /** What the later release added. */
  readonly later: Definitions;
}

type Part = Partial<Omit<ModulePart, "later">> & {
  readonly later?: Partial<Omit<ModulePart, "later">>;
};

const nothing: Definitions = { templates: [], interfaces: [], choices: [], instances: [] };

/** What one module puts into its package; what it does not have may be left out. */
export const modulePart = ({ later, ...part }: Part): ModulePart => ({
  ...nothing,
  ...part,
  later: { ...nothing, ...later },
});

type PackageName = Required<Pick<Package, "name" | "version">> & Pick<Package, "packageId">;

const together = (parts: ReadonlyArray<Definitions>): Definitions => ({
  templates: parts.flatMap(({ templates }) => templates),
  interfaces: parts.flatMap(({ interfaces }) => interfaces),
  choices: parts.flatMap(({ choices }) => choices),
  instances: parts.flatMap(({ instances }) => instances),
});

/** A package of all parts. */
export const packageOf = (called: PackageName, parts: ReadonlyArray<ModulePart>): Package =>
  definePackage({
    ...called,
    codeVersion,
    ...together(parts.flatMap((part) => [part, part.later])),
  });

/** The version of a package in each release. */
export type Releases = Readonly<Record<Release, Package>>;

/**
 * A package of all parts, and the version of it that the earlier release had: without what the
 * later one added, and with the same code.
 *
 * @param name of both
 * @param versions of each
 */
export const releasesOf = (
  name: string,
  versions: Readonly<Record<Release, Required<Pick<Package, "version" | "packageId">>>>,
  parts: ReadonlyArray<ModulePart>,
): Releases => {
  const earlier = { name, ...versions["0.6.1"] };
  nameEarlier(earlier.packageId);
  const { templates, interfaces, choices, instances } = together(parts);
  return {
    "0.6.12": packageOf({ name, ...versions["0.6.12"] }, parts),
    "0.6.1": definePackage({
      ...earlier,
      codeVersion,
      links: earlierLinks,
      templates: templates.map(earlierTemplate),
      interfaces,
      choices: choices.map(earlierChoice),
      instances: instances.map((each) => ({ ...each, template: earlierTemplate(each.template) })),
    }),
  };
};
