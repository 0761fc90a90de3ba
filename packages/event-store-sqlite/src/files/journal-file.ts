import { existsSync } from "node:fs";
import { linksAt, makePrivate } from "@tallystick/background";
import { readOnlyReason } from "./writable-files.js";

/**
 * Makes a file of a journal that only its owner can read, or takes the access of others away from
 * one that is there. Throws when it cannot be made or written, and for a link, which may point
 * anywhere.
 */
export const makeJournalFile = (path: string): void => {
  const [link] = linksAt(path);
  if (link !== undefined) throw new Error(`${link} is a link; expected a file`);
  const reason = existsSync(path) ? readOnlyReason(path) : undefined;
  if (reason !== undefined) throw new Error(reason);
  makePrivate(path);
};
