import type { LedgerState } from "@tallystick/core";
import type { Journal } from "../journal/journal.js";
import type { LedgerConfig } from "../ledger/ledger-config.js";
import type { LedgerOptions } from "../ledger/ledger.js";
import type { LedgerClock } from "../ledger/steady-clock.js";
import type { Pipeline } from "../pipeline/pipeline.js";
import { pruneByAge } from "../pruning/prune-by-age.js";
import { type Pruner, startPruner } from "../pruning/pruner.js";
import { noticesOf } from "./ledger-notices.js";
import type { FoldedUpTo } from "./start-projection.js";

/** What is pruned, and what is folded from it. */
export interface PruningParts {
  readonly journal: Journal;
  readonly pipeline: Pipeline;
  readonly config: LedgerConfig;
  readonly clock: LedgerClock;
  readonly options: LedgerOptions;
}

/** Starts what prunes, on request and, where the configuration says so, by age. */
export const startPruning = (
  { journal, pipeline, config, clock, options }: PruningParts,
  views: ReadonlyArray<Pick<FoldedUpTo, "checkpoint">>,
): { readonly pruner: Pruner; readonly stop: () => Promise<void> } => {
  const pruner = startPruner({
    journal,
    data: options.data,
    pipeline,
    isShared: config.sharedJournal,
    checkpoints: views.map((each) => () => each.checkpoint()),
    notice: noticesOf(options),
  });
  const state = (): LedgerState => pipeline.committed().state;
  const ageMicros = config.pruneAfterMicros;
  const stopAging =
    ageMicros === 0 ? undefined : pruneByAge({ journal, pruner, state, clock, ageMicros });
  const stop = async (): Promise<void> => {
    stopAging?.();
    await pruner.stop();
  };
  return { pruner, stop };
};
