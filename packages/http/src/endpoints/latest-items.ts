import type { LedgerError } from "@tallystick/core";
import { type Either, right } from "fp-ts/lib/Either.js";

const ended: IteratorReturnResult<undefined> = { done: true, value: undefined };

/** What there was, then what is told: a slow reader gets the latest. */
export class LatestItems<A extends object> implements AsyncIterator<Either<LedgerError, A>> {
  readonly #earlier: Array<A>;
  readonly #stop: () => void;
  #wake: ((result: IteratorResult<Either<LedgerError, A>>) => void) | undefined;
  #missed: A | undefined;
  #isEnded: boolean;

  /**
   * @param earlier come first
   * @param follow begins to tell, and returns what ends that; absent: nothing comes after `earlier`
   */
  constructor(earlier: ReadonlyArray<A>, follow?: (take: (item: A) => void) => () => void) {
    this.#earlier = [...earlier];
    this.#isEnded = follow === undefined;
    this.#stop = follow?.((item) => this.#take(item)) ?? (() => undefined);
  }

  next(): Promise<IteratorResult<Either<LedgerError, A>>> {
    const known = this.#earlier.shift() ?? this.#missed;
    if (known === this.#missed) this.#missed = undefined;
    if (known !== undefined) return Promise.resolve({ value: right(known) });
    if (this.#isEnded) return Promise.resolve(ended);
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  return(): Promise<IteratorResult<Either<LedgerError, A>>> {
    this.#isEnded = true;
    this.#stop();
    this.#wake?.(ended);
    return Promise.resolve(ended);
  }

  #take(item: A): void {
    const wake = this.#wake;
    this.#wake = undefined;
    if (wake === undefined) this.#missed = item;
    else wake({ value: right(item) });
  }
}
