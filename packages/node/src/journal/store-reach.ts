import type { StoreError } from "@tallystick/event-store";
import { storeMessage } from "./store-message.js";

/** How long a store may not answer before the node says that it is not ready; milliseconds. */
export const unreachableMs = 5_000;

/**
 * Whether a store on other machines can be used. One that does not answer may do so again in a
 * moment; one that refuses the journal or has another one is of no use at once.
 */
export class StoreReach {
  readonly #changed: (reason: string | undefined) => void;
  readonly #now: () => number;
  #answeredAt: number;
  /** What it said last instead of an answer. */
  #said: string | undefined;
  #reason: string | undefined;

  /**
   * @param changed is called with the reason when it cannot be used any more, and with undefined
   *   when it can again
   * @param now milliseconds of a clock that never goes back
   */
  constructor(changed: (reason: string | undefined) => void, now: () => number) {
    this.#changed = changed;
    this.#now = now;
    this.#answeredAt = now();
  }

  /** Why it cannot be used, if so. */
  get reason(): string | undefined {
    return this.#reason;
  }

  /** How long it has not answered; milliseconds. */
  get silentMs(): number {
    return this.#now() - this.#answeredAt;
  }

  /** A look at the journal found nothing wrong. */
  wasGood(): void {
    this.#said = undefined;
    this.#answeredAt = this.#now();
    this.#settle(undefined);
  }

  /** It has taken an append, which says nothing of what else may be wrong. */
  tookAppend(): void {
    this.#answeredAt = this.#now();
  }

  /** A look at the journal had this error. */
  wasBad(error: StoreError): void {
    if (error.kind === "closed") return;
    this.#said = storeMessage(error);
    if (error.kind === "unavailable") this.check();
    else this.#settle(this.#said);
  }

  /** Time has passed. */
  check(): void {
    if (this.silentMs < unreachableMs) return;
    this.#settle(this.#said ?? `the store has not answered for ${unreachableMs / 1_000} seconds`);
  }

  #settle(reason: string | undefined): void {
    const before = this.#reason;
    this.#reason = reason;
    if ((before === undefined) !== (reason === undefined)) this.#changed(reason);
  }
}
