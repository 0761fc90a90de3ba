import type { Endpoint } from "./endpoint.js";
import { type EndpointFamily, ledgerApiFamily } from "./endpoint-family.js";

/** The family of a path, also if none of its endpoints has it. */
export type FamilyOfPath = (path: string) => EndpointFamily;

/** The first parts of a path, longest first: `/v2/allocations`, `/v2`. */
const rootsOf = (path: string): ReadonlyArray<string> => {
  const [, first = "", second = ""] = path.split("/", 3);
  return second === "" ? [`/${first}`] : [`/${first}/${second}`, `/${first}`];
};

/** The family with the most rows; of several the first. */
const mostOf = (rows: ReadonlyMap<EndpointFamily, number>): EndpointFamily => {
  const [first] = [...rows].sort(([, a], [, b]) => b - a);
  return first?.[0] ?? ledgerApiFamily;
};

/**
 * Finds the family of any path by the first two parts of the paths of a table (`/v2/users`,
 * `/v2/allocations`), else by the first one (`/v2`, `/api/validator/v0`): of two families that have
 * it, the one with more rows there. Other paths count as the JSON Ledger API's.
 */
export const pathFamilies = (
  endpoints: ReadonlyArray<Pick<Endpoint, "family" | "path">>,
): FamilyOfPath => {
  const rows = new Map<string, Map<EndpointFamily, number>>();
  for (const { family, path } of endpoints) {
    for (const root of family.prefixes.flatMap((it) => rootsOf(path).map((of) => `${it}${of}`))) {
      const counts = rows.get(root) ?? new Map<EndpointFamily, number>();
      rows.set(root, counts.set(family, (counts.get(family) ?? 0) + 1));
    }
  }
  const roots = [...rows]
    .map(([root, counts]) => [root, mostOf(counts)] as const)
    .sort(([a], [b]) => b.length - a.length);
  return (path) =>
    roots.find(([root]) => path === root || path.startsWith(`${root}/`))?.[1] ?? ledgerApiFamily;
};
