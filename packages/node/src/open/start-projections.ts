import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { eventAt, type Journal } from "../journal/journal.js";
import type { OpenError, Projection } from "../ledger/ledger.js";
import { type Projector, startProjector } from "../pipeline/projector.js";
import { journalOpenError } from "./open-error.js";

/** Starts to lead the journal into the views that others keep. */
export const startProjections = async (
  journal: Journal,
  projections: ReadonlyArray<Projection>,
  ledgerEnd: () => number,
): Promise<Either<OpenError, ReadonlyArray<Projector>>> => {
  const first = await eventAt(journal, 1);
  if (isLeft(first)) return left(journalOpenError({ kind: "store", error: first.left }));
  return right(
    projections.map((projection) => {
      projection.begin(first.right?.hash ?? "", ledgerEnd());
      const onWait = (listener: () => void): void => {
        projection.onWait = listener;
      };
      const checkpoint = (): number => projection.checkpoint();
      return startProjector(
        journal,
        { checkpoint, fold: (entries) => projection.fold(entries), onWait },
        ledgerEnd,
      );
    }),
  );
};
