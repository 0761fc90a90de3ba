import { type Delays, OwnThread, type ThreadError } from "@tallystick/background";
import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import type { ViewsError } from "../interface/views.js";
import type { Checkpoint, FoldedJournal } from "./fold-events.js";
import type { FoldingHost } from "./folding-host.js";
import { packBatch, type PackedBatch } from "./packed-batch.js";

/** What a folding thread is started with. */
export interface FoldingData extends FoldedJournal {
  readonly file: string;
}

/** Requests to the folding thread, which are answered in their order. */
export type FoldingRequest =
  | { readonly kind: "fold"; readonly batch: PackedBatch }
  | { readonly kind: "reset" };

/** What became of a request. */
export type FoldingOutcome = Either<ViewsError, Checkpoint>;

/** Where a host begins. */
export type HostStart = Pick<FoldingHost, "start" | "rebuiltBecause">;

/** Who is to know of a thread that started, and of one that ended by itself. */
export interface HostListener {
  /** Is called each time it ended, or did not start; it is started again later. */
  readonly ended: (error: ViewsError) => void;
  /** It folds from now on, and begins there. */
  readonly started: (host: HostStart) => void;
}

/** Before a folding thread that ended is started again. */
export const foldingDelays: Delays = { firstMs: 50, mostMs: 5_000 };

/** Batches under way outlive a small young generation and would be copied again and again; MiB. */
export const foldingLimits = { maxYoungGenerationSizeMb: 64 };

const foldingScript = new URL("./fold-worker.js", import.meta.url);

/** What the answer of a folding thread means for the views. */
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
 * Folds in a thread that owns the writing connection, and that is started again when it ends by
 * itself. Calls wait for its first start; while it is not there after that they are Left `worker`.
 *
 * @param first where it will begin, as far as is known before
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
