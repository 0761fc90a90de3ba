import { type LedgerError, type Pausing, withoutPause } from "@tallystick/core";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { PackageSource } from "../archive.js";
import { darParseError } from "../dar-error.js";
import { type DarLimits, defaultDarLimits } from "../dar-limits.js";
import { minorRank } from "../language-version.js";
import { malformed } from "../malformed.js";
import { packageParts } from "../package-tables.js";
import type { LanguageVersion, LfPackage, Module } from "../syntax/package.js";
import { DefinitionDecoder } from "./decode-definitions.js";
import { ExpressionDecoder } from "./decode-expressions.js";
import { TypeDecoder } from "./decode-types.js";
import { Message } from "./message.js";
import { atOnce, type WhenRead } from "./when-read.js";

/**
 * Reads the definitions of a package whose archive was read before. Expressions and types of its
 * values are read when they are first used, and may throw then when they are nested too deeply.
 *
 * @returns Left DAR_PARSE_ERROR when it is of no stable version of Daml-LF 2, or nested too deeply
 */
export const decodePackage = (
  archive: PackageSource,
  limits: DarLimits = defaultDarLimits,
): Either<LedgerError, LfPackage> => withoutPause(decodingPackage(archive, atOnce, limits));

/**
 * Like `decodePackage`, pausing between two modules.
 *
 * @param whenRead when templates, interfaces and their choices are read
 */
export function* decodingPackage(
  archive: PackageSource,
  whenRead: WhenRead,
  limits: DarLimits = defaultDarLimits,
): Pausing<Either<LedgerError, LfPackage>> {
  try {
    return right(yield* packageOf(archive, whenRead, limits));
  } catch (thrown) {
    return left(darParseError(thrown instanceof Error ? thrown.message : String(thrown)));
  }
}

const stableVersions: ReadonlyArray<LanguageVersion> = ["2.1", "2.2", "2.3"];

function* packageOf(
  archive: PackageSource,
  whenRead: WhenRead,
  limits: DarLimits,
): Pausing<LfPackage> {
  const { packageId, payload, name, version, dependencies } = archive;
  const languageVersion = stableVersions.find((each) => each === archive.languageVersion);
  if (languageVersion === undefined)
    return malformed(`Daml-LF ${archive.languageVersion} is no stable version`);
  const minor = languageVersion.slice(2);
  // field 4 of the payload is the package of Daml-LF 2
  const content = Message.at(payload, 0, payload.length).content(4);
  const parts = packageParts(content, minorRank[minor] ?? 0, minor, limits);
  const types = new TypeDecoder(packageId, parts);
  const decoder = new DefinitionDecoder(new ExpressionDecoder(types), whenRead);
  const modules: Array<Module> = [];
  for (const [index, { name }] of archive.modules.entries()) {
    yield;
    const { start, end } = parts.modules.at(index);
    modules.push(decoder.module(name, Message.at(content, start, end)));
  }
  return {
    id: packageId,
    name,
    version,
    languageVersion,
    dependencies,
    modules: new Map(modules.map((module) => [module.name, module])),
  };
}
