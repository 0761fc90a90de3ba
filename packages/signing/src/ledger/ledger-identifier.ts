import type { Identifier } from "../messages/value.js";

/** The parts of a template or interface id in package-id form, `<package id>:<Module>:<Entity>`. */
export const identifierOf = (templateId: string): Identifier => {
  const [packageId = "", moduleName = "", entityName = ""] = templateId.split(":");
  return { packageId, moduleName, entityName };
};

/** The package-id form of an identifier. */
export const templateIdOf = ({ packageId, moduleName, entityName }: Identifier): string =>
  `${packageId}:${moduleName}:${entityName}`;

/** The type of a choice's argument: a record of the template's module, named as the choice. */
export const choiceArgumentId = (templateId: string, choice: string): Identifier => ({
  ...identifierOf(templateId),
  entityName: choice,
});
