import { Readable } from "node:stream";
import { BackOff, messageOf, pause } from "@tallystick/background";
import { type LedgerSource, type Scope, SourceError } from "./source/ledger-source.js";
import { readActive, readItem } from "./source/update-codec.js";
import type { DeclaredIndex, QueryStore, StoreMark } from "./store/query-store.js";

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

/** Stands after each text of JSON, in which it cannot be. */
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

const sorted = ({ parties, interfaces, blobs }: Scope): Scope => ({
  parties: [...new Set(parties)].sort(),
  interfaces: [...new Set(interfaces)].sort(),
  blobs,
});

/** Why a store cannot follow a ledger; undefined: it can. */
const refusal = (mark: StoreMark, { participantId, scope, offset }: StoreMark, pruned: number) => {
  if (mark.participantId !== participantId)
    return `the store is of ${mark.participantId}, the ledger is ${participantId}`;
  if (JSON.stringify(sorted(mark.scope)) !== JSON.stringify(scope))
    return `the store has ${JSON.stringify(mark.scope)}; another scope needs another database`;
  if (mark.offset > offset)
    return `the store ends at offset ${mark.offset}, the ledger at ${offset}: if it was restored, call reset_to_offset(${offset}) in the database`;
  if (mark.offset < pruned)
    return `the store ends at offset ${mark.offset}, and the ledger was pruned up to ${pruned}: what is between is gone; begin a new database`;
  return undefined;
};

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
  if (mark !== undefined) {
    const ledger = { participantId, scope, offset: await source.ledgerEnd() };
    const why = refusal(mark, ledger, pruned);
    if (why !== undefined) throw new SourceError(why, false);
    return mark.offset;
  }
  // also where none are active: a store does not begin with a scope that the ledger refuses
  const active = batchesOf(source.activeContracts(scope, pruned), readActive);
  await store.begin({ participantId, scope, offset: pruned }, active, () => source.packages());
  return pruned;
};

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
      await store.add(later, () => source.packages());
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

// what the ledger cannot be told is told the next time; the stream says that it is away
const tell = async (source: LedgerSource, offset: number, ended: boolean): Promise<void> =>
  source.report?.({ offset, ended }).catch(() => {});

/** Tells the ledger where its store is, at once and regularly, until the signal. */
const tellRegularly = async (
  source: LedgerSource,
  offset: () => number,
  signal: AbortSignal,
): Promise<void> => {
  while (!signal.aborted) {
    await tell(source, offset(), false);
    await pause(reportEveryMs, signal);
  }
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
  const over = new AbortController();
  let latest = -1;
  let reports: Promise<void> | undefined;
  const onStored = (offset: number): void => {
    // an attempt that stores nothing is no success
    if (offset > latest) backOff.reset();
    latest = offset;
    reports ??= tellRegularly(source, () => latest, over.signal);
    following.onStored?.(offset);
  };
  try {
    while (!signal.aborted) {
      try {
        await attempt(source, store, { ...following, onStored });
        if (once) break;
      } catch (thrown) {
        if (signal.aborted) break;
        if (!isPassing(thrown)) throw thrown;
        onAway?.(messageOf(thrown));
      }
      await pause(backOff.next(), signal);
    }
  } finally {
    over.abort();
    await reports;
  }
  // one that ends because of an error stays behind
  if (reports !== undefined) await tell(source, latest, true);
};
