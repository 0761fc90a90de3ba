import { pause, type Timers } from "@tallystick/background";
import { ViewsUnreadable } from "@tallystick/views";
import type { WalletViews } from "@tallystick/views/wallet";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Ledger } from "../ledger/ledger.js";
import type { WalletError } from "./wallet-error.js";

/** A start waits for views that are at most this many events behind; folded in a second or so. */
const nearEvents = 2_000;

/** Attempts of such a start: damaged views are rebuilt meanwhile. */
const maxTries = 5;

/** How long each attempt waits for the views; milliseconds. */
const nearTimeoutMs = 10_000;

/** How long to wait for views that are far behind before checking whether to continue. */
const farTimeoutMs = 500;

/** Delay before a retry; milliseconds. */
const retryMs = 1_000;

type Followed = Pick<Ledger, "ledgerEnd">;

const isNear = (ledger: Followed, views: WalletViews): boolean =>
  ledger.ledgerEnd() - views.checkpoint() <= nearEvents;

/** Waits until views have all events committed now, unless they are far behind. */
export const nearlyCaughtUp = async (ledger: Followed, views: WalletViews): Promise<void> => {
  if (isNear(ledger, views)) await views.waitFor(ledger.ledgerEnd(), nearTimeoutMs);
};

interface StartedWallet {
  readonly ledger: Followed;
  readonly views: WalletViews;
  /** Sets up the network and starts the automations; throws `ViewsUnreadable` too. */
  readonly begin: () => Promise<Either<WalletError, void>>;
  /** Called with each error. */
  readonly notice: (message: string) => void;
  readonly timers: Timers;
}

/**
 * Starts a wallet when its views have caught up with the ledger. If they nearly have, `first` waits
 * for it; views that are far behind only delay the wallet.
 */
export class WalletStart {
  readonly #parts: StartedWallet;
  #isBegun = false;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;
  /** Why the last attempt failed. */
  #failure: string | undefined;

  constructor(parts: StartedWallet) {
    this.#parts = parts;
  }

  /** Starts the wallet, now or later. Left: why it cannot start at all. */
  async first(): Promise<Either<WalletError, void>> {
    const { ledger, views } = this.#parts;
    for (let tries = 1; tries <= maxTries; tries++) {
      if (!isNear(ledger, views)) break;
      const failure = await this.#try(nearTimeoutMs);
      if (this.#isBegun) return right(undefined);
      if (failure !== undefined) return left(failure);
    }
    this.#running = this.#goOn();
    return right(undefined);
  }

  /** Why the wallet cannot be used now; undefined when it can. */
  waitsFor(): string | undefined {
    const behind = this.#parts.views.behind();
    if (behind !== undefined) return `The wallet is not ready: ${behind}.`;
    if (this.#isBegun) return undefined;
    return `The wallet is not ready: ${this.#failure ?? "its network is being set up"}.`;
  }

  /** Why no automation runs, unless they are paused or another node runs them. */
  automationsUnready(): string | undefined {
    return this.#isBegun ? undefined : "the automations have not started";
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #goOn(): Promise<void> {
    while (!this.#stopping.signal.aborted && !this.#isBegun) {
      const failure = await this.#try(farTimeoutMs);
      if (this.#isBegun) return;
      const message = failure?.message ?? this.#failure;
      if (message !== undefined && message !== this.#failure) this.#parts.notice(message);
      this.#failure = message;
      await pause(retryMs, this.#stopping.signal, this.#parts.timers);
    }
  }

  /**
   * @returns why it failed; undefined also while the views cannot be read, which does not fail a
   * start
   */
  async #try(timeoutMs: number): Promise<WalletError | undefined> {
    const { ledger, views, begin } = this.#parts;
    const caughtUp = await views.waitFor(ledger.ledgerEnd(), timeoutMs);
    if (isLeft(caughtUp)) return undefined;
    try {
      const begun = await begin();
      this.#isBegun ||= !isLeft(begun);
      return isLeft(begun) && this.#isCaughtUp() ? begun.left : undefined;
    } catch (thrown) {
      if (thrown instanceof ViewsUnreadable) return undefined;
      throw thrown;
    }
  }

  #isCaughtUp(): boolean {
    const { ledger, views } = this.#parts;
    return views.behind() === undefined && views.checkpoint() >= ledger.ledgerEnd();
  }
}
