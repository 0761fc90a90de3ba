/** What to do about errors of the system, by their code. */
const advice: Readonly<Record<string, string>> = {
  EMFILE: "allow this process more open files, 1024 at least (ulimit -n)",
  ENFILE: "this machine has no room for more open files",
  EACCES: "give the user of this process access to it",
  EPERM: "give the user of this process access to it",
  ENOSPC: "make room on the disk",
  EROFS: "the file system must not be read-only",
};

const codeOf = (error: Error): string | undefined =>
  "code" in error && typeof error.code === "string" ? error.code : undefined;

/**
 * What ended the process, for a person: one line where the system says what is wrong, with the
 * stack where only we can know.
 */
export const fatalText = (thrown: unknown): string => {
  if (!(thrown instanceof Error)) return String(thrown);
  const code = codeOf(thrown);
  const what = code === undefined ? undefined : advice[code];
  if (what !== undefined) return `${thrown.message}: ${what}`;
  const isOfSystem = "syscall" in thrown && code !== undefined;
  return isOfSystem ? thrown.message : (thrown.stack ?? thrown.message);
};
