import type { LedgerState } from "@tallystick/core";
import { right } from "fp-ts/lib/Either.js";
import { pruneByAge } from "../pruning/prune-by-age.js";
import { startPruner } from "../pruning/pruner.js";
import type { LedgerPart } from "./ledger-parts.js";

const keySeedDigits = 64;

/** The pruner: on request and, if configured, by age. */
export const pruning: LedgerPart<"pruning", "journal" | "pipeline" | "views"> = {
  open: ({ options, config, data, clock, ids, notice, journal, pipeline, views }) => {
    const pruner = startPruner({
      journal,
      data,
      pipeline,
      isShared: config.sharedJournal,
      newKeySeed: () => (ids.transactionSeed() + ids.transactionSeed()).slice(0, keySeedDigits),
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
