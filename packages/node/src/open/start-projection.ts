import type { StoreError } from "@tallystick/event-store";
import { type Either, isLeft, map, right } from "fp-ts/lib/Either.js";
import { eventAt, type Journal } from "../journal/journal.js";
import type { Projection } from "../ledger/ledger.js";
import type { LedgerNotice } from "../ledger/ledger-observer.js";
import { type Projector, type ProjectorPace, startProjector } from "../pipeline/projector.js";

/** How far folded views go, and the chain hash of the event there. */
export interface FoldedUpTo {
  checkpoint(): number;
  checkpointHash(): string;
}

/** The journal that views are folded from. */
export interface FoldableJournal {
  readonly journal: Journal;
  readonly ledgerEnd: number;
  /** Offset up to which it was pruned: what ends before cannot be folded on. */
  readonly prunedUpTo: number;
}

/** Whether the journal has the very event that views folded last, and all that follows it. */
export const endsInJournal = async (
  views: FoldedUpTo,
  { journal, ledgerEnd, prunedUpTo }: FoldableJournal,
): Promise<Either<StoreError, boolean>> => {
  const [offset, hash] = [views.checkpoint(), views.checkpointHash()];
  if (offset === 0) return right(true);
  if (offset > ledgerEnd || offset < prunedUpTo) return right(false);
  return map((event: { readonly hash: string } | undefined) => event?.hash === hash)(
    await eventAt(journal, offset),
  );
};

/** What leads a journal into views that others keep. */
export interface ProjectionParts {
  readonly journal: Journal;
  /** Hash of the journal's first event. */
  readonly journalId: string;
  readonly ledgerEnd: () => number;
  readonly prunedUpTo: number;
  readonly notice: (notice: LedgerNotice) => void;
}

/**
 * Automations that act on entries begin later by as long as these are gathered. They are folded in
 * this thread, some 10 ms at a time.
 */
const pace: ProjectorPace = { gatherMs: 10, maxFoldEntries: 200 };

/** Starts to lead the journal into a view. Left: the journal cannot be read. */
export const startProjection = async (
  projection: Projection,
  { journal, journalId, ledgerEnd, prunedUpTo, notice }: ProjectionParts,
): Promise<Either<StoreError, Projector>> => {
  const fits = await endsInJournal(projection, { journal, ledgerEnd: ledgerEnd(), prunedUpTo });
  if (isLeft(fits)) return fits;
  let rewound = (): void => undefined;
  projection.onRewind = () => rewound();
  projection.onDamage = (message) => notice({ kind: "views-damaged", message });
  projection.onUnreadable = (reason) => notice(readingNotice(reason));
  projection.onProgress = (message) => notice({ kind: "views-progress", message });
  projection.begin(journalId, fits.right ? ledgerEnd() : 0, ledgerEnd);
  const followed = {
    checkpoint: () => projection.checkpoint(),
    fold: (entries: Parameters<Projection["fold"]>[0]) => projection.fold(entries),
    isAside: () => projection.isAside?.() === true,
    onWait: (listener: () => void): void => {
      projection.onWait = listener;
    },
    onRewind: (listener: () => void): void => {
      rewound = listener;
    },
  };
  return right(startProjector(journal, followed, ledgerEnd, notice, pace));
};

/** What to say of views that cannot be read since now, or that can again. */
export const readingNotice = (reason: string | undefined): LedgerNotice =>
  reason === undefined
    ? { kind: "views-resumed", message: "the views are read again" }
    : { kind: "views-interrupted", message: `the views cannot be read: ${reason}` };
