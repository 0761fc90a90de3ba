import type { JournalHealth } from "../journal/journal-health.js";
import type { Folded, FoldKeeper, Journal } from "../journal/journal.js";
import type { LedgerConfig } from "../ledger/ledger-config.js";
import type { LedgerObserver } from "../ledger/ledger-observer.js";
import type { AppendTurns } from "../writer/append-turns.js";
import type { DecisionParts } from "./decide-batch.js";

export interface PipelineParts extends DecisionParts {
  readonly journal: Journal;
  /** While the journal cannot be used commands are rejected at once. */
  readonly health: Pick<JournalHealth, "error" | "onChanged">;
  readonly start: Folded;
  readonly config: LedgerConfig;
  readonly observer: LedgerObserver | undefined;
  /** The turns of this node's appends, if others append too. */
  readonly turns: AppendTurns;
  /** True when the program gave the clock, which may be moved by hand. */
  readonly isClockOwn?: boolean;
  /** Keeps the state in files; undefined for one in memory only. */
  readonly keeper?: FoldKeeper | undefined;
}
