import type { CompiledInterface, CompiledTemplate, PackageInfo } from "./catalog.js";

/** The parts of a package that run. */
export interface PackageEntities {
  readonly templates: ReadonlyArray<CompiledTemplate>;
  readonly interfaces: ReadonlyArray<CompiledInterface>;
}

/** The code of packages that came as archives. */
export interface UploadedCode {
  /** Grows whenever the code of a further package is there. */
  readonly version: number;
  /** Identical objects at each call; undefined without the code. */
  entitiesOf(info: PackageInfo): PackageEntities | undefined;
}

/** No code. */
export const noUploadedCode: UploadedCode = { version: 0, entitiesOf: () => undefined };
