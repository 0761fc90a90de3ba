import type { PackageEntities, PackageInfo, UploadedCode } from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import { archiveOfPayload } from "../archive.js";
import { decodePackage } from "../decode/decode-package.js";
import { stableDefinitions } from "../stable/stable-definitions.js";
import type { LfPackage } from "../syntax/package.js";
import { damlEntities } from "./daml-entities.js";
import { DamlTypes } from "./daml-types.js";
import { lazy } from "./lazy.js";

/**
 * Compiles packages that were read and checked before to templates and interfaces of the ledger.
 * The definitions of a package are decoded when they are first used, and its expressions when they
 * first run.
 */
export class UploadedPackages implements UploadedCode {
  readonly #payloads = new Map<string, Uint8Array>();
  readonly #decoded = new Map<string, LfPackage | undefined>();
  readonly #entities = new Map<string, PackageEntities>();
  readonly #types = new DamlTypes((packageId) => this.#packageOf(packageId));
  #version = 0;

  get version(): number {
    return this.#version;
  }

  /** True when a package is there. */
  has(packageId: string): boolean {
    return this.#payloads.has(packageId);
  }

  /**
   * Adds packages.
   *
   * @param archives the payload of each archive, which has the package id as its SHA-256
   */
  add(archives: ReadonlyArray<{ readonly packageId: string; readonly payload: Uint8Array }>): void {
    for (const { packageId, payload } of archives) {
      if (this.#payloads.has(packageId)) continue;
      this.#payloads.set(packageId, payload);
      this.#decoded.delete(packageId);
      this.#version++;
    }
  }

  entitiesOf(info: PackageInfo): PackageEntities | undefined {
    if (!this.has(info.packageId)) return undefined;
    const known = this.#entities.get(info.packageId);
    if (known !== undefined) return known;
    const made = damlEntities(this.#types, info);
    this.#entities.set(info.packageId, made);
    return made;
  }

  #packageOf(packageId: string): LfPackage | undefined {
    const payload = this.#payloads.get(packageId);
    // a DAR need not bring stable packages
    if (payload === undefined) return stable().get(packageId);
    if (!this.#decoded.has(packageId)) this.#decoded.set(packageId, decoded(packageId, payload));
    return this.#decoded.get(packageId);
  }
}

const stable = lazy(stableDefinitions);

const decoded = (packageId: string, payload: Uint8Array): LfPackage | undefined => {
  const archive = archiveOfPayload(packageId, payload);
  if (isLeft(archive)) return undefined;
  const read = decodePackage(archive.right);
  return isLeft(read) ? undefined : read.right;
};
