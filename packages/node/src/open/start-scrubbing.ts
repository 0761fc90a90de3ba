import type { Views } from "@tallystick/views";
import { right } from "fp-ts/lib/Either.js";
import { type Scrubber, startScrubber } from "../audit/scrubber.js";
import type { Journal } from "../journal/journal.js";
import type { Pipeline } from "../pipeline/pipeline.js";
import type { LedgerOpening } from "./ledger-opening.js";
import type { Part } from "./startup.js";

/** What checks everything in the background; undefined where the configuration says not to. */
export const scrubbing: Part<
  LedgerOpening & {
    readonly journal: Journal;
    readonly journalId: string;
    readonly pipeline: Pipeline;
    readonly views: Views;
  },
  never,
  Scrubber | undefined
> = {
  open: ({ options, config, data, notice, threadEnds, journal, journalId, pipeline, views }) => {
    const { scrubEventsPerSecond: eventsPerSecond, scrubEveryMs: everyMs } = config;
    if (eventsPerSecond === 0) return right(undefined);
    const scrubber = startScrubber({
      journal,
      journalId,
      data,
      ledgerEnd: () => pipeline.committed().state.offset,
      views,
      others: options.projections ?? [],
      eventsPerSecond,
      everyMs,
      notice,
      ended: threadEnds("scrubber"),
    });
    return right(scrubber);
  },
  close: (scrubber) => scrubber?.stop(),
};
