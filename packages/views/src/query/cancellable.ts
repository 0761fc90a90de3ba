import { type Either, isLeft, right } from "fp-ts/lib/Either.js";

/**
 * An iterable whose iterations can be left while they wait: leaving the loop aborts the signal,
 * which a bare async generator would notice only after its wait.
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

/**
 * The same for a source that gives its items in batches. Items of the batch at hand are given
 * without another turn through the source, which costs many times as much as the item.
 */
export const cancellableItems = <E, A extends object>(
  run: (signal: AbortSignal) => AsyncGenerator<Either<E, ReadonlyArray<A>>, void, undefined>,
): AsyncIterable<Either<E, A>> => ({
  [Symbol.asyncIterator]: () => itemIterator(cancellable(run)[Symbol.asyncIterator]()),
});

const itemIterator = <E, A extends object>(
  batches: AsyncIterator<Either<E, ReadonlyArray<A>>>,
): AsyncIterator<Either<E, A>> => {
  type Result = IteratorResult<Either<E, A>>;
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
  return {
    next: () => {
      const item = asking === undefined ? held() : undefined;
      if (item !== undefined) return Promise.resolve(item);
      // whoever asks before the last one was answered comes after it
      const answer: Promise<Result> = (asking === undefined ? ask() : asking.then(ask)).finally(
        () => {
          if (asking === answer) asking = undefined;
        },
      );
      asking = answer;
      return answer;
    },
    return: async () => {
      batch = [];
      at = 0;
      await batches.return?.();
      return { done: true, value: undefined };
    },
  };
};
