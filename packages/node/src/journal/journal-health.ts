import type { AsideStore, EventStore, ProbedStore, StoreError } from "@tallystick/event-store";
import { isLeft } from "fp-ts/lib/Either.js";
import type { LedgerNotice } from "../ledger/ledger-observer.js";
import { storeMessage } from "./store-message.js";

/** Whether the journal can be written at the moment. */
export interface JournalHealth {
  /** The store, whose appends are watched. */
  readonly store: EventStore;
  /** Why it cannot be written; undefined when it can, as far as it is known. */
  error(): string | undefined;
  stop(): void;
}

/** How often it is looked at; milliseconds. */
const lookEveryMs = 1_000;

const isAside = (store: EventStore): store is EventStore & AsideStore => "asideFrom" in store;

const isProbed = (store: EventStore): store is EventStore & ProbedStore => "probe" in store;

/**
 * Watches whether the journal can be written, and whether it can be again: by its appends, and by a
 * look now and then. Says each change once. A store that cannot be probed is not watched: nobody
 * could say when it has come back.
 *
 * @param everyMs how often; milliseconds
 */
export const watchJournal = (
  store: EventStore,
  notice: (notice: LedgerNotice) => void,
  everyMs: number = lookEveryMs,
): JournalHealth => {
  if (!isProbed(store)) return { store, error: () => undefined, stop: () => undefined };
  let interrupted: string | undefined;
  const settle = (error: StoreError | undefined): void => {
    const message = error === undefined ? undefined : storeMessage(error);
    const before = interrupted;
    interrupted = message;
    if (before === undefined && message !== undefined)
      notice({ kind: "journal-interrupted", message: `the journal cannot be written: ${message}` });
    if (before !== undefined && message === undefined)
      notice({ kind: "journal-resumed", message: "the journal is written again" });
  };
  const look = (): void => {
    // only writing shows that a full disk has room again
    const probed = store.probe(interrupted !== undefined);
    if (!isLeft(probed)) settle(undefined);
    else if (probed.left.kind !== "closed") settle(probed.left);
  };
  const watched =
    (append: EventStore["append"]): EventStore["append"] =>
    async (...of) => {
      const appended = await append(...of);
      if (!isLeft(appended)) settle(undefined);
      else if (appended.left.kind === "unavailable") settle(appended.left);
      return appended;
    };
  const appendHere = isAside(store) ? store.appendHere : undefined;
  const here = appendHere === undefined ? {} : { appendHere: watched(appendHere) };
  const timer = setInterval(look, everyMs).unref();
  return {
    store: { ...store, append: watched(store.append), ...here },
    error: () => interrupted,
    stop: () => clearInterval(timer),
  };
};
