/** The value of a key of the base that was removed. */
export const gone = Symbol("gone");

/** The type of `gone`. */
export type Gone = typeof gone;

/** The token of one fold; see `PersistentMap`. */
export type Edit = {
  readonly edit: "edit";
  readonly isLong: boolean;
  /** Changes of one map that may gather before they reach its trie. */
  readonly maxChanges: number;
};

/** A new token. */
export const newEdit = (): Edit => ({ edit: "edit", isLong: false, maxChanges: 0 });

/** A quarter of what a plain map can hold. */
const usualMaxChanges = 4_194_304;

/**
 * A token for a fold over very many events, such as a whole journal: changes gather in a plain map
 * and reach the trie only when `settled` is called at the end, all at once and in its own order,
 * which is several times as fast.
 *
 * @param maxChanges of one map; more are settled at once
 */
export const newLongEdit = (maxChanges = usualMaxChanges): Edit => ({
  edit: "edit",
  isLong: true,
  maxChanges,
});

/** A key with its hash and value. */
export class Leaf<V> {
  constructor(
    readonly hash: number,
    readonly key: string,
    readonly value: V,
  ) {}
}

/** Leaves whose hashes agree in all 32 bits. */
export class Collision<V> {
  constructor(
    readonly hash: number,
    readonly leaves: ReadonlyArray<Leaf<V>>,
  ) {}
}

/** An inner node: a bit for each taken place, and what is there, in the order of the bits. */
export class Branch<V> {
  constructor(
    readonly edit: Edit | undefined,
    public bitmap: number,
    public children: Array<Child<V>>,
  ) {}
}

/** What an inner node holds. */
export type Child<V> = Leaf<V> | Collision<V> | Branch<V>;

/** Bits of a hash that each level uses. */
export const bitsPerLevel = 5;
const levelMask = 31;

/** The key that was hashed last, with what came out. */
let lastKey = "";
let lastSeed = 0;
let lastHash: number | undefined;

/**
 * 32 bits that depend on every character of a key. The same key is often looked up in several maps
 * and then set, so the last hash is cached.
 */
export const hashOfKey = (key: string, seed: number): number => {
  if (lastHash !== undefined && key === lastKey && seed === lastSeed) return lastHash;
  let hash = seed ^ 0x811c9dc5;
  for (let index = 0; index < key.length; index++)
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  // the last step spreads the differences of the last characters over all bits
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash ^= hash >>> 13;
  lastKey = key;
  lastSeed = seed;
  lastHash = hash;
  return hash;
};

const countBits = (bits: number): number => {
  let rest = bits - ((bits >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};

export const bitAt = (hash: number, shift: number): number => 1 << ((hash >>> shift) & levelMask);

/** The index of a bit among the set bits. */
export const placeOf = (bitmap: number, bit: number): number => countBits(bitmap & (bit - 1));

/** The node with a leaf added or replaced. */
export const setBranch = <V>(
  node: Branch<V>,
  shift: number,
  leaf: Leaf<V>,
  edit: Edit | undefined,
  grown: { grew: boolean },
): Branch<V> => {
  const bit = bitAt(leaf.hash, shift);
  const place = placeOf(node.bitmap, bit);
  if ((node.bitmap & bit) === 0) {
    grown.grew = true;
    return insertChild(node, bit, place, leaf, edit);
  }
  const child = node.children[place];
  return replaceChild(node, place, setChild(child, shift + bitsPerLevel, leaf, edit, grown), edit);
};

const setChild = <V>(
  child: Child<V> | undefined,
  shift: number,
  leaf: Leaf<V>,
  edit: Edit | undefined,
  grown: { grew: boolean },
): Child<V> => {
  if (child instanceof Branch) return setBranch(child, shift, leaf, edit, grown);
  if (child === undefined || (child instanceof Leaf && child.key === leaf.key)) return leaf;
  if (child.hash !== leaf.hash) {
    grown.grew = true;
    const below = new Branch<V>(edit, bitAt(child.hash, shift), [child]);
    return setBranch(below, shift, leaf, edit, grown);
  }
  const others = child instanceof Leaf ? [child] : child.leaves.filter((l) => l.key !== leaf.key);
  grown.grew ||= child instanceof Leaf || others.length === child.leaves.length;
  return new Collision(leaf.hash, [...others, leaf]);
};

const insertChild = <V>(
  node: Branch<V>,
  bit: number,
  place: number,
  child: Child<V>,
  edit: Edit | undefined,
): Branch<V> => {
  const children = withInserted(node.children, place, child);
  if (edit === undefined || node.edit !== edit)
    return new Branch(edit, node.bitmap | bit, children);
  node.children = children;
  node.bitmap |= bit;
  return node;
};

// copied in a loop: splice takes several times as long, and leaves room behind the array that most
// branches never use
const withInserted = <A>(items: ReadonlyArray<A>, place: number, item: A): Array<A> => {
  const longer = new Array<A>(items.length + 1);
  for (let at = 0; at < place; at++) longer[at] = items[at] ?? item;
  longer[place] = item;
  for (let at = place; at < items.length; at++) longer[at + 1] = items[at] ?? item;
  return longer;
};

const replaceChild = <V>(
  node: Branch<V>,
  place: number,
  child: Child<V>,
  edit: Edit | undefined,
): Branch<V> => {
  if (node.children[place] === child) return node;
  if (edit !== undefined && node.edit === edit) {
    node.children[place] = child;
    return node;
  }
  const children = node.children.slice();
  children[place] = child;
  return new Branch(edit, node.bitmap, children);
};

/** The node without a key; undefined when nothing is left. */
export const removeFrom = <V>(
  node: Branch<V>,
  shift: number,
  hash: number,
  key: string,
  edit: Edit | undefined,
): Branch<V> | undefined => {
  const bit = bitAt(hash, shift);
  const place = placeOf(node.bitmap, bit);
  const child = node.children[place];
  let rest: Child<V> | undefined;
  if (child instanceof Branch) rest = removeFrom(child, shift + bitsPerLevel, hash, key, edit);
  else if (child instanceof Collision) rest = withoutLeaf(child, key);
  if (rest !== undefined) return replaceChild(node, place, rest, edit);
  return node.children.length === 1 ? undefined : removeChild(node, bit, place, edit);
};

const withoutLeaf = <V>(collision: Collision<V>, key: string): Child<V> | undefined => {
  const rest = collision.leaves.filter((leaf) => leaf.key !== key);
  return rest.length === 1 ? rest[0] : new Collision(collision.hash, rest);
};

const removeChild = <V>(
  node: Branch<V>,
  bit: number,
  place: number,
  edit: Edit | undefined,
): Branch<V> => {
  if (edit !== undefined && node.edit === edit) {
    node.children.splice(place, 1);
    node.bitmap &= ~bit;
    return node;
  }
  const children = node.children.slice();
  children.splice(place, 1);
  return new Branch(edit, node.bitmap & ~bit, children);
};

/**
 * Up to this many leaves are inserted one by one: they and their branches are close together in
 * memory then.
 */
const fewLeaves = 64;

/** A trie of many leaves, built in its own order. */
export const trieOf = <V>(leaves: ReadonlyArray<Leaf<V>>, shift = 0): Branch<V> => {
  const edit = newEdit();
  const branch = new Branch<V>(edit, 0, []);
  if (leaves.length <= fewLeaves || shift > 25) {
    for (const leaf of leaves) setBranch(branch, shift, leaf, edit, { grew: false });
    return branch;
  }
  const buckets: Array<Array<Leaf<V>>> = Array.from({ length: levelMask + 1 }, () => []);
  for (const leaf of leaves) buckets[(leaf.hash >>> shift) & levelMask]?.push(leaf);
  for (const [index, bucket] of buckets.entries()) {
    const [first] = bucket;
    if (first === undefined) continue;
    branch.bitmap |= 1 << index;
    branch.children.push(bucket.length === 1 ? first : trieOf(bucket, shift + bitsPerLevel));
  }
  return branch;
};
