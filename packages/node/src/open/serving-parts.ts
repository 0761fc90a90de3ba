import { entriesOf, vettedAmong } from "@tallystick/core";
import { right } from "fp-ts/lib/Either.js";
import { keepSubscribed } from "../journal/keep-subscribed.js";
import { offsetWaits } from "../pipeline/offset-waits.js";
import { diskUse } from "./disk-use.js";
import type { LedgerPart } from "./ledger-parts.js";
import { watchDataFolder } from "./watch-files.js";

export const waitingCallers: LedgerPart<"waits", "pipeline"> = {
  open: ({ pipeline, timers }) =>
    right(offsetWaits(() => pipeline.committed().state.offset, timers)),
  close: (waits) => waits.endAll(),
};

/**
 * Accepts commands and the events of other nodes. Closing rejects new commands immediately, and
 * finishes accepted ones.
 */
export const incoming: LedgerPart<
  "incoming",
  | "journal"
  | "pipeline"
  | "health"
  | "views"
  | "projectors"
  | "scrubber"
  | "archives"
  | "waits"
  | "turns"
> = {
  open: (opening) => {
    const { options, config, journal, pipeline, health, views, projectors, scrubber } = opening;
    const { archives, uploaded, waits, turns, data } = opening;
    pipeline.onCommitted((entries) => {
      for (const projector of projectors) projector.offer(entries);
      waits.advanced();
      // what another node has registered
      void uploaded.catchUp(() => pipeline.committed().state.participant.packages, archives);
    });
    // otherwise the first command would split the packages that it uses into definitions
    const { packages, vetting } = pipeline.committed().state.participant;
    const known = Array.from(entriesOf(packages), ([packageId]) => packageId);
    void uploaded.decode(vettedAmong(vetting, known).map(({ packageId }) => packageId));
    options.observer?.opened({
      ledgerEnd: () => pipeline.committed().state.offset,
      viewsEnd: () => views.checkpoint(),
      waiting: () => pipeline.waiting(),
      findings: () => scrubber?.findings().length ?? 0,
      store: () => health.status(),
      turns: () => turns.status(),
      disk: () => (data === undefined ? undefined : diskUse(data)),
    });
    const followed = async () => right(pipeline.committed().state.offset - 1);
    // what other nodes append, as soon as the store pushes it
    const follow = () => keepSubscribed(journal, followed, (events) => pipeline.follow(events));
    return right(config.sharedJournal ? follow() : undefined);
  },
  close: (following, { pipeline }) => {
    following?.stop();
    return pipeline.close();
  },
};

/** Reports files of the data folder that were removed while they are used. */
export const fileWatch: LedgerPart<"fileWatch", "journalId"> = {
  open: ({ data, stream, journalId, notice, timers }) =>
    right(watchDataFolder(data, { stream, journalId }, notice, timers)),
  close: (unwatch) => unwatch(),
};
