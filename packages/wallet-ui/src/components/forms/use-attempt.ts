import { useState } from "react";

/** Does something that takes a while, one at a time; what is thrown is its error. */
export const useAttempt = <I>(run: (input: I) => Promise<void>) => {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const attempt = async (input: I): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await run(input);
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown : new Error(String(thrown)));
    } finally {
      setBusy(false);
    }
  };
  return {
    isBusy,
    error,
    start: (input: I): void => {
      if (!isBusy) void attempt(input);
    },
  };
};
