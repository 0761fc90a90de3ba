/** What a call throws or rejects with; an error of the test when it does neither. */
export const thrownBy = async (call: () => unknown): Promise<Error> => {
  let value: unknown;
  try {
    value = await call();
  } catch (thrown) {
    if (thrown instanceof Error) return thrown;
    throw new Error(`no error was thrown but ${String(thrown)}`);
  }
  throw new Error(`nothing was thrown; it gave ${String(value)}`);
};
