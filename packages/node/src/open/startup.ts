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

/** A part whatever it needs: the list has checked that those before it are what it needs. */
type AnyPart<E> = Part<never, E, unknown>;

/**
 * A list of parts, opened in order and closed in reverse, also when a later one cannot be opened.
 */
export class Startup<
  E,
  Given extends object,
  Parts extends object = Given,
  Listed extends object = object,
> {
  /** The parts by their names, in their order. */
  readonly parts: Listed;

  private constructor(parts: Listed) {
    this.parts = parts;
  }

  /** The empty list, with the initial values. */
  static of<E, Given extends object>(): Startup<E, Given> {
    return new Startup({});
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
  ): Startup<
    E,
    Given,
    Parts & Readonly<Record<N, A>>,
    Listed & Readonly<Record<N, Part<Parts, E, A>>>
  > {
    // border: an object with one more field, whose name is known
    const named = { [name]: part } as Readonly<Record<N, Part<Parts, E, A>>>;
    return new Startup({ ...this.parts, ...named });
  }

  /**
   * The list with others in the places of some parts.
   *
   * @param parts by their names
   */
  with(parts: Listed): Startup<E, Given, Parts, Listed> {
    return new Startup({ ...this.parts, ...parts });
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

  async #openInto(given: Given, closes: Array<Close>): Promise<Either<E, Parts>> {
    let before: object = { ...given };
    // border: `add` alone makes the list
    const listed = Object.entries(this.parts) as ReadonlyArray<[string, AnyPart<E>]>;
    for (const [name, part] of listed) {
      // border: `add` has checked that the parts before it are what it needs
      const needs = before as never;
      const opened = await part.open(needs);
      if (isLeft(opened)) return opened;
      const value = opened.right;
      // closing begins at once with the last part that has something to close
      if (part.close !== undefined) closes.push(() => part.close?.(value, needs));
      before = { ...before, [name]: value };
    }
    // border: what was given, and each part under its name
    return right(before as Parts);
  }
}
