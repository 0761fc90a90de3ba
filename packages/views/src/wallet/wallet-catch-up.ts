import { OwnThread, type Timers } from "@tallystick/background";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import type { Checkpoint } from "../fold/fold-events.js";
import { packBatch, type PackedBatch } from "../fold/packed-batch.js";
import {
  foldingDelays,
  foldingLimits,
  type FoldingOutcome,
  outcomeOf,
} from "../fold/thread-host.js";
import type { JournalEntry, ViewsError } from "../interface/views.js";
import type { RecoveringWallet } from "./recovering-wallet.js";
import { walletStart } from "./wallet-fold.js";

/** The thread for views that are far behind. */
export type FoldingThread = "worker" | "main";

export interface WalletThreadData {
  readonly file: string;
  /** Hash of the journal's first event. */
  readonly journalId: string;
}

type WalletThread = OwnThread<PackedBatch, FoldingOutcome>;

const script = new URL("./wallet-worker.js", import.meta.url);

/**
 * A thread that has the wallet's file and folds the next entries into it: Left `gap` when they do
 * not follow. It writes the folded entries when it is stopped.
 */
export const walletThread = (data: WalletThreadData): WalletThread =>
  new OwnThread({
    name: "the thread of the wallet's views",
    script,
    data,
    resourceLimits: foldingLimits,
    delays: foldingDelays,
  });

/** Events behind the journal from which on a thread is used; fewer take about a second here. */
const farEvents = 5_000;

/** Distance from the journal's end at which the thread stops. */
const nearEvents = 500;

/** How often progress is reported; milliseconds. */
const sayEveryMs = 10_000;

interface CatchUpParts {
  readonly timers: Timers;
  readonly path: string;
  readonly file: RecoveringWallet;
  /** Hash of the journal's first event. */
  readonly journalId: () => string;
  /** Returns the journal's end. */
  readonly end: () => number;
  /** Is called when the checkpoint of the file has changed. */
  readonly moved: () => void;
  /** Is called when the thread found the file damaged and has emptied it. */
  readonly emptied: (damage: string) => void;
  /** Is called when the file can be read again; any contract may have changed. */
  readonly caughtUp: () => void;
  /** Is called with the progress from time to time. */
  readonly say: (message: string) => void;
}

/**
 * Folds wallet views that are far behind the journal in a background thread, which has their file
 * during that time: the ledger continues, but the views cannot be read.
 */
export class WalletCatchUp {
  readonly #parts: CatchUpParts;
  #thread: WalletThread | undefined;
  #begun: { readonly offset: number; readonly atMs: number } | undefined;
  #saidMs = 0;

  constructor(parts: CatchUpParts) {
    this.#parts = parts;
  }

  /** True when entries are folded here. */
  isDue(): boolean {
    const { file, end } = this.#parts;
    return file.isLent || end() - file.checkpoint.offset > farEvents;
  }

  /** Folds entries after the checkpoint. */
  async fold(entries: ReadonlyArray<JournalEntry>): Promise<Either<ViewsError, number>> {
    const { file, path, journalId, end, moved } = this.#parts;
    file.lend();
    const thread = (this.#thread ??= walletThread({ file: path, journalId: journalId() }));
    const folded = outcomeOf(await thread.ask(packBatch(entries)));
    if (isLeft(folded)) {
      this.#failed(folded.left);
      return folded;
    }
    this.#setTo(folded.right);
    moved();
    this.#say(folded.right.offset);
    if (end() - folded.right.offset > nearEvents) return right(folded.right.offset);
    return this.#takeBack(thread);
  }

  /** Stops the thread, which writes the folded entries. */
  async stop(): Promise<void> {
    await this.#thread?.stop();
    this.#thread = undefined;
  }

  async #takeBack(thread: WalletThread): Promise<Either<ViewsError, number>> {
    const { file, moved, caughtUp, say } = this.#parts;
    await thread.stop();
    this.#thread = undefined;
    const back = file.takeBack();
    if (isLeft(back)) return back;
    const { offset } = file.checkpoint;
    say(`the wallet's views have ${offset} events${this.#pace(offset)}`);
    this.#begun = undefined;
    moved();
    caughtUp();
    return right(offset);
  }

  #setTo({ offset, hash }: Pick<Checkpoint, "offset" | "hash">): void {
    this.#parts.file.lentUpTo({ ...walletStart, offset, hash });
  }

  #failed(error: ViewsError): void {
    const { moved, emptied } = this.#parts;
    if (error.kind === "damaged") {
      this.#setTo(walletStart);
      emptied(error.message);
    } else if (error.kind === "gap") {
      // entries that an ended thread had not written are folded again
      this.#setTo({ offset: error.expectedOffset - 1, hash: "" });
      moved();
    }
  }

  #say(offset: number): void {
    const nowMs = this.#parts.timers.nowMs();
    const isFirst = this.#begun === undefined;
    this.#begun ??= { offset, atMs: nowMs };
    if (!isFirst && nowMs - this.#saidMs < sayEveryMs) return;
    this.#saidMs = nowMs;
    const end = Math.max(offset, this.#parts.end());
    this.#parts.say(`the wallet's views have ${offset} of ${end} events${this.#pace(offset)}`);
  }

  #pace(offset: number): string {
    if (this.#begun === undefined) return "";
    const seconds = (this.#parts.timers.nowMs() - this.#begun.atMs) / 1_000;
    if (seconds < 1) return "";
    return `, ${Math.round((offset - this.#begun.offset) / seconds)} a second`;
  }
}
