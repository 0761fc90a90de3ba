/** What a call throws; otherwise what it gave. */
export const thrownBy = (call: () => unknown): unknown => {
  try {
    return call();
  } catch (thrown) {
    return thrown;
  }
};
