import { type Either, isLeft, right } from "fp-ts/lib/Either.js";

/** A part: how it is opened, given the parts before it, and how it is closed. */
export interface Part<Needs, E, A> {
  /**
   * Opens it. Left: why it cannot be opened.
   *
   * @param needs what is open already
   */
  readonly open: (needs: Needs) => Promise<Either<E, A>> | Either<E, A>;
  /**
   * Closes it.
   *
   * @param part as it was opened
   * @param needs what was open before it
   */
  readonly close?: (part: A, needs: Needs) => Promise<void> | void;
}

export interface Opened<Parts> {
  readonly parts: Parts;
  /**
   * Closes the parts in reverse, once, each even when another fails; then rejects with the first
   * error.
   */
  readonly close: () => Promise<void>;
}

type Close = () => Promise<void> | void;

/** The last is closed first. */
const closeAll = async (closes: Array<Close>): Promise<void> => {
  const errors: Array<unknown> = [];
  for (let close = closes.pop(); close !== undefined; close = closes.pop()) {
    try {
      await close();
    } catch (thrown) {
      errors.push(thrown);
    }
  }
  if (errors.length > 0) throw errors[0];
};

/**
 * A list of parts, opened in order and closed in reverse, also when a later one cannot be opened.
 */
export class Startup<E, Given, Parts = Given> {
  readonly #openInto: (given: Given, closes: Array<Close>) => Promise<Either<E, Parts>>;

  private constructor(openInto: (given: Given, closes: Array<Close>) => Promise<Either<E, Parts>>) {
    this.#openInto = openInto;
  }

  /** The empty list, with the initial values. */
  static of<E, Given>(): Startup<E, Given> {
    return new Startup(async (given) => right(given));
  }

  /**
   * The list with one more part at its end, which later parts find by its name.
   *
   * @param name under which those after it find it
   * @param part how it is opened and closed
   */
  add<N extends string, A>(
    name: N,
    part: Part<Parts, E, A>,
  ): Startup<E, Given, Parts & Readonly<Record<N, A>>> {
    return new Startup(async (given, closes) => {
      const before = await this.#openInto(given, closes);
      if (isLeft(before)) return before;
      const opened = await part.open(before.right);
      if (isLeft(opened)) return opened;
      const value = opened.right;
      // closing begins at once with the last part that has something to close
      if (part.close !== undefined) closes.push(() => part.close?.(value, before.right));
      // border: an object with one more field, whose name is known
      const named = { [name]: value } as Readonly<Record<N, A>>;
      return right({ ...before.right, ...named });
    });
  }

  /**
   * Opens all parts. Left, or rejected: why one could not be opened; those before it are closed
   * then, and an error of that does not hide the reason.
   *
   * @param given what the whole is opened with
   */
  async open(given: Given): Promise<Either<E, Opened<Parts>>> {
    const closes: Array<Close> = [];
    const undo = (): Promise<void> => closeAll(closes).catch(() => undefined);
    try {
      const opened = await this.#openInto(given, closes);
      if (isLeft(opened)) {
        await undo();
        return opened;
      }
      let closed: Promise<void> | undefined;
      const close = (): Promise<void> => (closed ??= closeAll(closes));
      return right({ parts: opened.right, close });
    } catch (thrown) {
      await undo();
      throw thrown;
    }
  }
}
