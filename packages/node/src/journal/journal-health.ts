import { Listeners } from "@tallystick/background";
import type { EventStore, Probe, Remote, StoreError } from "@tallystick/event-store";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import type { LedgerNotice, StoreStatus } from "../ledger/ledger-observer.js";
import { type Journal, timersOf } from "./journal.js";
import { storeMessage } from "./store-message.js";
import { StoreReach } from "./store-reach.js";

export interface JournalHealth {
  /** The store, with its appends observed. */
  readonly store: EventStore;
  /** Why it cannot be used; undefined when it can, as far as known. */
  error(): string | undefined;
  /** Calls `listener` each time it becomes unusable, and usable again. */
  onChanged(listener: () => void): () => void;
  status(): StoreStatus;
  stop(): void;
}

/** How often it is checked; milliseconds. */
const lookEveryMs = 1_000;

type Appended = Awaited<ReturnType<EventStore["append"]>>;

/** The health check of one kind of store. */
interface Watch {
  /** Called when an append was answered. */
  readonly appended: (stream: string, appended: Appended) => void;
  /** Called when a check is due. */
  readonly look: () => void;
  readonly error: () => string | undefined;
  readonly silentMs: () => number;
}

type Notice = (notice: LedgerNotice) => void;

/** Reports each change once. */
const probedWatch = (probe: Probe, notice: Notice): Watch => {
  let interrupted: string | undefined;
  const settle = (error: StoreError | undefined): void => {
    const message = error === undefined ? undefined : storeMessage(error);
    const before = interrupted;
    interrupted = message;
    if (before === undefined && message !== undefined)
      notice({ kind: "journal-interrupted", message: `the journal cannot be written: ${message}` });
    if (before !== undefined && message === undefined)
      notice({ kind: "journal-resumed", message: "the journal can be written again" });
  };
  return {
    appended: (_stream, appended) => {
      if (!isLeft(appended)) settle(undefined);
      else if (appended.left.kind === "unavailable") settle(appended.left);
    },
    look: () => {
      // only a write shows that a full disk has space again
      const probed = probe(interrupted !== undefined);
      if (!isLeft(probed)) settle(undefined);
      else if (probed.left.kind !== "closed") settle(probed.left);
    },
    error: () => interrupted,
    silentMs: () => 0,
  };
};

/** A lagging copy counts as one that does not answer yet. */
const shorter = (revision: number, before: number): StoreError => ({
  kind: "unavailable",
  outcome: "known",
  reason: `the journal ends at offset ${revision + 1}, but reached offset ${before + 1} before: it was emptied, truncated or restored from an older copy; restore the newest copy`,
});

const remoteWatch = (remote: Remote, journal: string, notice: Notice, now: () => number): Watch => {
  const reach = new StoreReach(
    (reason) => {
      notice(
        reason === undefined
          ? { kind: "journal-resumed", message: "the journal can be used again" }
          : { kind: "journal-interrupted", message: `the journal cannot be used: ${reason}` },
      );
    },
    remote.address,
    now,
  );
  let isLooking = false;
  /** The highest revision seen. */
  let highest = -1;
  const seen = (looked: Either<StoreError, number>, before: number): void => {
    isLooking = false;
    if (isLeft(looked)) return reach.wasBad(looked.left);
    highest = Math.max(highest, looked.right);
    if (looked.right >= before) reach.wasGood();
    else reach.wasBad(shorter(looked.right, before));
  };
  return {
    appended: (stream, appended) => {
      if (stream !== journal || isLeft(appended)) return;
      highest = Math.max(highest, appended.right.revision);
      reach.tookAppend();
    },
    look: () => {
      reach.check();
      if (isLooking) return;
      isLooking = true;
      const before = highest;
      void remote.look(journal).then((looked) => seen(looked, before));
    },
    error: () => reach.reason,
    silentMs: () => reach.silentMs,
  };
};

/** A store without a probe: recovery could not be detected. */
const unwatched = (store: EventStore): JournalHealth => ({
  store,
  error: () => undefined,
  onChanged: new Listeners().add,
  status: () => ({ isUsable: true, silentMs: 0, unknownAppends: 0, leader: undefined }),
  stop: () => undefined,
});

/**
 * Monitors whether the journal can be used: by its appends, and by regular checks. A store that
 * cannot be checked is not monitored.
 *
 * @param everyMs interval of the checks; milliseconds
 * @param now milliseconds of a monotonic clock
 */
export const watchJournal = (
  watched: Journal,
  notice: Notice,
  everyMs: number = lookEveryMs,
  now: () => number = () => timersOf(watched).nowMs(),
): JournalHealth => {
  const { store, stream: journal } = watched;
  const listeners = new Listeners();
  const changed: Notice = (change) => {
    notice(change);
    listeners.tell();
  };
  const { probe, remote } = store.capabilities;
  const watch =
    probe !== undefined
      ? probedWatch(probe, changed)
      : remote !== undefined
        ? remoteWatch(remote, journal, changed, now)
        : undefined;
  if (watch === undefined) return unwatched(store);
  let unknownAppends = 0;
  const append: EventStore["append"] = async (stream, ...of) => {
    const appended = await store.append(stream, ...of);
    watch.appended(stream, appended);
    const isUnknown = isLeft(appended) && appended.left.kind === "unavailable";
    if (isUnknown && appended.left.outcome === "unknown") unknownAppends += 1;
    return appended;
  };
  const timer = timersOf(watched).every(everyMs, watch.look).unref();
  return {
    store: { ...store, append },
    error: watch.error,
    onChanged: listeners.add,
    status: () => ({
      isUsable: watch.error() === undefined,
      silentMs: watch.silentMs(),
      unknownAppends,
      leader: remote?.leader(),
    }),
    stop: () => timer.cancel(),
  };
};
