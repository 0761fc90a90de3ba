import { BackOff, pause, systemTimers } from "@tallystick/background";
import { isLeft } from "fp-ts/lib/Either.js";
import {
  type LedgerSource,
  type Scope,
  type SizedItem,
  SourceError,
} from "./source/ledger-source.js";
import { type Created, readActive, readItem, type StoredItem } from "./source/update-codec.js";
import type { DeclaredIndex, QueryStore } from "./store/query-store.js";

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

/** Items of a batch at most, and characters of their JSON after which it takes no more. */
const MAX_BATCH = 1_000;
const MAX_BATCH_LENGTH = 8 << 20;

const failed = (message: string): SourceError => new SourceError(message, false);

async function* pagesOf(entries: AsyncIterable<SizedItem>): AsyncGenerator<ReadonlyArray<Created>> {
  let page: Array<Created> = [];
  let size = 0;
  for await (const { value, length } of entries) {
    const read = readActive(value);
    if (isLeft(read)) throw failed(read.left.reason);
    if (read.right !== undefined) page.push(read.right);
    size += length;
    if (page.length < MAX_BATCH && size < MAX_BATCH_LENGTH) continue;
    yield page;
    page = [];
    size = 0;
  }
  if (page.length > 0) yield page;
}

const nothing = async function* (): AsyncGenerator<never> {};

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
    await store.addPackages(await source.packages());
    const active = pruned === 0 ? nothing() : pagesOf(source.activeContracts(scope, pruned));
    await store.begin({ participantId, scope, offset: pruned }, active);
    return pruned;
  }
  if (mark.participantId !== participantId)
    throw failed(`the store is of ${mark.participantId}, the ledger is ${participantId}`);
  if (JSON.stringify(sorted(mark.scope)) !== JSON.stringify(sorted(scope))) {
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

const sorted = ({ parties, interfaces, blobs }: Scope) => ({
  parties: [...new Set(parties)].sort(),
  interfaces: [...new Set(interfaces)].sort(),
  blobs,
});

/** What is read while the batch before it is written. */
class Batches {
  #waiting: Array<StoredItem> = [];
  #length = 0;
  #isStopped = false;
  #end: { readonly thrown?: unknown } | undefined;
  #wake = (): void => {};
  #room = (): void => {};

  constructor(items: AsyncIterable<SizedItem>) {
    void this.#read(items);
  }

  async #read(items: AsyncIterable<SizedItem>): Promise<void> {
    try {
      for await (const { value, length } of items) {
        if (this.#isStopped) break;
        const item = readItem(value);
        if (isLeft(item)) throw failed(item.left.reason);
        this.#waiting.push(item.right);
        this.#length += length;
        this.#wake();
        while (this.#isFull() && !this.#isStopped) {
          await new Promise<void>((resolve) => {
            this.#room = resolve;
          });
        }
      }
      this.#end = {};
    } catch (thrown) {
      this.#end = { thrown };
    }
    this.#wake();
  }

  #isFull(): boolean {
    return this.#waiting.length >= MAX_BATCH || this.#length >= MAX_BATCH_LENGTH;
  }

  /** Reads no more, and lets go of the stream. */
  stop(): void {
    this.#isStopped = true;
    this.#room();
  }

  /** The next batch; undefined at the end. Throws what the ledger threw, after the last batch. */
  async next(): Promise<ReadonlyArray<StoredItem> | undefined> {
    while (this.#waiting.length === 0) {
      if (this.#end !== undefined) {
        if ("thrown" in this.#end) throw this.#end.thrown;
        return undefined;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const batch = this.#waiting;
    this.#waiting = [];
    this.#length = 0;
    this.#room();
    return batch;
  }
}

const packageIdsIn = (items: ReadonlyArray<StoredItem>): Set<string> => {
  const ids = new Set<string>();
  const add = (id: string): unknown => ids.add(id.slice(0, id.indexOf(":")));
  for (const { transaction } of items) {
    for (const event of transaction?.events ?? []) {
      if ("CreatedEvent" in event) {
        add(event.CreatedEvent.templateId);
        for (const { interfaceId } of event.CreatedEvent.interfaceViews ?? []) add(interfaceId);
      } else if ("ExercisedEvent" in event) {
        add(event.ExercisedEvent.templateId);
        if (event.ExercisedEvent.interfaceId) add(event.ExercisedEvent.interfaceId);
      }
    }
  }
  return ids;
};

class Follower {
  readonly #asked = new Set<string>();
  #indexes: ReadonlyArray<DeclaredIndex>;

  constructor(
    readonly source: LedgerSource,
    readonly store: QueryStore,
    readonly following: Following,
  ) {
    this.#indexes = following.indexes ?? [];
  }

  async run(): Promise<void> {
    const { scope, once = false, signal, onStored } = this.following;
    const after = await beginning(this.source, this.store, sorted(scope));
    await this.#makeIndexes();
    onStored?.(after);
    const end = once ? await this.source.ledgerEnd() : undefined;
    if (end === after) return;
    // a stream ends with its attempt: the next one opens another
    const over = new AbortController();
    const range = { after, end, signal: AbortSignal.any([signal, over.signal]) };
    const batches = new Batches(this.source.updates(sorted(scope), range));
    try {
      await this.#store(batches, after);
    } finally {
      over.abort();
      batches.stop();
    }
  }

  async #store(batches: Batches, after: number): Promise<void> {
    const { signal, onStored } = this.following;
    let stored = after;
    for (;;) {
      const batch = await batches.next();
      if (batch === undefined || signal.aborted) return;
      const later = batch.filter(({ offset }) => offset > stored);
      if (later.length === 0) continue;
      await this.#learnPackages(packageIdsIn(later));
      await this.store.add(later);
      await this.#makeIndexes();
      stored = later.at(-1)?.offset ?? stored;
      onStored?.(stored);
    }
  }

  async #makeIndexes(): Promise<void> {
    const missing: Array<DeclaredIndex> = [];
    for (const each of this.#indexes) if (!(await this.store.index(each))) missing.push(each);
    this.#indexes = missing;
  }

  /** Asks once for each package that is new. */
  async #learnPackages(ids: ReadonlySet<string>): Promise<void> {
    const unknown: Array<string> = [];
    for (const id of ids)
      if (!this.#asked.has(id) && (await this.store.lacksPackage(id))) unknown.push(id);
    if (unknown.length === 0) return;
    await this.store.addPackages(await this.source.packages());
    for (const id of unknown) this.#asked.add(id);
  }
}

/** Errors of Postgres that stay: what was written is wrong, not the connection. */
const isPassing = (thrown: unknown): boolean => {
  if (thrown instanceof SourceError) return thrown.isPassing;
  const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "";
  return !/^(22|23|28|3D|42)/.test(code);
};

/** How often the ledger is told where the store is. */
const reportEveryMs = 5_000;

/** Tells the ledger where its store is: at once, regularly, and at the end. */
class Reports {
  readonly #source: LedgerSource;
  readonly #timer = systemTimers.every(reportEveryMs, () => this.#tell(false)).unref();
  #offset: number | undefined;
  #told: Promise<void> = Promise.resolve();

  constructor(source: LedgerSource) {
    this.#source = source;
  }

  at(offset: number): void {
    const isFirst = this.#offset === undefined;
    this.#offset = offset;
    if (isFirst) this.#tell(false);
  }

  /** @param isWanted false: it ends because of an error, and stays behind */
  end(isWanted: boolean): Promise<void> {
    this.#timer.cancel();
    if (isWanted) this.#tell(true);
    return this.#told;
  }

  /** What the ledger cannot be told is told the next time; the stream says that it is away. */
  #tell(ended: boolean): void {
    const offset = this.#offset;
    if (offset === undefined) return;
    this.#told = this.#told.then(() => this.#source.report?.({ offset, ended })).catch(() => {});
  }
}

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
  const reports = new Reports(source);
  let latest = -1;
  const onStored = (offset: number): void => {
    // an attempt that stores nothing is no success
    if (offset > latest) backOff.reset();
    latest = offset;
    reports.at(offset);
    following.onStored?.(offset);
  };
  let ended = false;
  const attempt = async (): Promise<void> => {
    try {
      await new Follower(source, store, { ...following, onStored }).run();
      ended = once;
    } catch (thrown) {
      if (signal.aborted) return;
      if (!isPassing(thrown)) throw thrown;
      onAway?.(thrown instanceof Error ? thrown.message : String(thrown));
    }
  };
  try {
    while (!ended && !signal.aborted) {
      await attempt();
      if (!ended) await pause(backOff.next(), signal);
    }
  } finally {
    await reports.end(ended || signal.aborted);
  }
};
