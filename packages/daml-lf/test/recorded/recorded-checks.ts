import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { LfPackage } from "../../src/syntax/package.js";

/** A package with those it refers to, and whether a participant took it. */
interface RecordedCheck {
  readonly name: string;
  readonly packages: ReadonlyArray<string>;
  readonly ok: boolean;
}

/** Two packages with those they refer to; kind and text of the error, if there is one. */
interface RecordedUpgrade {
  readonly name: string;
  readonly packages: ReadonlyArray<string>;
  readonly past: string;
  readonly present: string;
  readonly kind?: string;
  readonly text?: string;
}

interface Recorded {
  readonly packages: ReadonlyArray<LfPackage>;
  readonly checks: ReadonlyArray<RecordedCheck>;
  readonly upgrades: ReadonlyArray<RecordedUpgrade>;
}

const file = new URL("../../../test/recorded/checks.json.gz", import.meta.url);

/** A map is written as its values, or as entries where these have no names; a bigint as text. */
function revive(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if ("int" in value) return BigInt(String(value.int));
  if ("entries" in value && Array.isArray(value.entries)) return new Map(value.entries);
  if ("map" in value && Array.isArray(value.map))
    return new Map(value.map.map((each: { readonly name: string }) => [each.name, each]));
  return value;
}

/** What Canton 3.5.8 answered to packages and to pairs of packages, which are here decoded. */
export function readRecorded(): Recorded {
  return JSON.parse(gunzipSync(readFileSync(file)).toString("utf8"), revive) as Recorded;
}

/** Packages by id, for a check. */
export function packagesById(
  packages: ReadonlyArray<LfPackage>,
  ids: ReadonlyArray<string>,
): ReadonlyMap<string, LfPackage> {
  const all = new Map(packages.map((each) => [each.id, each]));
  return new Map(
    ids.flatMap((id) => {
      const found = all.get(id);
      return found === undefined ? [] : [[id, found] as const];
    }),
  );
}
