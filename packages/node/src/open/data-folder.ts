import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { makeFolder } from "@tallystick/background";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { OpenError } from "../ledger/ledger.js";

const why = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown);

const unusable = (data: string, error: string, reason: string): Either<OpenError, never> =>
  left({
    kind: "store",
    error: { kind: "unavailable", outcome: "known", reason },
    message: `the data folder ${data} ${error}; use a folder that this process can write to`,
  });

const isFile = async (data: string): Promise<boolean> => {
  try {
    return !(await stat(data)).isDirectory();
  } catch {
    return false;
  }
};

/**
 * Creates the data folder if it is missing. Left: it cannot be created or written, with what to do.
 */
export const openDataFolder = async (data: string): Promise<Either<OpenError, void>> => {
  if (await isFile(data)) return unusable(data, "is a file", "the data folder is a file");
  try {
    makeFolder(data);
  } catch (thrown) {
    return unusable(data, `cannot be created (${why(thrown)})`, why(thrown));
  }
  try {
    await access(data, constants.W_OK);
    return right(undefined);
  } catch (thrown) {
    return unusable(data, `cannot be written (${why(thrown)})`, why(thrown));
  }
};
