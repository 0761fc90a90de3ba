import { type Delays, OwnThread, type ThreadError } from "@tallystick/background";
import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import type { ViewsError } from "../interface/views.js";
import type { Checkpoint, FoldedJournal } from "./fold-events.js";
import type { FoldingHost } from "./folding-host.js";
import { packBatch, type PackedBatch } from "./packed-batch.js";

/** Options of a folding thread. */
export interface FoldingData extends FoldedJournal {
  readonly file: string;
}

/** Requests to the folding thread, answered in order. */
export type FoldingRequest =
  | { readonly kind: "fold"; readonly batch: PackedBatch }
  | { readonly kind: "reset" };

export type FoldingOutcome = Either<ViewsError, Checkpoint>;

export type HostStart = Pick<FoldingHost, "start" | "rebuiltBecause">;

/** Listeners for starts of the thread, and for ends by itself. */
export interface HostListener {
  /** Is called each time it ended, or did not start; it restarts later. */
  readonly ended: (error: ViewsError) => void;
  /** Is called when it has started, with where it begins. */
  readonly started: (host: HostStart) => void;
}

/** Delay before a folding thread that ended restarts. */
export const foldingDelays: Delays = { firstMs: 50, mostMs: 5_000 };

/** Queued batches outlive a small young generation and would be copied repeatedly; MiB. */
export const foldingLimits = { maxYoungGenerationSizeMb: 64 };

const foldingScript = new URL("./fold-worker.js", import.meta.url);

export const outcomeOf = (answer: Either<ThreadError, FoldingOutcome>): FoldingOutcome => {
  if (!isLeft(answer)) return answer.right;
  const { kind, message } = answer.left;
  return left(
    kind === "stopped"
      ? { kind: "closed", message: "the views are closed" }
      : { kind: "worker", message },
  );
};

/**
 * Folds in a thread that owns the writing connection, and restarts when it ends by itself. Calls
 * wait for its first start; later, while it restarts, they are Left `worker`.
 *
 * @param first where it begins, as known before
 */
export const threadHost = (
  data: FoldingData,
  listener: HostListener,
  first: HostStart,
): FoldingHost => {
  let last = first;
  const thread = new OwnThread<FoldingRequest, FoldingOutcome, HostStart>({
    name: "the folding worker",
    script: foldingScript,
    data,
    resourceLimits: foldingLimits,
    delays: foldingDelays,
    keepsRunning: true,
    onStart: (start) => {
      last = start;
      listener.started(start);
    },
    onEnd: (message) => listener.ended({ kind: "worker", message }),
  });
  const ask = async (request: FoldingRequest): Promise<FoldingOutcome> =>
    outcomeOf(await thread.ask(request));
  return {
    get start() {
      return last.start;
    },
    get rebuiltBecause() {
      return last.rebuiltBecause;
    },
    fold: (batch) => ask({ kind: "fold", batch: packBatch(batch) }),
    reset: () => ask({ kind: "reset" }),
    close: () => thread.stop(),
  };
};
