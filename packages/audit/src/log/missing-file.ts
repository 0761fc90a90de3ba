/** Whether an operation of a file failed because there is no such file. */
export const isMissing = (thrown: unknown): boolean =>
  thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT";
