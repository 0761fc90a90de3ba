import {
  entriesOf,
  hasIn,
  isArchiveModel,
  type LedgerError,
  type PackageEntities,
  type PackageInfo,
  type PackageRegistered,
  type ParticipantState,
  type PersistentMap,
  type UploadedCode,
  vettedAmong,
} from "@tallystick/core";
import type { Archive, UploadedPackages } from "@tallystick/daml-lf";
import { isLeft } from "fp-ts/lib/Either.js";
import type { ArchiveStore } from "./archive-store.js";

type Packages = PersistentMap<PackageRegistered>;

/**
 * The code of uploaded packages in this process. Archives are only read here; what is in them is
 * decoded and compiled when it is first used.
 */
export class LoadedPackages implements UploadedCode {
  #code: UploadedPackages | undefined;
  /** What the last reading covered. */
  #covered: { readonly packages: Packages; readonly size: number } | undefined;
  #reading: Promise<void> | undefined;

  get version(): number {
    return this.#code?.version ?? 0;
  }

  entitiesOf(info: PackageInfo): PackageEntities | undefined {
    return this.#code?.entitiesOf(info);
  }

  /** True when the code of a package is here. */
  has(packageId: string): boolean {
    return this.#code?.has(packageId) === true;
  }

  /** Adds archives that were just read. */
  async add(archives: ReadonlyArray<Pick<Archive, "packageId" | "payload">>): Promise<void> {
    this.#code ??= await newCode();
    this.#code.add(archives);
  }

  /**
   * NOT_VALID_UPGRADE_PACKAGE when a version of an uploaded package would be vetted that is no
   * upgrade of the one before it.
   *
   * @param before the participant before the change
   * @param packages all that are registered after it
   * @param isVetted after it
   */
  upgradeError(
    before: ParticipantState,
    packages: Iterable<PackageInfo>,
    isVetted: (packageId: string) => boolean,
  ): LedgerError | undefined {
    const vetted = [...packages].filter(({ packageId }) => isVetted(packageId));
    const isNew = (packageId: string): boolean =>
      !hasIn(before.packages, packageId) || vettedAmong(before.vetting, [packageId]).length === 0;
    return this.#code?.upgradeError(vetted, isNew);
  }

  /**
   * Reads the archives of registered packages that are not here yet: this node was just opened, or
   * another one registered them. One that is missing or damaged is left out; its package does not
   * run. What the store does not give now is read the next time.
   *
   * @returns undefined when there is nothing to read
   */
  catchUp(packages: Packages, archives: ArchiveStore): Promise<void> | undefined {
    const covered = this.#covered;
    if (covered?.packages === packages && covered.size === packages.size) return undefined;
    this.#reading ??= this.#read(packages, archives).finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #read(packages: Packages, archives: ArchiveStore): Promise<void> {
    const size = packages.size;
    let isWhole = true;
    for (const [packageId, { model }] of entriesOf(packages)) {
      if (!isArchiveModel(model) || this.has(packageId)) continue;
      const payload = await archives.read(packageId);
      if (!isLeft(payload)) await this.add([{ packageId, payload: payload.right }]);
      else if (payload.left.code === "INDEX_DB_SQL_TRANSIENT_ERROR") isWhole = false;
    }
    if (isWhole) this.#covered = { packages, size };
  }
}

/** Loaded with the first package, as most runs have none. */
const newCode = async (): Promise<UploadedPackages> => {
  const { UploadedPackages: Code } = await import("@tallystick/daml-lf");
  return new Code();
};
