import type { LedgerEffect } from "../templates/template.js";

/**
 * Work that may be interrupted: it yields wherever others may have their turn, and comes to the
 * same result however long it waits there. Whoever runs it looks at the clock; nothing that the
 * work reads may change before it ends.
 */
export type Pausing<A> = Generator<undefined, A, undefined>;

/** An effect that asks for nothing. */
export type PauseEffect = Extract<LedgerEffect, { readonly op: "pause" }>;

/** Runs work to its end without a pause. */
export const withoutPause = <A>(work: Pausing<A>): A => {
  for (;;) {
    const next = work.next();
    if (next.done === true) return next.value;
  }
};
