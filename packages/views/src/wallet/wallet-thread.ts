import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import type { Checkpoint } from "../fold/fold-events.js";
import type { FoldingHost } from "../fold/folding-host.js";
import { workerHost } from "../fold/worker-host.js";
import type { JournalEntry, ViewsError } from "../interface/views.js";

const script = new URL("./wallet-worker.js", import.meta.url);

/** A thread of its own that has the wallet's file and folds into it. */
export class WalletThread {
  readonly #host: Promise<Either<ViewsError, FoldingHost>>;
  #ended: ViewsError | undefined;
  #offset: number | undefined;

  /** @param journalId hash of the journal's first event */
  constructor(file: string, journalId: string) {
    const data = { file, journalId, keepsTexts: false };
    this.#host = workerHost(data, (error) => this.#end(error), script);
  }

  /** Offset of the last event that is folded, once that is known. */
  offset(): number {
    return this.#offset ?? 0;
  }

  /**
   * Folds entries behind those that are folded. Left `gap` when these do not continue what is
   * folded; once it is Left `worker`, the thread is gone.
   */
  async fold(entries: ReadonlyArray<JournalEntry>): Promise<Either<ViewsError, Checkpoint>> {
    const host = await this.#host;
    if (isLeft(host)) return host;
    if (this.#ended !== undefined) return left(this.#ended);
    this.#offset ??= host.right.start.offset;
    const [expectedOffset, actualOffset] = [this.#offset + 1, entries[0]?.offset ?? 0];
    if (actualOffset !== expectedOffset) {
      const message = `event ${expectedOffset} should come next, not ${actualOffset}`;
      return left({ kind: "gap", expectedOffset, actualOffset, message });
    }
    const folded = await host.right.fold(entries);
    if (!isLeft(folded)) this.#offset = folded.right.offset;
    else if (folded.left.kind === "damaged") this.#offset = 0;
    return folded;
  }

  /** Writes what is folded, and ends the thread. */
  async close(): Promise<void> {
    const host = await this.#host;
    if (!isLeft(host) && this.#ended === undefined) await host.right.close();
  }

  #end(error: ViewsError): void {
    this.#ended = error;
  }
}
