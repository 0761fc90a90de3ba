import { right } from "fp-ts/lib/Either.js";
import { startScrubber } from "../audit/scrubber.js";
import type { LedgerPart } from "./ledger-parts.js";

/** The background check of all files; undefined when it is configured off. */
export const scrubbing: LedgerPart<
  "scrubber",
  "journal" | "health" | "journalId" | "pipeline" | "views"
> = {
  open: ({ options, config, data, notice, threadEnds, ...opening }) => {
    const { journal, health, journalId, pipeline, views } = opening;
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
    health.onChanged(() => {
      if (health.error() === undefined) scrubber.lookAgain();
    });
    return right(scrubber);
  },
  close: (scrubber) => scrubber?.stop(),
};
