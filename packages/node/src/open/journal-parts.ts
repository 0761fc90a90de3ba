import { type Either, map, mapLeft, right } from "fp-ts/lib/Either.js";
import { pipe } from "fp-ts/lib/function.js";
import { eventAt, type Journal } from "../journal/journal.js";
import { watchJournal } from "../journal/journal-health.js";
import type { OpenError } from "../ledger/ledger.js";
import { openDataFolder } from "./data-folder.js";
import type { LedgerPart } from "./ledger-parts.js";
import { journalOpenError } from "./journal/open-error.js";
import { openStore } from "./journal/open-store.js";
import { lockSnapshot } from "./journal/snapshot-lock.js";

/** The data folder, created if it is missing. */
export const dataFolder: LedgerPart<"folder"> = {
  open: ({ data }) => (data === undefined ? right(undefined) : openDataFolder(data)),
};

/** The store of the journal: one from the options is not closed. */
export const journalStore: LedgerPart<"store"> = {
  open: ({ options, data, config, notice, threadEnds }) =>
    options.store === undefined
      ? openStore({
          data,
          stores: options.stores ?? [],
          config,
          acceptsLoss: options.acceptJournalEnd !== undefined,
          notice: (message) => notice({ kind: "journal", message }),
          onThreadEnd: threadEnds("journal"),
        })
      : right(options.store),
  close: async (store, { options }) => {
    if (options.store === undefined) await store.close();
  },
};

export const journalHealth: LedgerPart<"health", "store"> = {
  open: ({ store, stream, timers, notice }) =>
    right(watchJournal({ store, stream, timers }, notice)),
  close: (health) => health.stop(),
};

export const watchedJournal: LedgerPart<"journal", "health"> = {
  open: ({ health, stream, timers }) => right({ store: health.store, stream, timers }),
};

/** The lock of the snapshot in the data folder. */
export const stateLock: LedgerPart<"stateLock"> = {
  open: ({ options, config }) => right(lockSnapshot(options, config)),
  close: (lock) => lock.release(),
};

/** The hash of the journal's first event; undefined while it has none. */
export const firstHash: LedgerPart<"firstHash", "journal"> = {
  open: ({ journal }) => firstHashOf(journal),
};

/** See `firstHash`. Left: the journal cannot be read. */
export const firstHashOf = async (
  journal: Journal,
): Promise<Either<OpenError, string | undefined>> =>
  pipe(
    await eventAt(journal, 1),
    mapLeft((error) => journalOpenError({ kind: "store", error })),
    map((event) => event?.hash),
  );
