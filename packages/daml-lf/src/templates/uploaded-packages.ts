import {
  type LedgerError,
  ledgerError,
  type PackageEntities,
  type PackageInfo,
  type Pausing,
  type UploadedCode,
  withoutPause,
} from "@tallystick/core";
import { isLeft, right } from "fp-ts/lib/Either.js";
import { archiveModel, archiveOfPayload, checkedSource } from "../archive.js";
import { atOnce, onFirstUse } from "../decode/when-read.js";
import { decodingPackage } from "../decode/decode-package.js";
import { stableDefinitions } from "../stable/stable-definitions.js";
import type { LfPackage } from "../syntax/package.js";
import {
  checkingLineages,
  isUtilityPackage,
  type LineageError,
} from "../upgrade/check-lineages.js";
import { damlEntities } from "./daml-entities.js";
import type { Pieces } from "../values/meter.js";
import { DamlTypes } from "./daml-types.js";
import { lazy } from "../lazy.js";

/** An archive whose bytes have the package id as their SHA-256. */
export interface AddedArchive {
  readonly packageId: string;
  readonly payload: Uint8Array;
  /** Its registration, if it was checked for that: it is not checked again. */
  readonly checked?: PackageInfo;
}

/**
 * Compiles packages that were read and checked before to templates and interfaces of the ledger.
 * The definitions of a package are decoded when they are first used, and its expressions when they
 * first run.
 */
export class UploadedPackages implements UploadedCode {
  readonly #archives = new Map<string, AddedArchive>();
  readonly #decoded = new Map<string, LfPackage | undefined>();
  readonly #entities = new Map<string, PackageEntities>();
  readonly #types: DamlTypes;
  #version = 0;

  /** @param pieces what transactions take in one piece; default: what keeps a node responsive */
  constructor(private readonly pieces?: Pieces) {
    this.#types = new DamlTypes((packageId) => this.#packageOf(packageId), pieces);
  }

  /**
   * The same packages as code that counts what its definitions take, in interpretations with a
   * profile. Compiled for itself: it is gone with what this returns.
   */
  profiled(): UploadedCode {
    const types = new DamlTypes((packageId) => this.#packageOf(packageId), this.pieces, true);
    const { version } = this;
    const entities = new Map<string, PackageEntities>();
    return {
      version,
      entitiesOf: (info) => {
        if (!this.has(info.packageId)) return undefined;
        const known = entities.get(info.packageId) ?? damlEntities(types, info);
        entities.set(info.packageId, known);
        return known;
      },
    };
  }

  get version(): number {
    return this.#version;
  }

  /** True when a package is there. */
  has(packageId: string): boolean {
    return this.#archives.has(packageId);
  }

  /** Adds packages. */
  add(archives: ReadonlyArray<AddedArchive>): void {
    for (const archive of archives) {
      const { packageId } = archive;
      if (this.#archives.has(packageId)) continue;
      this.#archives.set(packageId, archive);
      this.#decoded.delete(packageId);
      this.#version++;
    }
  }

  /** A package as its registration says it; undefined when it is not here, or cannot be read. */
  infoOf(packageId: string): PackageInfo | undefined {
    const payload = this.#archives.get(packageId)?.payload;
    const archive = payload === undefined ? undefined : archiveOfPayload(packageId, payload);
    if (archive === undefined || isLeft(archive)) return undefined;
    const { name, version } = archive.right;
    return { packageId, name, version, model: archiveModel(archive.right) };
  }

  entitiesOf(info: PackageInfo): PackageEntities | undefined {
    if (!this.has(info.packageId)) return undefined;
    const known = this.#entities.get(info.packageId);
    if (known !== undefined) return known;
    const made = damlEntities(this.#types, info);
    this.#entities.set(info.packageId, made);
    return made;
  }

  /**
   * NOT_VALID_UPGRADE_PACKAGE when a version of a package would be vetted that is no upgrade of the
   * one before it (daml-lf B.10). Packages that are not here are left out. Pauses, as packages are
   * decoded for it.
   *
   * @param vetted all packages that would be vetted
   * @param isNew whether a package is not vetted yet
   */
  *upgradeError(
    vetted: ReadonlyArray<PackageInfo>,
    isNew: (packageId: string) => boolean,
  ): Pausing<LedgerError | undefined> {
    const changed = new Set(
      vetted.flatMap(({ packageId, name }) => (isNew(packageId) ? [name] : [])),
    );
    const here = vetted.filter(({ packageId, name }) => changed.has(name) && this.has(packageId));
    // of a name with one version there is nothing to compare, and nothing to decode
    const several = here.filter(({ name, packageId }) =>
      here.some((other) => other.name === name && other.packageId !== packageId),
    );
    const packages = { get: (packageId: string) => this.#packageOf(packageId) };
    yield* this.decode(several.map(({ packageId }) => packageId));
    const stored = several
      .flatMap(({ packageId }) => this.#packageOf(packageId) ?? [])
      .filter((each) => !isUtilityPackage(each));
    const doubled = namesWithTwoOfOneVersion(stored);
    const checked = yield* checkingLineages(
      packages,
      // two of one version cannot be vetted either, which is said where it is decided
      stored.filter(({ name }) => !doubled.has(name)),
      isNew,
    );
    return isLeft(checked) ? notAnUpgrade(checked.left) : undefined;
  }

  /** Decodes packages and what they refer to, which is otherwise done in one piece when needed. */
  *decode(packageIds: Iterable<string>): Pausing<void> {
    const wanted = new Set(packageIds);
    for (const packageId of wanted)
      for (const id of (yield* this.#decoding(packageId))?.dependencies ?? []) wanted.add(id);
  }

  #packageOf(packageId: string): LfPackage | undefined {
    return this.#decoded.get(packageId) ?? withoutPause(this.#decoding(packageId));
  }

  *#decoding(packageId: string): Pausing<LfPackage | undefined> {
    const archive = this.#archives.get(packageId);
    // a DAR need not bring stable packages
    if (archive === undefined) return stable().get(packageId);
    if (!this.#decoded.has(packageId)) this.#decoded.set(packageId, yield* decoding(archive));
    return this.#decoded.get(packageId);
  }
}

const namesWithTwoOfOneVersion = (packages: ReadonlyArray<LfPackage>): ReadonlySet<string> => {
  const [seen, doubled] = [new Set<string>(), new Set<string>()];
  for (const { name, version } of packages) {
    const key = `${name} ${version}`;
    if (seen.has(key)) doubled.add(name);
    seen.add(key);
  }
  return doubled;
};

const stable = lazy(stableDefinitions);

function* decoding({ packageId, payload, checked }: AddedArchive): Pausing<LfPackage | undefined> {
  const known = checked === undefined ? undefined : checkedSource(checked, payload);
  const source = known === undefined ? archiveOfPayload(packageId, payload) : right(known);
  if (isLeft(source)) return undefined;
  const read = yield* decodingPackage(source.right, known === undefined ? atOnce : onFirstUse);
  return isLeft(read) ? undefined : read.right;
}

const notAnUpgrade = ({ past, present, error }: LineageError): LedgerError => {
  const shown = ({ name, version, id }: LfPackage): string => `${name} (${version}, ${id})`;
  const cause = `Upgrade checks indicate that ${shown(present)} cannot be an upgrade of ${shown(past)}. Reason: ${error.text}`;
  return ledgerError("NOT_VALID_UPGRADE_PACKAGE", cause, { publicCause: cause });
};
