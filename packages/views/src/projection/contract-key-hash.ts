import { hash } from "node:crypto";
import { canonicalJson, type ContractKey, type TemplateId } from "@tallystick/core";

/**
 * Base64 of the SHA-256 of a contract key: over the UTF-8 bytes of the canonical JSON of `[package
 * name, "Module:Entity", key]`, so that a key has the same hash in every version of its package.
 */
export const contractKeyHash = (
  templateId: TemplateId,
  packageName: string,
  key: ContractKey,
): string => {
  const qualifiedName = templateId.slice(templateId.indexOf(":") + 1);
  return hash("sha256", canonicalJson([packageName, qualifiedName, key.value]), "base64");
};
