import { readdir, rm, rmdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { makeFolder, messageOf } from "@tallystick/background";
import { CommandError } from "./command-error.js";
import { exitCode } from "./exit-code.js";
import { expectNoFile } from "./given-folder.js";

/** What the names of a journal's files begin with. */
const JOURNAL = "journal.db";

/** The names in a folder; none where there is no folder. */
export const namesIn = async (flag: string, folder: string): Promise<ReadonlyArray<string>> => {
  expectNoFile(flag, folder, "a folder");
  try {
    return await readdir(folder);
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT") return [];
    throw new CommandError(`${flag}: ${messageOf(thrown)}`);
  }
};

/** Makes a folder. @returns the first that was made of it and those above; undefined for none */
const madeFolder = (flag: string, folder: string): string | undefined => {
  try {
    return makeFolder(folder);
  } catch (thrown) {
    throw new CommandError(`${flag}: ${messageOf(thrown)}`);
  }
};

/** Removes a journal, and the folders from its own up to `made` as far as they are empty. */
const removeJournal = async (
  folder: string,
  before: ReadonlySet<string>,
  made: string | undefined,
): Promise<void> => {
  for (const name of await readdir(folder))
    if (name.startsWith(JOURNAL) && !before.has(name)) await rm(join(folder, name));
  if (made === undefined) return;
  try {
    for (let path = resolve(folder); ; path = dirname(path)) {
      await rmdir(path);
      if (path === resolve(made)) return;
    }
  } catch {
    // somebody else has put something there
  }
};

/**
 * Makes the folder of a journal for `work`, and removes the journal that `work` began there when it
 * fails. A journal that was there before stays.
 *
 * @param keeps whether what was written stays although it failed so
 */
export const inTargetFolder = async (
  flag: string,
  folder: string,
  work: () => Promise<void>,
  keeps: (thrown: unknown) => boolean,
): Promise<void> => {
  const before = new Set(await namesIn(flag, folder));
  const made = madeFolder(flag, folder);
  try {
    await work();
  } catch (thrown) {
    // another process has begun one meanwhile
    const isInUse = thrown instanceof CommandError && thrown.code === exitCode.dataInUse;
    if (!before.has(JOURNAL) && !isInUse && !keeps(thrown))
      await removeJournal(folder, before, made);
    throw thrown;
  }
};
