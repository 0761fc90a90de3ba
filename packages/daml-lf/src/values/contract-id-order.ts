import { LfError } from "./lf-error.js";

// hexadecimal digits: the version, then the local part of an id of version 1 and of version 2
const versionLength = 2;
const localLengths: Readonly<Record<string, number>> = { "00": 64, "01": 24 };

/**
 * Compares contract ids (daml-lf B.6): by version, by the local part, by the suffix. Throws a
 * ContractIdComparability error for ids of one local part where a suffix is still to come.
 */
export const compareContractIds = (a: string, b: string): number => {
  if (a === b) return 0;
  const version = a.slice(0, versionLength);
  const end = versionLength + (localLengths[version] ?? 0);
  const [localA, localB] = [a.slice(0, end), b.slice(0, end)];
  if (localA !== localB) return localA < localB ? -1 : 1;
  const [suffixA, suffixB] = [a.slice(end), b.slice(end)];
  const final = version === "01" ? isAbsolute(suffixA) && isAbsolute(suffixB) : true;
  if (suffixA === "" || suffixB === "" || !final) {
    throw new LfError({
      kind: "ContractIdComparability",
      reason: `the contract ids ${a} and ${b} cannot be compared before both have their whole suffix`,
    });
  }
  return suffixA < suffixB ? -1 : 1;
};

// the first bit of the suffix of version 2
const isAbsolute = (suffix: string): boolean => suffix >= "8";
