import type { Timer, Timers } from "@tallystick/background";
import type { LedgerNotice } from "../ledger/ledger-observer.js";

/** A fold of the journal whose progress is watched. */
interface WatchedFold {
  /** As messages to the operator name it. */
  readonly name: string;
  /** Offset of the last event folded. */
  readonly checkpoint: () => number;
  /** Offset of the journal's last durable event. */
  readonly ledgerEnd: () => number;
  /** True while there is a known reason for not folding, such as an unreadable journal. */
  readonly isHeldUp: () => boolean;
  readonly timers: Timers;
  /** Is called when it stops moving or goes back, and when it is well again. */
  readonly notice: (notice: LedgerNotice) => void;
}

/** How often a fold that is behind is looked at; milliseconds. */
const lookMs = 1_000;

/** Looks after which a fold that has not reached the journal's former end lags. */
const looksUntilLate = 10;

/** Looks after which a fold that has not moved at all is an error. */
const looksUntilStill = 30;

/** Events behind the journal's end from which on a fold lags at once. */
const farEvents = 2_000;

/**
 * Watches that a fold of the journal follows it: one that does not move although there are events,
 * or goes back although nothing was found damaged, is an error. It is looked at only while it is
 * behind.
 */
export class FoldProgress {
  readonly #fold: WatchedFold;
  /** The checkpoint when it was seen last. */
  #at: number;
  /** The end of the journal that the fold must reach now. */
  #goal = 0;
  #looksToGoal = 0;
  #isLate = false;
  #looksUnmoved = 0;
  #error: { readonly kind: "still" | "back"; readonly message: string } | undefined;
  #timer: Timer | undefined;
  #isEnded = false;

  constructor(fold: WatchedFold) {
    this.#fold = fold;
    this.#at = fold.checkpoint();
    this.#begin();
  }

  /** Why the fold is not ready: what is wrong with it, or that it lags. */
  unready(): string | undefined {
    const [at, end] = [this.#fold.checkpoint(), this.#fold.ledgerEnd()];
    if (this.#error !== undefined) return this.#error.message;
    return this.#isLate && at < this.#goal ? this.#said(`${at} of ${end} events`) : undefined;
  }

  /** There may be new events. */
  woken(): void {
    if (this.#timer !== undefined || this.#isEnded || !this.#isBehind()) return;
    this.#timer = this.#fold.timers.after(lookMs, () => this.#look()).unref();
  }

  moved(): void {
    const at = this.#fold.checkpoint();
    const before = this.#at;
    this.#at = at;
    if (at < before) this.#failed("back", `went back from event ${before} to event ${at}`);
    if (at > before) {
      this.#looksUnmoved = 0;
      if (this.#error?.kind === "still") this.#recovered();
    }
    if (at >= this.#goal) this.#reached();
    this.woken();
  }

  /** It is folded again from the first event; the reason is already reported. */
  rewound(): void {
    this.#at = this.#fold.checkpoint();
    this.#looksUnmoved = 0;
    this.#begin();
  }

  /** Nothing more is folded. */
  end(): void {
    this.#isEnded = true;
    this.#timer?.cancel();
  }

  #isBehind(): boolean {
    return this.#fold.checkpoint() < this.#fold.ledgerEnd();
  }

  #begin(): void {
    this.#goal = this.#fold.ledgerEnd();
    this.#looksToGoal = 0;
    this.#isLate = this.#goal - this.#at > farEvents;
    this.woken();
  }

  #reached(): void {
    this.#goal = this.#fold.ledgerEnd();
    this.#looksToGoal = 0;
    this.#isLate = false;
    if (this.#error !== undefined) this.#recovered();
  }

  #look(): void {
    this.#timer = undefined;
    this.moved();
    if (this.#isBehind() && !this.#fold.isHeldUp()) {
      this.#looksToGoal += 1;
      this.#looksUnmoved += 1;
      if (this.#looksToGoal >= looksUntilLate) this.#isLate = true;
      if (this.#looksUnmoved === looksUntilStill) this.#isStill();
    }
    this.woken();
  }

  #isStill(): void {
    const seconds = (looksUntilStill * lookMs) / 1_000;
    const of = `event ${this.#at} of ${this.#fold.ledgerEnd()}`;
    if (this.#error === undefined) this.#failed("still", `at ${of} for ${seconds} s`);
  }

  #failed(kind: "still" | "back", what: string): void {
    const message = this.#said(what);
    // said once: one that goes back again and again would fill the log
    if (this.#error === undefined) this.#fold.notice({ kind: "views-stalled", message });
    this.#error = { kind, message };
  }

  #recovered(): void {
    this.#error = undefined;
    const message = this.#said(`follow the journal again, at event ${this.#at}`);
    this.#fold.notice({ kind: "views-resumed", message });
  }

  #said(what: string): string {
    return `${this.#fold.name}: ${what}`;
  }
}
