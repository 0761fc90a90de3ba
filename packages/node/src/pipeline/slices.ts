import { nextTurn, type Timers } from "@tallystick/background";
import { type LedgerError, ledgerError, type Pausing } from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { DurableState } from "./durable-state.js";

/** How long is worked before everything else of the process has its turn; milliseconds. */
const sliceMs = 5;

const tookTooLong = (ms: number): LedgerError =>
  ledgerError(
    "INTERPRETATION_TIME_EXCEEDED",
    `It was not interpreted within ${ms / 1_000} s; nothing was written.`,
    { definiteAnswer: true },
  );

/** Runs work on the durable state, which nobody may change meanwhile, in slices. */
export class Slices {
  readonly #begunMs: number;
  #waitedMs = 0;

  constructor(
    private readonly durable: Pick<DurableState, "reading">,
    private readonly timers: Timers,
    private readonly longestMs = Number.POSITIVE_INFINITY,
  ) {
    this.#begunMs = timers.nowMs();
  }

  /** How long was worked so far, without the turns of others; milliseconds. */
  get workedMs(): number {
    return this.timers.nowMs() - this.#begunMs - this.#waitedMs;
  }

  /** Left when the state is damaged and has to be folded again, and when it takes too long. */
  async run<A>(work: Pausing<A>): Promise<Either<LedgerError, A>> {
    let sliceFromMs = this.timers.nowMs();
    for (;;) {
      const next = this.durable.reading(() => work.next());
      if (isLeft(next)) return next;
      if (next.right.done === true) return right(next.right.value);
      const nowMs = this.timers.nowMs();
      if (nowMs - sliceFromMs < sliceMs) continue;
      if (this.workedMs > this.longestMs) return left(tookTooLong(this.longestMs));
      await nextTurn(this.timers);
      sliceFromMs = this.timers.nowMs();
      this.#waitedMs += sliceFromMs - nowMs;
    }
  }
}
