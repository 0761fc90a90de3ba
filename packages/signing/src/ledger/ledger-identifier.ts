import { archiveChoiceName, type TemplateId } from "@tallystick/core";
import type { Identifier } from "../messages/value.js";

/** The parts of a template or interface id in package-id form, `<package id>:<Module>:<Entity>`. */
export const identifierOf = (templateId: TemplateId): Identifier => {
  const [packageId = "", moduleName = "", entityName = ""] = templateId.split(":");
  return { packageId, moduleName, entityName };
};

export const templateIdOf = ({ packageId, moduleName, entityName }: Identifier): string =>
  `${packageId}:${moduleName}:${entityName}`;

/** The type of the argument of every archive, in a package of its own (daml-lf A.5). */
const archiveArgumentId: Identifier = {
  packageId: "9e70a8b3510d617f8a136213f33d6a903a10ca0eeec76bb06ba55d1ed9680f69",
  moduleName: "DA.Internal.Template",
  entityName: "Archive",
};

/** The type of a choice's argument: a record of the template's module, named as the choice. */
export const choiceArgumentId = (templateId: TemplateId, choice: string): Identifier =>
  choice === archiveChoiceName
    ? archiveArgumentId
    : { ...identifierOf(templateId), entityName: choice };
