import type { Package } from "@tallystick/core";

/** A module that exports `packagesFrom`, which gives packages by these names. */
export interface PackagesFrom {
  /** What `import` takes, in any thread. */
  readonly module: string;
  readonly names: ReadonlyArray<string>;
}

interface PackagesModule {
  readonly packagesFrom: (names: ReadonlyArray<string>) => Promise<ReadonlyArray<Package>>;
}

/**
 * The packages that a module has, in any thread.
 *
 * @param from undefined: there are none
 */
export const packagesNamed = async (
  from: PackagesFrom | undefined,
): Promise<ReadonlyArray<Package>> => {
  if (from === undefined) return [];
  // border: who opens a ledger names the module
  const module = (await import(from.module)) as PackagesModule;
  return module.packagesFrom(from.names);
};
