/**
 * A persistent first-in-first-out queue. New items wait in a short list; each time it is full it is
 * sealed into a block, so that adding and taking cost the same however long the queue is, and an
 * item costs little more than its own pointer.
 */
export interface PersistentQueue<A> {
  readonly size: number;
  /** Items older than all others, in some denser form. */
  readonly base: BaseSequence<A> | undefined;
  /** Items already taken from the base. */
  readonly baseTaken: number;
  readonly blocks: ReadonlyArray<ReadonlyArray<A>>;
  /** Items already taken from the first block. */
  readonly taken: number;
  /** The newest items, newest first. */
  readonly recent: Recent<A> | undefined;
  readonly recentCount: number;
  /** The oldest of the newest items. */
  readonly recentOldest: A | undefined;
}

/** What a queue may be based on: items that never change, the oldest first. */
export interface BaseSequence<A> {
  readonly length: number;
  at(index: number): A | undefined;
}

interface Recent<A> {
  readonly item: A;
  readonly older: Recent<A> | undefined;
}

const blockSize = 512;

const nothingRecent = { recent: undefined, recentCount: 0, recentOldest: undefined };

/** A queue of these items, the oldest first. */
export const queueOf = <A>(items: ReadonlyArray<A>): PersistentQueue<A> => {
  const blocks: Array<ReadonlyArray<A>> = [];
  for (let start = 0; start < items.length; start += blockSize)
    blocks.push(items.slice(start, start + blockSize));
  return { size: items.length, base: undefined, baseTaken: 0, blocks, taken: 0, ...nothingRecent };
};

/** A queue of the items of a base. */
export const queueOver = <A>(base: BaseSequence<A>): PersistentQueue<A> => ({
  size: base.length,
  base,
  baseTaken: 0,
  blocks: [],
  taken: 0,
  ...nothingRecent,
});

/** The queue with one item more at its end. */
export const enqueue = <A>(queue: PersistentQueue<A>, item: A): PersistentQueue<A> => {
  const recent = { item, older: queue.recent };
  const recentCount = queue.recentCount + 1;
  const size = queue.size + 1;
  const recentOldest = queue.recent === undefined ? item : queue.recentOldest;
  const { base, baseTaken, blocks: sealed, taken } = queue;
  // no spread: this is done for every command
  if (recentCount < blockSize)
    return { size, base, baseTaken, blocks: sealed, taken, recent, recentCount, recentOldest };
  const blocks = [...queue.blocks, oldestFirst(recent, recentCount)];
  return { ...queue, size, blocks, ...nothingRecent };
};

const oldestFirst = <A>(recent: Recent<A> | undefined, count: number): ReadonlyArray<A> => {
  const items: Array<A> = [];
  for (let at = recent; at !== undefined; at = at.older) items.push(at.item);
  return items.length === count ? items.reverse() : items;
};

const inBase = <A>({ base, baseTaken }: PersistentQueue<A>): boolean =>
  base !== undefined && baseTaken < base.length;

/** The oldest item, or undefined when the queue is empty. */
export const oldestOf = <A>(queue: PersistentQueue<A>): A | undefined => {
  if (inBase(queue)) return queue.base?.at(queue.baseTaken);
  const first = queue.blocks[0];
  return first === undefined ? queue.recentOldest : first[queue.taken];
};

/** The queue without its oldest item. */
export const dequeue = <A>(queue: PersistentQueue<A>): PersistentQueue<A> => {
  if (queue.size === 0) return queue;
  if (inBase(queue)) return { ...queue, size: queue.size - 1, baseTaken: queue.baseTaken + 1 };
  const sealed = queue.blocks.length > 0 ? queue : sealRecent(queue);
  const first = sealed.blocks[0] ?? [];
  const used = sealed.taken + 1 >= first.length;
  return {
    ...sealed,
    size: sealed.size - 1,
    blocks: used ? sealed.blocks.slice(1) : sealed.blocks,
    taken: used ? 0 : sealed.taken + 1,
  };
};

const sealRecent = <A>(queue: PersistentQueue<A>): PersistentQueue<A> => ({
  ...queue,
  blocks: [oldestFirst(queue.recent, queue.recentCount)],
  taken: 0,
  ...nothingRecent,
});

/** All items, the oldest first. */
export function* itemsOf<A>(queue: PersistentQueue<A>): Generator<A> {
  for (let at = queue.baseTaken; at < (queue.base?.length ?? 0); at++) {
    const item = queue.base?.at(at);
    if (item !== undefined) yield item;
  }
  for (const [index, block] of queue.blocks.entries()) {
    for (let at = index === 0 ? queue.taken : 0; at < block.length; at++) {
      const item = block[at];
      if (item !== undefined) yield item;
    }
  }
  yield* oldestFirst(queue.recent, queue.recentCount);
}
