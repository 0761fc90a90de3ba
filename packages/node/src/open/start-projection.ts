import type { StoreError } from "@tallystick/event-store";
import { type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import { eventAt, type Journal } from "../journal/journal.js";
import type { Projection } from "../ledger/ledger.js";
import type { LedgerNotice } from "../ledger/ledger-observer.js";
import { type Projector, startProjector } from "../pipeline/projector.js";
import type { ProjectorPace } from "../pipeline/projector-parts.js";
import type { After, LedgerPart } from "./ledger-parts.js";
import { journalOpenError } from "./journal/open-error.js";

/** How far folded views go, and the chain hash of the event there. */
interface FoldedUpTo {
  checkpoint(): number;
  checkpointHash(): string;
}

/** The journal to fold views from. */
interface FoldableJournal {
  readonly journal: Journal;
  readonly ledgerEnd: number;
  /** Offset up to which it was pruned: views that end before it cannot be continued. */
  readonly prunedUpTo: number;
}

/** Whether the journal has the last event that views folded, and all later ones. */
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

/**
 * Gathering delays the automations that act on entries. They are folded in this thread, some 10 ms
 * in one step.
 */
const pace: ProjectorPace = { gatherMs: 10, maxFoldEntries: 200 };

type Projected = "journal" | "journalId" | "pipeline" | "views";

/** Folds the journal into the ledger's views, and into added ones. */
export const projectors: LedgerPart<"projectors", Projected> = {
  open: async (projected) => {
    const { journal, pipeline, views, notice } = projected;
    const ledgerEnd = (): number => pipeline.committed().state.offset;
    const started = [startProjector({ name: "views", journal, views, ledgerEnd, notice })];
    for (const projection of projected.options.projections ?? []) {
      const next = await startProjection(projection, projected, ledgerEnd);
      if (isLeft(next)) {
        await stopAll(started);
        return left(journalOpenError({ kind: "store", error: next.left }));
      }
      started.push(next.right);
    }
    return right(started);
  },
  close: (started) => stopAll(started),
};

const stopAll = async (started: ReadonlyArray<Projector>): Promise<void> => {
  await Promise.all(started.map((projector) => projector.stop()));
};

/** Starts to fold the journal into a view. Left: the journal cannot be read. */
const startProjection = async (
  projection: Projection,
  { journal, journalId, pipeline, notice }: After<Projected>,
  ledgerEnd: () => number,
): Promise<Either<StoreError, Projector>> => {
  const prunedUpTo = pipeline.committed().state.pruning.upTo;
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
    foldsInThread: () => projection.foldsInThread?.() === true,
    onWait: (listener: () => void): void => {
      projection.onWait = listener;
    },
    onRewind: (listener: () => void): void => {
      rewound = listener;
    },
  };
  return right(
    startProjector({ name: projection.name, journal, views: followed, ledgerEnd, notice, pace }),
  );
};

/** The notice for views that become unreadable, or readable again. */
export const readingNotice = (reason: string | undefined): LedgerNotice =>
  reason === undefined
    ? { kind: "views-resumed", message: "the views are read again" }
    : { kind: "views-interrupted", message: `the views cannot be read: ${reason}` };
