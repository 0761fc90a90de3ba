/**
 * A persistent first-in-first-out queue. New items are in a short list, which becomes a block when
 * it is full: adding and taking cost the same however long the queue is, and an item costs little
 * more than its pointer.
 */
export interface PersistentQueue<A> {
  readonly size: number;
  readonly blocks: ReadonlyArray<ReadonlyArray<A>>;
  /** Items already taken from the first block. */
  readonly taken: number;
  /** The newest items, newest first. */
  readonly recent: Recent<A> | undefined;
  readonly recentCount: number;
  /** The oldest of the newest items. */
  readonly recentOldest: A | undefined;
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
  return { size: items.length, blocks, taken: 0, ...nothingRecent };
};

/** The queue with one more item at its end. */
export const enqueue = <A>(queue: PersistentQueue<A>, item: A): PersistentQueue<A> => {
  const recent = { item, older: queue.recent };
  const recentCount = queue.recentCount + 1;
  const size = queue.size + 1;
  const recentOldest = queue.recent === undefined ? item : queue.recentOldest;
  const { blocks: sealed, taken } = queue;
  // no spread: this is done for every command
  if (recentCount < blockSize)
    return { size, blocks: sealed, taken, recent, recentCount, recentOldest };
  const blocks = [...queue.blocks, oldestFirst(recent, recentCount)];
  return { ...queue, size, blocks, ...nothingRecent };
};

const oldestFirst = <A>(recent: Recent<A> | undefined, count: number): ReadonlyArray<A> => {
  const items: Array<A> = [];
  for (let at = recent; at !== undefined; at = at.older) items.push(at.item);
  return items.length === count ? items.reverse() : items;
};

/** The oldest item, or undefined when the queue is empty. */
export const oldestOf = <A>(queue: PersistentQueue<A>): A | undefined => {
  const first = queue.blocks[0];
  return first === undefined ? queue.recentOldest : first[queue.taken];
};

/** The queue without its oldest item. */
export const dequeue = <A>(queue: PersistentQueue<A>): PersistentQueue<A> => {
  if (queue.size === 0) return queue;
  const sealed = queue.blocks.length > 0 ? queue : sealRecent(queue);
  const { blocks, recent, recentCount, recentOldest } = sealed;
  const isUsed = sealed.taken + 1 >= (blocks[0]?.length ?? 0);
  return {
    size: sealed.size - 1,
    blocks: isUsed ? blocks.slice(1) : blocks,
    taken: isUsed ? 0 : sealed.taken + 1,
    recent,
    recentCount,
    recentOldest,
  };
};

/**
 * The queue without its oldest items for which a condition is true, in one step.
 *
 * @param isTaken true for the items before some place, and for none after it
 */
export const dequeueWhile = <A>(
  queue: PersistentQueue<A>,
  isTaken: (item: A) => boolean,
): PersistentQueue<A> => {
  const oldest = oldestOf(queue);
  if (oldest === undefined || !isTaken(oldest)) return queue;
  const newest = oldestFirst(queue.recent, queue.recentCount);
  const blocks = newest.length === 0 ? queue.blocks : [...queue.blocks, newest];
  const first = blocks.findIndex((block) => !block.slice(-1).every(isTaken));
  if (first < 0) return queueOf([]);
  const left = blocks.slice(first);
  // some of the first block are taken already
  const from = first === 0 ? queue.taken : 0;
  const taken = (left[0] ?? []).findIndex((item, at) => at >= from && !isTaken(item));
  const size = left.reduce((sum, block) => sum + block.length, -taken);
  return { size, blocks: left, taken, ...nothingRecent };
};

const sealRecent = <A>(queue: PersistentQueue<A>): PersistentQueue<A> => ({
  ...queue,
  blocks: [oldestFirst(queue.recent, queue.recentCount)],
  taken: 0,
  ...nothingRecent,
});

/** All items, the oldest first. */
export function* itemsOf<A>(queue: PersistentQueue<A>): Generator<A> {
  for (const [index, block] of queue.blocks.entries()) {
    for (let at = index === 0 ? queue.taken : 0; at < block.length; at++) {
      const item = block[at];
      if (item !== undefined) yield item;
    }
  }
  yield* oldestFirst(queue.recent, queue.recentCount);
}
