import type { StoreError } from "@tallystick/event-store";
import { storeMessage } from "./store-message.js";

/** How long a store may not answer before the node is not ready; milliseconds. */
export const unreachableMs = 5_000;

/**
 * Whether a store on other machines can be used. One that does not answer may recover soon; one
 * that denies access to the journal, or has another one, is unusable immediately.
 */
export class StoreReach {
  readonly #changed: (reason: string | undefined) => void;
  readonly #now: () => number;
  #answeredAt: number;
  /** Its last error. */
  #said: string | undefined;
  #reason: string | undefined;

  /**
   * @param changed is called with the reason when it becomes unusable, and with undefined when it
   * can again
   * @param now milliseconds of a monotonic clock
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

  /** A check of the journal succeeded. */
  wasGood(): void {
    this.#said = undefined;
    this.#answeredAt = this.#now();
    this.#settle(undefined);
  }

  /** An append succeeded; other errors may remain. */
  tookAppend(): void {
    this.#answeredAt = this.#now();
  }

  /** A check of the journal failed with this error. */
  wasBad(error: StoreError): void {
    if (error.kind === "closed") return;
    this.#said = storeMessage(error);
    if (error.kind === "unavailable") this.check();
    else this.#settle(this.#said);
  }

  /** To be called regularly. */
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
