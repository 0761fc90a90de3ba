import { Readable } from "node:stream";
import { BackOff, messageOf, pause, systemTimers } from "@tallystick/background";
import { type LedgerSource, type Scope, SourceError } from "./source/ledger-source.js";
import { readActive, readItem } from "./source/update-codec.js";
import type { DeclaredIndex, QueryStore } from "./store/query-store.js";
import { packageIdsIn } from "./store/rows-of-items.js";

/** How a ledger is followed. */
export interface Following {
  readonly scope: Scope;
  /** Indexes that are made once the template has a contract. */
  readonly indexes?: ReadonlyArray<DeclaredIndex> | undefined;
  /** Stop at the end that the ledger has now; default false. */
  readonly once?: boolean | undefined;
  readonly signal: AbortSignal;
  /** Is called with the last stored offset after each batch. */
  readonly onStored?: ((offset: number) => void) | undefined;
  /** Is called with why the ledger or the database cannot be reached; it is tried again. */
  readonly onAway?: ((message: string) => void) | undefined;
}

/** Characters that are read while what is before them is written. */
const MAX_AHEAD = 4 << 20;

/** Stands between texts of JSON, in which it cannot be. */
const separator = "\u001e";

async function* separated(texts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of texts) yield `${text}${separator}`;
}

/** The values of a stream in batches: each is what came while the one before was written. */
async function* batchesOf<A>(
  texts: AsyncIterable<string>,
  read: (value: unknown) => A,
): AsyncGenerator<ReadonlyArray<A>> {
  const options = { objectMode: false, encoding: "utf8", highWaterMark: MAX_AHEAD } as const;
  for await (const waiting of Readable.from(separated(texts), options)) {
    const found = String(waiting).slice(0, -1).split(separator);
    yield found.map((text) => read(JSON.parse(text)));
  }
}

const failed = (message: string): SourceError => new SourceError(message, false);

/**
 * Begins a store where it has not: at the first transaction, or where the ledger was pruned.
 *
 * @returns its last offset
 * @throws {SourceError} the store is of another ledger or scope, or ahead of the ledger
 */
const beginning = async (
  source: LedgerSource,
  store: QueryStore,
  scope: Scope,
): Promise<number> => {
  const participantId = await source.participantId();
  const pruned = await source.prunedUpTo();
  const mark = await store.mark();
  if (mark === undefined) {
    // also where none are active: a store does not begin with a scope that the ledger refuses
    const entries = source.activeContracts(scope, pruned);
    await store.learnPackages(() => source.packages());
    await store.begin({ participantId, scope, offset: pruned }, batchesOf(entries, readActive));
    return pruned;
  }
  if (mark.participantId !== participantId)
    throw failed(`the store is of ${mark.participantId}, the ledger is ${participantId}`);
  if (JSON.stringify(sorted(mark.scope)) !== JSON.stringify(scope)) {
    throw failed(
      `the store has ${JSON.stringify(mark.scope)}; another scope needs another database`,
    );
  }
  const end = await source.ledgerEnd();
  if (mark.offset > end) {
    throw failed(
      `the store ends at offset ${mark.offset}, the ledger at ${end}: if it was restored, call reset_to_offset(${end}) in the database`,
    );
  }
  if (mark.offset < pruned) {
    throw failed(
      `the store ends at offset ${mark.offset}, and the ledger was pruned up to ${pruned}: what is between is gone; begin a new database`,
    );
  }
  return mark.offset;
};

const sorted = ({ parties, interfaces, blobs }: Scope): Scope => ({
  parties: [...new Set(parties)].sort(),
  interfaces: [...new Set(interfaces)].sort(),
  blobs,
});

/** Makes indexes whose templates have a contract, each once. */
const indexesOf = (store: QueryStore, declared: ReadonlyArray<DeclaredIndex>) => {
  const missing = new Set(declared);
  return async (): Promise<void> => {
    for (const each of missing) if (await store.index(each)) missing.delete(each);
  };
};

/** Follows until the end, the signal or the first error. */
const attempt = async (
  source: LedgerSource,
  store: QueryStore,
  { scope: given, indexes = [], once = false, signal, onStored }: Following,
): Promise<void> => {
  const scope = sorted(given);
  const makeIndexes = indexesOf(store, indexes);
  let stored = await beginning(source, store, scope);
  await makeIndexes();
  onStored?.(stored);
  const end = once ? await source.ledgerEnd() : undefined;
  if (end === stored) return;
  // a stream ends with its attempt: the next one opens another
  const over = new AbortController();
  const range = { after: stored, end, signal: AbortSignal.any([signal, over.signal]) };
  try {
    for await (const batch of batchesOf(source.updates(scope, range), readItem)) {
      if (signal.aborted) return;
      const later = batch.filter(({ offset }) => offset > stored);
      if (later.length === 0) continue;
      await store.learnPackages(() => source.packages(), packageIdsIn(later));
      await store.add(later);
      await makeIndexes();
      stored = later.at(-1)?.offset ?? stored;
      onStored?.(stored);
    }
  } finally {
    over.abort();
  }
};

/** Errors of Postgres that stay: what was written is wrong, not the connection. */
const isPassing = (thrown: unknown): boolean => {
  if (thrown instanceof SourceError) return thrown.isPassing;
  const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "";
  return !/^(22|23|28|3D|42)/.test(code);
};

/** How often the ledger is told where the store is. */
const reportEveryMs = 5_000;

/** Tells the ledger where its store is: at once, regularly, and at the end. */
const reportsTo = (source: LedgerSource) => {
  let offset: number | undefined;
  let told = Promise.resolve();
  // what the ledger cannot be told is told the next time; the stream says that it is away
  const tell = (ended: boolean): void => {
    if (offset === undefined) return;
    const position = { offset, ended };
    told = told.then(() => source.report?.(position)).catch(() => {});
  };
  const timer = systemTimers.every(reportEveryMs, () => tell(false)).unref();
  return {
    at: (stored: number): void => {
      const isFirst = offset === undefined;
      offset = stored;
      if (isFirst) tell(false);
    },
    /** @param isWanted false: it ends because of an error, and stays behind */
    end: (isWanted: boolean): Promise<void> => {
      timer.cancel();
      if (isWanted) tell(true);
      return told;
    },
  };
};

/**
 * Stores a ledger's transactions until the signal, each once, in their order; what is stored stays
 * when either side is killed. A ledger or database that is away is tried again.
 *
 * @throws {SourceError} what no further attempt changes
 */
export const followLedger = async (
  source: LedgerSource,
  store: QueryStore,
  following: Following,
): Promise<void> => {
  const { signal, once = false, onAway } = following;
  const backOff = new BackOff({ firstMs: 200, mostMs: 10_000 });
  const reports = reportsTo(source);
  let latest = -1;
  const onStored = (offset: number): void => {
    // an attempt that stores nothing is no success
    if (offset > latest) backOff.reset();
    latest = offset;
    reports.at(offset);
    following.onStored?.(offset);
  };
  let ended = false;
  try {
    while (!ended && !signal.aborted) {
      try {
        await attempt(source, store, { ...following, onStored });
        ended = once;
      } catch (thrown) {
        if (signal.aborted) break;
        if (!isPassing(thrown)) throw thrown;
        onAway?.(messageOf(thrown));
      }
      if (!ended) await pause(backOff.next(), signal);
    }
  } finally {
    await reports.end(ended || signal.aborted);
  }
};
