import { existsSync } from "node:fs";
import { join } from "node:path";
import { usageError } from "./command-error.js";
import type { Environment } from "./settings.js";
import { isFolder, storeAddress } from "./store-address.js";

export interface SourceFlags {
  readonly data?: string | undefined;
  readonly store?: string | undefined;
}

interface JournalPlace {
  readonly address: string;
  /** The data folder; undefined where there is only a store. */
  readonly folder: string | undefined;
  /** The flag or variable that names it. */
  readonly name: string;
}

// an empty variable is how shells leave one out
const given = (text: string | undefined): string | undefined => (text === "" ? undefined : text);

/**
 * The journal that is read: flags win over variables, so a folder in `--data` that has a journal is
 * read although there is TALLYSTICK_STORE; a folder of views alone belongs to that store.
 *
 * @throws {CommandError} the folder is an address
 */
export const journalPlace = ({ data, store }: SourceFlags, env: Environment): JournalPlace => {
  const hasOwn = data !== undefined && existsSync(join(data, "journal.db"));
  const variable = hasOwn ? undefined : given(env.TALLYSTICK_STORE);
  const stored = store ?? variable;
  const byVariable =
    data === undefined && store === undefined ? given(env.TALLYSTICK_DATA) : undefined;
  const folder = data ?? byVariable ?? (stored === undefined ? "./data" : undefined);
  if (folder !== undefined && !isFolder(folder))
    throw usageError("--data: expected a folder; the address of a store goes to --store");
  const ofStore = store === undefined ? "TALLYSTICK_STORE" : "--store";
  const ofFolder = byVariable === undefined ? "--data" : "TALLYSTICK_DATA";
  return {
    address: storeAddress(stored ?? folder ?? "./data"),
    folder,
    name: stored === undefined ? ofFolder : ofStore,
  };
};
