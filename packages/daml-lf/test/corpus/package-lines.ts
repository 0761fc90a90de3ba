import { isLeft } from "fp-ts/lib/Either.js";
import { type Dar, readDar } from "../../src/dar.js";
import { decodePackage } from "../../src/decode/decode-package.js";
import type { LfPackage } from "../../src/syntax/package.js";
import { checkUpgrade } from "../../src/upgrade/check-upgrade.js";
import { validateDar } from "../../src/validate-dar.js";

/** A package to accept or refuse at upload. A reader that threw refused it too. */
export interface PackageLine {
  readonly kind: "package";
  readonly name: string;
  /** Base64. */
  readonly dar: string;
  readonly answer: { readonly ok?: boolean };
}

/** Two packages, and whether one may be an upgrade of the other. */
export interface UpgradeLine {
  readonly kind: "upgrade";
  readonly name: string;
  readonly old: { readonly package: string; readonly dar: string };
  readonly new: { readonly package: string; readonly dar: string };
  readonly answer: { readonly ok: boolean; readonly kind?: string };
}

const darIn = (base64: string) => readDar(Buffer.from(base64, "base64"));

/** Whether a package is accepted. */
const accepted = async ({ dar }: PackageLine): Promise<boolean> => {
  const read = await darIn(dar);
  if (isLeft(read)) return false;
  return !isLeft(await validateDar(read.right, () => false));
};

const decoded = async (base64: string): Promise<Map<string, LfPackage>> => {
  const read = await darIn(base64);
  if (isLeft(read)) throw new Error(read.left.cause);
  const { packages }: Dar = read.right;
  return new Map(
    packages.map((archive) => {
      const found = decodePackage(archive);
      if (isLeft(found)) throw new Error(found.left.cause);
      return [archive.packageId, found.right];
    }),
  );
};

/** `ok`, or the kind of what makes one package no upgrade of the other. */
const upgradeVerdict = async ({ old, new: present }: UpgradeLine): Promise<string> => {
  const packages = new Map([...(await decoded(old.dar)), ...(await decoded(present.dar))]);
  const [past, next] = [packages.get(old.package), packages.get(present.package)];
  if (past === undefined || next === undefined) throw new Error("the DAR lacks its package");
  const verdict = checkUpgrade(packages, past, next);
  return isLeft(verdict) ? verdict.left.kind : "ok";
};

/** What differs from the recorded answer of a line; undefined for nothing. */
export const differenceOf = async (
  line: PackageLine | UpgradeLine,
): Promise<{ name: string; found: unknown; expected: unknown } | undefined> => {
  const { name, answer } = line;
  const [found, expected] =
    line.kind === "package"
      ? [await accepted(line), answer.ok === true]
      : [await upgradeVerdict(line), answer.ok === true ? "ok" : line.answer.kind];
  return found === expected ? undefined : { name, found, expected };
};
