import { pause } from "@tallystick/background";
import { ViewsUnreadable } from "@tallystick/views";
import { progressText, type WalletViews } from "@tallystick/views/wallet";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Ledger } from "../ledger/ledger.js";
import type { WalletError } from "./wallet-error.js";

/** Events that views may be behind for a start to wait for them; folded in a second or so. */
const nearEvents = 2_000;

/** Tries of a start that waits: views that are found damaged are rebuilt meanwhile. */
const maxTries = 5;

/** How long such a start waits for the views each time; milliseconds. */
const nearTimeoutMs = 10_000;

/** How long it is waited for views that are far behind until it is looked whether to continue. */
const farTimeoutMs = 500;

/** Wait before what did not succeed is tried again; milliseconds. */
const retryMs = 1_000;

type Followed = Pick<Ledger, "ledgerEnd">;

const isNear = (ledger: Followed, views: WalletViews): boolean =>
  ledger.ledgerEnd() - views.checkpoint() <= nearEvents;

/** Waits until views have what is committed now, unless they are far from it. */
export const nearlyCaughtUp = async (ledger: Followed, views: WalletViews): Promise<void> => {
  if (isNear(ledger, views)) await views.waitFor(ledger.ledgerEnd(), nearTimeoutMs);
};

/** What is to be begun. */
interface StartedWallet {
  readonly ledger: Followed;
  readonly views: WalletViews;
  /** Sets the network up and begins the automations; throws `ViewsUnreadable` too. */
  readonly begin: () => Promise<Either<WalletError, void>>;
  /** Called with what went wrong each time. */
  readonly notice: (message: string) => void;
}

/**
 * Begins a wallet once its views are as far as the ledger. Where they nearly are, `first` waits for
 * it; views that have to be folded from the journal hold up nothing but the wallet.
 */
export class WalletStart {
  readonly #parts: StartedWallet;
  #isBegun = false;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;
  /** Why it could not be begun the last time. */
  #failure: string | undefined;

  constructor(parts: StartedWallet) {
    this.#parts = parts;
  }

  /** Begins the wallet, or has that done later. Left: why it cannot be begun at all. */
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

  /** Why the wallet cannot be used at the moment; undefined when it can. */
  waitsFor(): string | undefined {
    const behind = this.#parts.views.behind();
    if (behind !== undefined) return `The wallet is not ready: ${progressText(behind)}.`;
    if (this.#isBegun) return undefined;
    return `The wallet is not ready: ${this.#failure ?? "its network is being set up"}.`;
  }

  /** Ends the tries. */
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
      await pause(retryMs, this.#stopping.signal);
    }
  }

  /** @returns why it failed; undefined also while the views cannot answer, which ends no start */
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
