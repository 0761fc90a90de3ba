import {
  createTurns,
  systemTimers,
  type Timers,
  type Turns,
  turnsBy,
} from "@tallystick/background";
import {
  entriesOf,
  hasIn,
  noUploadedCode,
  type LedgerError,
  type PackageEntities,
  type PackageInfo,
  type PackageRegistered,
  type ParticipantState,
  type Pausing,
  type PersistentMap,
  type UploadedCode,
  vettedAmong,
} from "@tallystick/core";
import type { AddedArchive, UploadedPackages } from "@tallystick/daml-lf";
import { isLeft } from "fp-ts/lib/Either.js";
import type { ArchiveStore } from "./archive-store.js";

type Packages = PersistentMap<PackageRegistered>;

type Archives = Pick<ArchiveStore, "read">;

/**
 * The code of uploaded packages in this process. Archives are only read here; what is in them is
 * decoded and compiled when it is first used.
 */
export class LoadedPackages implements UploadedCode {
  #code: UploadedPackages | undefined;
  readonly #turns: Turns;
  /** What the last reading covered. */
  #covered: { readonly packages: Packages; readonly size: number } | undefined;
  #reading: Promise<void> | undefined;

  constructor(timers?: Timers) {
    this.#turns = createTurns(turnsBy(timers ?? systemTimers));
  }

  get version(): number {
    return this.#code?.version ?? 0;
  }

  entitiesOf(info: PackageInfo): PackageEntities | undefined {
    return this.#code?.entitiesOf(info);
  }

  /** The same code so that it counts what its definitions take, compiled for one use. */
  profiled(): UploadedCode {
    return this.#code?.profiled() ?? noUploadedCode;
  }

  /** True when the code of a package is here. */
  has(packageId: string): boolean {
    return this.#code?.has(packageId) === true;
  }

  /** A package as its archive says it; undefined when its code is not here. */
  infoOf(packageId: string): PackageInfo | undefined {
    return this.#code?.infoOf(packageId);
  }

  /** Adds archives that were just read. */
  async add(archives: ReadonlyArray<AddedArchive>): Promise<void> {
    this.#code ??= await newCode();
    this.#code.add(archives);
  }

  /** Decodes packages that are here before a command needs them, in turns with everything else. */
  async decode(packageIds: ReadonlyArray<string>): Promise<void> {
    if (this.#code !== undefined) await this.#inTurns(this.#code.decode(packageIds));
  }

  async #inTurns<A>(work: Pausing<A>): Promise<A | undefined> {
    const done = await this.#turns.run({}, () => {
      const next = work.next();
      return next.done === true ? { value: next.value } : undefined;
    });
    return done?.value;
  }

  /**
   * NOT_VALID_UPGRADE_PACKAGE when a version of an uploaded package would be vetted that is no
   * upgrade of the one before it.
   *
   * @param before the participant before the change
   * @param packages all that are registered after it
   * @param isVetted after it
   */
  async upgradeError(
    before: ParticipantState,
    packages: Iterable<PackageInfo>,
    isVetted: (packageId: string) => boolean,
  ): Promise<LedgerError | undefined> {
    const vetted = [...packages].filter(({ packageId }) => isVetted(packageId));
    const isNew = (packageId: string): boolean =>
      !hasIn(before.packages, packageId) || vettedAmong(before.vetting, [packageId]).length === 0;
    const code = this.#code;
    return code === undefined ? undefined : this.#inTurns(code.upgradeError(vetted, isNew));
  }

  /**
   * Reads the archives of registered packages that are not here yet: this node was just opened, or
   * another one registered them. One that is missing or damaged is left out; its package does not
   * run. What the store does not give now is read the next time.
   *
   * @param registered those of now
   * @returns undefined when there is nothing to read
   */
  catchUp(registered: () => Packages, archives: Archives): Promise<void> | undefined {
    if (this.#covers(registered())) return undefined;
    this.#reading ??= this.#read(registered, archives).finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /**
   * Reads the archive of a package, unless it is here. A package that this node serves in
   * TypeScript may have one too: Daml code that uses the package runs on its archive.
   *
   * @param checked its registration, if this or another node checked the archive for it
   * @returns whether the store has answered
   */
  async read(packageId: string, archives: Archives, checked?: PackageInfo): Promise<boolean> {
    if (this.has(packageId)) return true;
    const payload = await archives.read(packageId);
    if (isLeft(payload)) return payload.left.code !== "INDEX_DB_SQL_TRANSIENT_ERROR";
    await this.add([
      { packageId, payload: payload.right, ...(checked === undefined ? {} : { checked }) },
    ]);
    return true;
  }

  #covers(packages: Packages): boolean {
    const covered = this.#covered;
    return covered?.packages === packages && covered.size === packages.size;
  }

  async #read(registered: () => Packages, archives: Archives): Promise<void> {
    let isWhole = true;
    // others may be registered while these are read
    while (isWhole && !this.#covers(registered())) {
      const packages = registered();
      const { size } = packages;
      for (const [packageId, registered] of Array.from(entriesOf(packages)))
        if (!(await this.read(packageId, archives, registered))) isWhole = false;
      if (isWhole) this.#covered = { packages, size };
    }
  }
}

/** Loaded with the first package, as most runs have none. */
const newCode = async (): Promise<UploadedPackages> => {
  const { UploadedPackages: Code } = await import("@tallystick/daml-lf");
  return new Code();
};
