import type { Endpoint } from "./endpoint.js";
import { type EndpointFamily, ledgerApiFamily } from "./endpoint-family.js";

/** The family of a path, also if none of its endpoints has it. */
export type FamilyOfPath = (path: string) => EndpointFamily;

/** The first parts of a path, longest first: `/v2/allocations`, `/v2`. */
const rootsOf = (path: string): ReadonlyArray<string> => {
  const [, first = "", second = ""] = path.split("/", 3);
  return second === "" ? [`/${first}`] : [`/${first}/${second}`, `/${first}`];
};

/**
 * Finds the family of any path by the first two parts of the paths of a table (`/v2/users`,
 * `/v2/allocations`), else by the first one (`/v2`, `/api/validator/v0`), which belongs to the
 * family that has it first in the table. Other paths count as the JSON Ledger API's.
 */
export const pathFamilies = (
  endpoints: ReadonlyArray<Pick<Endpoint, "family" | "path">>,
): FamilyOfPath => {
  const families = new Map<string, EndpointFamily>();
  for (const { family, path } of endpoints) {
    const roots = family.prefixes.flatMap((prefix) => rootsOf(path).map((it) => `${prefix}${it}`));
    for (const root of roots) families.set(root, families.get(root) ?? family);
  }
  const roots = [...families].sort(([a], [b]) => b.length - a.length);
  return (path) =>
    roots.find(([root]) => path === root || path.startsWith(`${root}/`))?.[1] ?? ledgerApiFamily;
};
