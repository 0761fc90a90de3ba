/** What was thrown, with its stack where it has one. A program may throw what cannot be shown. */
export const thrownText = (thrown: unknown): string => {
  try {
    return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  } catch {
    return typeof thrown;
  }
};
