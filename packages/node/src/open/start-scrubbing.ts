import type { Views } from "@tallystick/views";
import { type Scrubber, startScrubber } from "../audit/scrubber.js";
import type { Journal } from "../journal/journal.js";
import type { LedgerConfig } from "../ledger/ledger-config.js";
import type { Pipeline } from "../pipeline/pipeline.js";
import type { LedgerOptions } from "../ledger/ledger.js";
import { noticesOf, type ThreadEnds } from "./ledger-notices.js";

/** What is scrubbed. */
export interface ScrubbingParts {
  readonly journal: Journal;
  readonly journalId: string;
  readonly config: LedgerConfig;
  readonly options: LedgerOptions;
  readonly pipeline: Pick<Pipeline, "committed">;
  readonly threadEnds: ThreadEnds;
}

/** Starts to check everything in the background; undefined where the configuration says not to. */
export const startScrubbing = (
  { journal, journalId, config, options, pipeline, threadEnds }: ScrubbingParts,
  views: Views,
): Scrubber | undefined => {
  const { scrubEventsPerSecond: eventsPerSecond, scrubEveryMs: everyMs } = config;
  if (eventsPerSecond === 0) return undefined;
  const { data, projections: others = [] } = options;
  const notice = noticesOf(options);
  return startScrubber({
    journal,
    journalId,
    data,
    ledgerEnd: () => pipeline.committed().state.offset,
    views,
    others,
    eventsPerSecond,
    everyMs,
    notice,
    ended: threadEnds("scrubber"),
  });
};
