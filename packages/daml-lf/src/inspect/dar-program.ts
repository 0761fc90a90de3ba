import type { LedgerError } from "@tallystick/core";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import type { Dar } from "../dar.js";
import { decodePackage } from "../decode/decode-package.js";
import { crash } from "../machine/crash.js";
import { type Program, programOf } from "../machine/program.js";
import { stableDefinitions } from "../stable/stable-definitions.js";
import type { LfPackage } from "../syntax/package.js";

/** The packages of a DAR as a program that is not on a ledger. */
export interface DarProgram {
  readonly packages: ReadonlyMap<string, LfPackage>;
  readonly main: string;
  readonly program: Program;
}

/**
 * Decodes the packages of a DAR.
 *
 * @returns Left DAR_PARSE_ERROR
 */
export const darProgram = (dar: Dar): Either<LedgerError, DarProgram> => {
  const packages = new Map<string, LfPackage>(stableDefinitions());
  for (const archive of dar.packages) {
    const decoded = decodePackage(archive);
    if (isLeft(decoded)) return decoded;
    packages.set(archive.packageId, decoded.right);
  }
  const convert = (): never => {
    throw crash("payloads of other versions are converted by a ledger only");
  };
  const program = programOf({ package: (id) => packages.get(id), convert });
  return right({ packages, main: dar.main.packageId, program });
};
