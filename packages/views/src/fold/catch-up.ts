import type { Timers } from "@tallystick/background";

/** How often progress is reported; milliseconds. */
const sayEveryMs = 10_000;

/** Reports the progress of views that catch up with a journal, from time to time. */
export class CatchUp {
  readonly #views: string;
  readonly #timers: Timers;
  readonly #say: (message: string) => void;
  #begun: { readonly offset: number; readonly atMs: number } | undefined;
  #saidMs = 0;

  /** @param views like "the wallet's views" */
  constructor(views: string, timers: Timers, say: (message: string) => void) {
    this.#views = views;
    this.#timers = timers;
    this.#say = say;
  }

  moved(offset: number, end: number): void {
    const nowMs = this.#timers.nowMs();
    const isFirst = this.#begun === undefined;
    this.#begun ??= { offset, atMs: nowMs };
    if (!isFirst && nowMs - this.#saidMs < sayEveryMs) return;
    this.#saidMs = nowMs;
    const most = Math.max(offset, end);
    this.#say(`${this.#views} have ${offset} of ${most} events${this.#pace(offset)}`);
  }

  ended(offset: number): void {
    this.#say(`${this.#views} have ${offset} events${this.#pace(offset)}`);
    this.#begun = undefined;
  }

  #pace(offset: number): string {
    if (this.#begun === undefined) return "";
    const seconds = (this.#timers.nowMs() - this.#begun.atMs) / 1_000;
    return seconds < 1 ? "" : `, ${Math.round((offset - this.#begun.offset) / seconds)} a second`;
  }
}
