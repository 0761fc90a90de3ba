import type { Endpoint } from "./endpoint.js";
import { type EndpointFamily, ledgerApiFamily } from "./endpoint-family.js";

/** The family of a path, also if none of its endpoints has it. */
export type FamilyOfPath = (path: string) => EndpointFamily;

const rootOf = (path: string): string => path.split("/", 2).join("/");

/**
 * Finds the family of any path by the first part of the paths of a table (`/v2`, `/v0`,
 * `/api/validator/v0`). Other paths count as the JSON Ledger API's.
 */
export const pathFamilies = (
  endpoints: ReadonlyArray<Pick<Endpoint, "family" | "path">>,
): FamilyOfPath => {
  const families = new Map<string, EndpointFamily>();
  for (const { family, path } of endpoints) {
    for (const prefix of family.prefixes) {
      const root = `${prefix}${rootOf(path)}`;
      if (!families.has(root)) families.set(root, family);
    }
  }
  const roots = [...families];
  return (path) =>
    roots.find(([root]) => path === root || path.startsWith(`${root}/`))?.[1] ?? ledgerApiFamily;
};
