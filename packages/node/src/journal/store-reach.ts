import type { StoreError } from "@tallystick/event-store";
import { storeMessage } from "./store-message.js";

/** How long a store may not answer before the node is not ready; milliseconds. */
export const unreachableMs = 5_000;

/**
 * Whether a store on other machines can be used. One that does not answer may recover soon; one
 * that rejects the login or the journal, or has another one, is unusable immediately.
 */
export class StoreReach {
  readonly #changed: (reason: string | undefined) => void;
  readonly #address: string;
  readonly #now: () => number;
  #answeredAt: number;
  /** Its last error. */
  #said: string | undefined;
  /** Whether the one before it was the same. */
  #isSteady = false;
  #reason: string | undefined;

  /**
   * @param changed is called with the reason when it becomes unusable, and with undefined when it
   * can again
   * @param address of the store
   * @param now milliseconds of a monotonic clock
   */
  constructor(changed: (reason: string | undefined) => void, address: string, now: () => number) {
    this.#changed = changed;
    this.#address = address;
    this.#now = now;
    this.#answeredAt = now();
  }

  /** Why it cannot be used, if so. */
  get reason(): string | undefined {
    return this.#reason;
  }

  /** How long it has not responded; milliseconds. */
  get silentMs(): number {
    return this.#now() - this.#answeredAt;
  }

  /** A check of the journal succeeded. */
  wasGood(): void {
    this.#said = undefined;
    this.#isSteady = false;
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
    const said = storeMessage(error);
    this.#isSteady = said === this.#said;
    this.#said = said;
    if (error.kind === "unavailable" && error.refusal === undefined) this.check();
    else this.#settle(said);
  }

  /** To be called regularly. */
  check(): void {
    if (this.silentMs < unreachableMs) return;
    this.#settle(
      this.#said ??
        `the store at ${this.#address} has not answered for ${unreachableMs / 1_000} seconds`,
    );
  }

  #settle(reason: string | undefined): void {
    const before = this.#reason;
    // one outage has several errors, which may alternate: the text changes when two in a row agree
    if (before === undefined || reason === undefined || this.#isSteady) this.#reason = reason;
    if ((before === undefined) !== (reason === undefined)) this.#changed(reason);
  }
}
