import { OwnThread } from "@tallystick/background";
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

/** Where views that are far behind are folded. */
export type FoldingThread = "worker" | "main";

/** What the thread is started with. */
export interface WalletThreadData {
  readonly file: string;
  /** Hash of the journal's first event. */
  readonly journalId: string;
}

type WalletThread = OwnThread<PackedBatch, FoldingOutcome>;

const script = new URL("./wallet-worker.js", import.meta.url);

/**
 * A thread that has the wallet's file and folds entries into it behind those that are folded: Left
 * `gap` when they do not follow these. It writes what it has folded when it is stopped.
 */
export const walletThread = (data: WalletThreadData): WalletThread =>
  new OwnThread({
    name: "the thread of the wallet's views",
    script,
    data,
    resourceLimits: foldingLimits,
    delays: foldingDelays,
  });

/** Events behind the journal from which on a thread folds them; less takes a second here. */
const farEvents = 5_000;

/** How near the end of the journal the thread goes. */
const nearEvents = 500;

/** How often it is said how far the views are; milliseconds. */
const sayEveryMs = 10_000;

/** What views that catch up are part of. */
interface CatchUpParts {
  /** Path of the file. */
  readonly path: string;
  readonly file: RecoveringWallet;
  /** Hash of the journal's first event. */
  readonly journalId: () => string;
  /** Where the journal ends now. */
  readonly end: () => number;
  /** Is called when the checkpoint of the file has moved, forward or back. */
  readonly moved: () => void;
  /** Is called when the thread found the file damaged and has emptied it. */
  readonly emptied: (damage: string) => void;
  /** Is called when the file can be read again; any contract may have changed. */
  readonly caughtUp: () => void;
  /** Is called with how far the views are, now and then. */
  readonly say: (message: string) => void;
}

/**
 * Folds what the wallet's views are far behind the journal in a thread of its own, which has their
 * file as long as that takes: the ledger continues meanwhile, and no one reads the views.
 */
export class WalletCatchUp {
  readonly #parts: CatchUpParts;
  #thread: WalletThread | undefined;
  #begun: { readonly offset: number; readonly atMs: number } | undefined;
  #saidMs = 0;

  constructor(parts: CatchUpParts) {
    this.#parts = parts;
  }

  /** True when entries are to be folded here. */
  isDue(): boolean {
    const { file, end } = this.#parts;
    return file.isLent || end() - file.checkpoint.offset > farEvents;
  }

  /** Folds entries behind the checkpoint. */
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

  /** Ends the thread; what it has folded is written. */
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
      // what a thread that ended had not written is folded again
      this.#setTo({ offset: error.expectedOffset - 1, hash: "" });
      moved();
    }
  }

  #say(offset: number): void {
    const nowMs = performance.now();
    const isFirst = this.#begun === undefined;
    this.#begun ??= { offset, atMs: nowMs };
    if (!isFirst && nowMs - this.#saidMs < sayEveryMs) return;
    this.#saidMs = nowMs;
    const end = Math.max(offset, this.#parts.end());
    this.#parts.say(`the wallet's views have ${offset} of ${end} events${this.#pace(offset)}`);
  }

  #pace(offset: number): string {
    if (this.#begun === undefined) return "";
    const seconds = (performance.now() - this.#begun.atMs) / 1_000;
    if (seconds < 1) return "";
    return `, ${Math.round((offset - this.#begun.offset) / seconds)} a second`;
  }
}
