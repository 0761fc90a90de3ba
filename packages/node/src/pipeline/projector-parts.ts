import type { Views } from "@tallystick/views";
import type { Journal } from "../journal/journal.js";
import type { Projection } from "../ledger/ledger.js";
import type { LedgerNotice } from "../ledger/ledger-observer.js";

/** How to pass entries to views. */
export interface ProjectorPace {
  /** How long entries are gathered while no request waits for them; milliseconds. */
  readonly gatherMs: number;
  /** The most entries folded in one step: in this thread other work waits. */
  readonly maxFoldEntries: number;
}

export type FoldingViews = Pick<
  Projection,
  "checkpoint" | "fold" | "foldsInThread" | "onWait" | "onRewind"
> &
  Partial<Pick<Views, "isAwaited">>;

export interface ProjectorParts {
  /** The name of the views among the parts of the ledger. */
  readonly name: string;
  readonly journal: Journal;
  readonly views: FoldingViews;
  /** Offset of the last durable entry. */
  readonly ledgerEnd: () => number;
  /** Is called when folding is interrupted or does not move, and when it resumes. */
  readonly notice?: (notice: LedgerNotice) => void;
  readonly pace?: ProjectorPace;
}
