import type { Timers } from "@tallystick/background";
import type { LedgerSettings } from "@tallystick/core";
import type { TableContext } from "@tallystick/tables";
import type { Either } from "fp-ts/lib/Either.js";
import type { Folded, Journal, JournalError } from "../journal/journal.js";
import type { LedgerNotice } from "../ledger/ledger-observer.js";
import type { TableRuns } from "./snapshot-file.js";
import type { RunWriting } from "./snapshot-runs.js";

/** A state that is entirely in runs. */
export interface FoldedRuns extends Folded {
  readonly runs: TableRuns;
  readonly context: TableContext;
}

/**
 * Folds a journal into new runs in this folder; undefined when it is too short for that, or cannot
 * be folded so.
 */
export type FoldIntoRuns = (
  journal: Journal,
  place: {
    readonly folder: string;
    readonly settings: LedgerSettings;
    readonly seed: number;
  },
) => Promise<Either<JournalError, FoldedRuns> | undefined>;

export interface KeeperParts extends RunWriting {
  readonly folder: string;
  readonly stream: string;
  /** Events after which their changes are moved out of memory. */
  readonly everyEvents: number;
  /** Units of events (see `eventUnits`) after which the same happens. */
  readonly everyUnits: number;
  /** The seed of the key hashes in a new snapshot; secret. */
  readonly seed: number;
  /** Folds long journals; absent when all are folded event by event. */
  readonly foldIntoRuns?: FoldIntoRuns;
  /** Is called when the snapshot cannot be written, and when it can be again. */
  readonly notice: (notice: LedgerNotice) => void;
  /** Default: the system's. */
  readonly timers?: Timers;
  /** Is called each time the writing thread ended by itself; it restarts. */
  readonly threadEnded?: (reason: string) => void;
}
