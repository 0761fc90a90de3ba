import type { LedgerState } from "@tallystick/core";
import type { Views } from "@tallystick/views";
import { right } from "fp-ts/lib/Either.js";
import type { Journal } from "../journal/journal.js";
import type { Pipeline } from "../pipeline/pipeline.js";
import { pruneByAge } from "../pruning/prune-by-age.js";
import { type Pruner, startPruner } from "../pruning/pruner.js";
import type { LedgerOpening } from "./ledger-opening.js";
import type { Part } from "./startup.js";

/** What prunes, and what ends pruning by age. */
interface Pruning {
  readonly pruner: Pruner;
  readonly stopAging: (() => void) | undefined;
}

/** What prunes, on request and, where the configuration says so, by age. */
export const pruning: Part<
  LedgerOpening & { readonly journal: Journal; readonly pipeline: Pipeline; readonly views: Views },
  never,
  Pruning
> = {
  open: ({ options, config, data, clock, notice, journal, pipeline, views }) => {
    const pruner = startPruner({
      journal,
      data,
      pipeline,
      isShared: config.sharedJournal,
      checkpoints: [views, ...(options.projections ?? [])].map((each) => () => each.checkpoint()),
      notice,
    });
    const state = (): LedgerState => pipeline.committed().state;
    const ageMicros = config.pruneAfterMicros;
    const stopAging =
      ageMicros === 0 ? undefined : pruneByAge({ journal, pruner, state, clock, ageMicros });
    return right({ pruner, stopAging });
  },
  close: async ({ pruner, stopAging }) => {
    stopAging?.();
    await pruner.stop();
  },
};
