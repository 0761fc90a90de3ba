import type { Journal } from "../journal/journal.js";
import type { Projection } from "../ledger/ledger.js";
import { type Projector, startProjector } from "../pipeline/projector.js";

/**
 * Starts to lead the journal into the views that others keep.
 * @param journalId hash of the journal's first event
 * @param prunedUpTo offset up to which the journal was pruned
 */
export const startProjections = (
  journal: Journal,
  journalId: string,
  projections: ReadonlyArray<Projection>,
  ledgerEnd: () => number,
  prunedUpTo: number,
): ReadonlyArray<Projector> =>
  projections.map((projection) => {
    projection.begin(journalId, ledgerEnd(), prunedUpTo);
    const onWait = (listener: () => void): void => {
      projection.onWait = listener;
    };
    const checkpoint = (): number => projection.checkpoint();
    return startProjector(
      journal,
      {
        checkpoint,
        fold: (entries) => projection.fold(entries),
        onWait,
        onRewind: () => undefined,
      },
      ledgerEnd,
    );
  });
