/**
 * A persistent map from text: every change makes a new map and leaves the old one as it was,
 * sharing what did not change (a hash array mapped trie, 32 ways). That keeps `evolve` pure while a
 * ledger holds millions of contracts, and lets a snapshot be written from a state that no longer
 * changes.
 *
 * An `Edit` is a licence to reuse nodes made under the same licence: a fold over many events passes
 * one along, so that only maps of that very fold, which nobody else has seen, are changed in place.
 */
export interface PersistentMap<V> {
  readonly size: number;
  readonly seed: number;
  /** What was changed since the base, or everything when there is none. */
  readonly root: Branch<V | Gone>;
  readonly base?: BaseMap<V>;
  /** Changes of a long fold that are not in the trie yet; see `settled`. */
  readonly draft?: Draft<V>;
}

interface Draft<V> {
  readonly edit: Edit;
  readonly changes: Map<string, V | Gone>;
}

/**
 * What a map may be based on: entries that never change and are kept in some denser form, such as
 * the bytes of a snapshot. The map itself then holds only what differs from them.
 */
export interface BaseMap<V> {
  readonly size: number;
  get(key: string): V | undefined;
  entries(): Iterable<readonly [string, V]>;
}

/** Stands for a key of the base that was removed. */
const gone = Symbol("gone");

type Gone = typeof gone;

/** The licence of one fold; see `PersistentMap`. */
export type Edit = { readonly edit: "edit"; readonly isLong: boolean };

/** A new licence. */
export const newEdit = (): Edit => ({ edit: "edit", isLong: false });

/**
 * A licence for a fold over very many events, such as a whole journal: changes gather in a plain
 * map and reach the trie only when `settled` is called at the end, all at once and in its own
 * order, which is several times as fast.
 */
export const newLongEdit = (): Edit => ({ edit: "edit", isLong: true });

class Leaf<V> {
  constructor(
    readonly hash: number,
    readonly key: string,
    readonly value: V,
  ) {}
}

/** Leaves whose hashes agree in all 32 bits. */
class Collision<V> {
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

type Child<V> = Leaf<V> | Collision<V> | Branch<V>;

const bitsPerLevel = 5;
const levelMask = 31;

/** An empty map. `seed` keeps submitters from choosing keys whose hashes agree. */
export const emptyMap = <V>(seed = 0): PersistentMap<V> => ({
  size: 0,
  seed,
  root: new Branch<V>(undefined, 0, []),
});

/** A map with the entries of a base. */
export const mapOver = <V>(base: BaseMap<V>, seed = 0): PersistentMap<V> => ({
  size: base.size,
  seed,
  root: new Branch<V | Gone>(undefined, 0, []),
  base,
});

/** 32 bits that depend on every character of a key. */
export const hashOfKey = (key: string, seed: number): number => {
  let hash = seed ^ 0x811c9dc5;
  for (let index = 0; index < key.length; index++)
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  // the last step spreads the differences of the last characters over all bits
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return hash ^ (hash >>> 13);
};

const countBits = (bits: number): number => {
  let rest = bits - ((bits >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};

const bitAt = (hash: number, shift: number): number => 1 << ((hash >>> shift) & levelMask);

const placeOf = (bitmap: number, bit: number): number => countBits(bitmap & (bit - 1));

/** The value of a key, or undefined. */
export const getIn = <V>(map: PersistentMap<V>, key: string): V | undefined => {
  const changed = changedIn(map, key);
  if (changed === undefined) return map.base?.get(key);
  return changed === gone ? undefined : changed;
};

const changedIn = <V>(map: PersistentMap<V>, key: string): V | Gone | undefined => {
  const drafted = map.draft?.changes.get(key);
  if (drafted !== undefined) return drafted;
  const hash = hashOfKey(key, map.seed);
  let node: Child<V | Gone> | undefined = map.root;
  for (let shift = 0; node instanceof Branch; shift += bitsPerLevel) {
    const bit = bitAt(hash, shift);
    if ((node.bitmap & bit) === 0) return undefined;
    node = node.children[placeOf(node.bitmap, bit)];
  }
  if (node instanceof Leaf) return node.key === key ? node.value : undefined;
  return node?.leaves.find((leaf) => leaf.key === key)?.value;
};

/** True when the map has the key. */
export const hasIn = <V>(map: PersistentMap<V>, key: string): boolean =>
  getIn(map, key) !== undefined;

/** The map with this key bound to this value. */
export const setIn = <V>(
  map: PersistentMap<V>,
  key: string,
  value: V,
  edit?: Edit,
): PersistentMap<V> => {
  if (edit?.isLong === true) return draftChange(map, key, value, edit);
  if (map.draft !== undefined) return setIn(settled(map), key, value, edit);
  const { base, seed } = map;
  const grown = { grew: false };
  // asked before the change, which may be made in the very nodes of this map
  const known = base !== undefined && hasIn(map, key);
  const root = bind(map, key, value, edit, grown);
  if (base === undefined) return { size: grown.grew ? map.size + 1 : map.size, seed, root };
  return { size: known ? map.size : map.size + 1, seed, root, base };
};

const bind = <V>(
  map: PersistentMap<V>,
  key: string,
  value: V | Gone,
  edit: Edit | undefined,
  grown: { grew: boolean },
): Branch<V | Gone> =>
  setBranch(map.root, 0, new Leaf(hashOfKey(key, map.seed), key, value), edit, grown);

const setBranch = <V>(
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

// copied by hand: splice takes several times as long, and leaves room behind the array that most
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

/** The map without this key. */
export const removeIn = <V>(map: PersistentMap<V>, key: string, edit?: Edit): PersistentMap<V> => {
  if (!hasIn(map, key)) return map;
  if (edit?.isLong === true) return draftChange(map, key, gone, edit);
  if (map.draft !== undefined) return removeIn(settled(map), key, edit);
  const size = map.size - 1;
  if (map.base?.get(key) !== undefined) {
    return {
      size,
      seed: map.seed,
      root: bind(map, key, gone, edit, { grew: false }),
      base: map.base,
    };
  }
  const rest = removeFrom(map.root, 0, hashOfKey(key, map.seed), key, edit);
  const root = rest instanceof Branch ? rest : new Branch<V | Gone>(edit, 0, []);
  return { size, seed: map.seed, root, ...(map.base === undefined ? {} : { base: map.base }) };
};

const removeFrom = <V>(
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

/** A change in the draft of a long fold, which nobody outside that fold has seen. */
const draftChange = <V>(
  map: PersistentMap<V>,
  key: string,
  value: V | Gone,
  edit: Edit,
): PersistentMap<V> => {
  const own = map.draft === undefined || map.draft.edit === edit ? map : settled(map);
  const draft = own.draft ?? { edit, changes: new Map<string, V | Gone>() };
  const size = own.size + (value === gone ? 0 : 1) - (hasIn(own, key) ? 1 : 0);
  const isBeneath = own.base !== undefined || own.root.bitmap !== 0;
  if (value === gone && !isBeneath) draft.changes.delete(key);
  else draft.changes.set(key, value);
  const { seed, root, base } = own;
  return base === undefined ? { size, seed, root, draft } : { size, seed, root, base, draft };
};

/** The same map with nothing left in a draft: what a long fold ends with. */
export const settled = <V>(map: PersistentMap<V>): PersistentMap<V> => {
  if (map.draft === undefined) return map;
  const { draft: _draft, ...rest } = map;
  if (map.root.bitmap === 0) return { ...rest, root: trieOf(leavesOf(map, map.draft)) };
  const edit = newEdit();
  let trie: PersistentMap<V> = rest;
  for (const [key, value] of map.draft.changes)
    trie = value === gone ? removeIn(trie, key, edit) : setIn(trie, key, value, edit);
  return { ...rest, root: trie.root };
};

const leavesOf = <V>({ seed, base }: PersistentMap<V>, { changes }: Draft<V>) => {
  const leaves: Array<Leaf<V | Gone>> = [];
  for (const [key, value] of changes) {
    if (value !== gone || base?.get(key) !== undefined)
      leaves.push(new Leaf(hashOfKey(key, seed), key, value));
  }
  return leaves;
};

/**
 * So few leaves are put in one by one: they and their branches are near each other in memory by
 * then.
 */
const fewLeaves = 64;

const trieOf = <V>(leaves: ReadonlyArray<Leaf<V>>, shift = 0): Branch<V> => {
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

/** All keys and values, in no order that means anything. */
export function* entriesOf<V>(unsettled: PersistentMap<V>): Generator<readonly [string, V]> {
  const map = settled(unsettled);
  const pending: Array<Child<V | Gone>> = [map.root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node instanceof Leaf) {
      if (node.value !== gone) yield [node.key, node.value];
    } else if (node instanceof Collision) {
      pending.push(...node.leaves);
    } else {
      for (const child of node.children) pending.push(child);
    }
  }
  if (map.base === undefined) return;
  for (const entry of map.base.entries()) if (changedIn(map, entry[0]) === undefined) yield entry;
}
