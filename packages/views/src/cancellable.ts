/**
 * An iterable whose iterations can be left while they wait: leaving the loop aborts the signal, which a bare async generator would notice only
 * after its wait.
 */
export const cancellable = <A>(
  run: (signal: AbortSignal) => AsyncGenerator<A, void, undefined>,
): AsyncIterable<A> => ({
  [Symbol.asyncIterator]: () => {
    const abort = new AbortController();
    const items = run(abort.signal);
    return {
      next: () => items.next(),
      return: () => {
        abort.abort();
        return items.return(undefined);
      },
    };
  },
});
