import { AuditError } from "./audited-journal.js";

/** Whether an operation of a file failed because there is no such file. */
export const isMissing = (thrown: unknown): boolean =>
  thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT";

const unreadable = (path: string, thrown: unknown): AuditError => {
  const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : String(thrown);
  const found = code === "EISDIR" ? "a folder" : code;
  return new AuditError("unreadable", `${path}: expected a file that can be read, found ${found}`);
};

/**
 * The fields that are read from a file; undefined when there is no such file.
 *
 * @throws {AuditError} `unreadable`, which names the file
 */
export const ifThere = <A>(path: string, read: () => A): A | undefined => {
  try {
    return read();
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw unreadable(path, thrown);
  }
};
