/** Aborted by SIGTERM and SIGINT; `release` stops listening. */
export const untilSignal = (): { readonly signal: AbortSignal; readonly release: () => void } => {
  const end = new AbortController();
  const abort = (): void => end.abort();
  process.once("SIGTERM", abort).once("SIGINT", abort);
  const release = (): void => void process.off("SIGTERM", abort).off("SIGINT", abort);
  return { signal: end.signal, release };
};
