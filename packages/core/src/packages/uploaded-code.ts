import type { CompiledInterface, CompiledTemplate, PackageInfo } from "./catalog.js";

/** What runs of a package. */
export interface PackageEntities {
  readonly templates: ReadonlyArray<CompiledTemplate>;
  readonly interfaces: ReadonlyArray<CompiledInterface>;
}

/** The code of packages that came as archives. */
export interface UploadedCode {
  /** Grows whenever the code of a further package is there. */
  readonly version: number;
  /** The same objects at each call; undefined when the code is not there. */
  entitiesOf(info: PackageInfo): PackageEntities | undefined;
}

/** No code. */
export const noUploadedCode: UploadedCode = { version: 0, entitiesOf: () => undefined };
