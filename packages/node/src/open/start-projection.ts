import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { eventAt } from "../journal/journal.js";
import type { OpenError, Projection } from "../ledger/ledger.js";
import { type Projector, startProjector } from "../pipeline/projector.js";
import type { ProjectorPace } from "../pipeline/projector-parts.js";
import type { After, LedgerPart } from "./ledger-parts.js";
import { journalOpenError } from "./journal/open-error.js";

/** Views that follow a journal. */
type Followed = Pick<Projection, "begin" | "checkpoint" | "checkpointHash" | "onNotice">;

/**
 * Begins views with a journal, which must have the last event that they folded and all later ones:
 * others are emptied. Left: the journal cannot be read.
 */
export const beginViews = async (
  views: Followed,
  { journal, journalId, pipeline, notice, threadEnds }: After<"journal" | "journalId" | "pipeline">,
): Promise<Either<OpenError, void>> => {
  const threadEnded = threadEnds("views");
  views.onNotice(({ kind, message }) =>
    kind === "thread-ended" ? threadEnded(message) : notice({ kind, message }),
  );
  const ledgerEnd = (): number => pipeline.committed().state.offset;
  const { upTo } = pipeline.committed().state.pruning;
  const [offset, hash] = [views.checkpoint(), views.checkpointHash()];
  const isOutside = offset > ledgerEnd() || offset < upTo;
  const event = isOutside || offset === 0 ? right(undefined) : await eventAt(journal, offset);
  if (isLeft(event)) return left(journalOpenError({ kind: "store", error: event.left }));
  const fits = offset === 0 || event.right?.hash === hash;
  views.begin(journalId, fits ? ledgerEnd() : 0, ledgerEnd);
  return right(undefined);
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
    for (const added of projected.options.projections ?? []) {
      const begun = await beginViews(added, projected);
      if (isLeft(begun)) {
        await stopAll(started);
        return begun;
      }
      const { name } = added;
      started.push(startProjector({ name, journal, views: added, ledgerEnd, notice, pace }));
    }
    return right(started);
  },
  close: (started) => stopAll(started),
};

const stopAll = async (started: ReadonlyArray<Projector>): Promise<void> => {
  await Promise.all(started.map((projector) => projector.stop()));
};
