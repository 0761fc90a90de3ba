import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";

/** A source of items in batches; it ends with a Left, or when `signal` is aborted. */
export type BatchSource<E, A> = (
  signal: AbortSignal,
) => AsyncGenerator<Either<E, ReadonlyArray<A>>, void, undefined>;

/**
 * The items of a source one by one. A loop can be left while it waits: leaving aborts the signal,
 * which a bare async generator would notice only after its wait. Items of the current batch are
 * yielded without another call of the source, which takes many times as long.
 * @param errorOf makes the last item, when the source throws
 * @param outer ends the iteration when it is aborted
 */
export const cancellableItems = <E, A extends object>(
  source: BatchSource<E, A>,
  errorOf: (thrown: unknown) => E,
  outer?: AbortSignal,
): AsyncIterable<Either<E, A>> => ({
  [Symbol.asyncIterator]: () => itemsOf(source, errorOf, outer),
});

const itemsOf = <E, A extends object>(
  source: BatchSource<E, A>,
  errorOf: (thrown: unknown) => E,
  outer: AbortSignal | undefined,
): AsyncIterator<Either<E, A>> => {
  type Result = IteratorResult<Either<E, A>>;
  const abort = new AbortController();
  const batches = source(
    outer === undefined ? abort.signal : AbortSignal.any([abort.signal, outer]),
  );
  let batch: ReadonlyArray<A> = [];
  let at = 0;
  let asking: Promise<Result> | undefined;
  const held = (): Result | undefined => {
    const item = batch[at];
    if (item === undefined) return undefined;
    at += 1;
    return { done: false, value: right(item) };
  };
  const ask = async (): Promise<Result> => {
    for (;;) {
      const item = held();
      if (item !== undefined) return item;
      const more = await batches.next();
      if (more.done === true) return { done: true, value: undefined };
      if (isLeft(more.value)) return { done: false, value: more.value };
      batch = more.value.right;
      at = 0;
    }
  };
  const safely = (): Promise<Result> =>
    ask().catch((thrown: unknown) => ({ done: false, value: left(errorOf(thrown)) }));
  return {
    next: () => {
      const item = asking === undefined ? held() : undefined;
      if (item !== undefined) return Promise.resolve(item);
      // calls before the last one was answered wait for it
      const answer: Promise<Result> = (
        asking === undefined ? safely() : asking.then(safely)
      ).finally(() => {
        if (asking === answer) asking = undefined;
      });
      asking = answer;
      return answer;
    },
    return: async () => {
      batch = [];
      at = 0;
      abort.abort();
      await batches.return(undefined);
      return { done: true, value: undefined };
    },
  };
};
