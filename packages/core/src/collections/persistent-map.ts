import {
  Branch,
  type Child,
  Collision,
  type Edit,
  type Gone,
  Leaf,
  bitAt,
  bitsPerLevel,
  gone,
  hashOfKey,
  newEdit,
  placeOf,
  removeFrom,
  setBranch,
  trieOf,
} from "./hash-trie.js";

/**
 * A persistent map from text: every change makes a new map and leaves the old one as it was,
 * sharing what did not change (a hash array mapped trie, 32 ways). That keeps `evolve` pure while a
 * ledger holds millions of contracts, and lets a snapshot be written from a state that no longer
 * changes.
 *
 * An `Edit` is a token: nodes made with it may be changed in place with it. A fold over many events
 * passes one along, so that only maps of that fold, which no other code holds, are changed in
 * place.
 */
export interface PersistentMap<V> {
  readonly size: number;
  readonly seed: number;
  /** What was changed since the base, or everything when there is none. */
  readonly root: Branch<V | Gone>;
  readonly base?: BaseMap<V>;
  /** Changes of a long fold not in the trie yet; see `settled`. */
  readonly draft?: Draft<V>;
}

interface Draft<V> {
  readonly edit: Edit;
  readonly changes: DraftChanges<V>;
}

/** What the changes of a long fold gather in: a `Map`, or something denser. */
export interface DraftChanges<V> extends Iterable<readonly [string, V | Gone]> {
  readonly size: number;
  get(key: string): V | Gone | undefined;
  set(key: string, value: V | Gone): unknown;
  delete(key: string): unknown;
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

/** An empty map for a long fold, whose changes gather there. */
export const mapIn = <V>(changes: DraftChanges<V>, edit: Edit, seed = 0): PersistentMap<V> => ({
  ...emptyMap(seed),
  draft: { edit, changes },
});

/** The value of a key, or undefined. */
export const getIn = <V>(map: PersistentMap<V>, key: string): V | undefined => {
  const changed = changedIn(map, key);
  if (changed === undefined) return map.base?.get(key);
  return changed === gone ? undefined : changed;
};

const changedIn = <V>(map: PersistentMap<V>, key: string): V | Gone | undefined => {
  const drafted = map.draft?.changes.get(key);
  // hashing a long key takes longer than all the rest
  if (drafted !== undefined || map.root.bitmap === 0) return drafted;
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
  if (edit?.isLong === true) return draftChange(map, key, value, edit, hasIn(map, key));
  if (map.draft !== undefined) return setIn(settled(map), key, value, edit);
  const { base, seed } = map;
  const grown = { grew: false };
  // read before the change, which may be made in the very nodes of this map
  const known = base !== undefined && hasIn(map, key);
  const root = bind(map, key, value, edit, grown);
  if (base === undefined) return { size: grown.grew ? map.size + 1 : map.size, seed, root };
  return { size: known ? map.size : map.size + 1, seed, root, base };
};

/**
 * The map with a key that it is known not to have, such as the id of a new contract: saves the
 * lookup.
 */
export const addIn = <V>(
  map: PersistentMap<V>,
  key: string,
  value: V,
  edit?: Edit,
): PersistentMap<V> => {
  if (edit?.isLong === true) return draftChange(map, key, value, edit, false);
  if (map.draft !== undefined) return setIn(map, key, value, edit);
  const { base, seed } = map;
  const root = bind(map, key, value, edit, { grew: false });
  const size = map.size + 1;
  return base === undefined ? { size, seed, root } : { size, seed, root, base };
};

const bind = <V>(
  map: PersistentMap<V>,
  key: string,
  value: V | Gone,
  edit: Edit | undefined,
  grown: { grew: boolean },
): Branch<V | Gone> =>
  setBranch(map.root, 0, new Leaf(hashOfKey(key, map.seed), key, value), edit, grown);

/** The map without this key. */
export const removeIn = <V>(map: PersistentMap<V>, key: string, edit?: Edit): PersistentMap<V> => {
  if (edit?.isLong === true) return hasIn(map, key) ? draftChange(map, key, gone, edit, true) : map;
  if (map.draft !== undefined) return removeIn(settled(map), key, edit);
  const { base, seed } = map;
  const changed = changedIn(map, key);
  if (changed === gone) return map;
  const size = map.size - 1;
  if (base?.get(key) !== undefined)
    return { size, seed, root: bind(map, key, gone, edit, { grew: false }), base };
  if (changed === undefined) return map;
  const rest = removeFrom(map.root, 0, hashOfKey(key, seed), key, edit);
  const root = rest instanceof Branch ? rest : new Branch<V | Gone>(edit, 0, []);
  return base === undefined ? { size, seed, root } : { size, seed, root, base };
};

/**
 * A change in the draft of a long fold, which no code outside that fold holds.
 *
 * @param isKnown whether the map has the key
 */
const draftChange = <V>(
  map: PersistentMap<V>,
  key: string,
  value: V | Gone,
  edit: Edit,
  isKnown: boolean,
): PersistentMap<V> => {
  const isOwn =
    map.draft === undefined ||
    (map.draft.edit === edit && map.draft.changes.size < edit.maxChanges);
  const own = isOwn ? map : settled(map);
  const draft = own.draft ?? { edit, changes: new Map<string, V | Gone>() };
  const size = own.size + (value === gone ? 0 : 1) - (isKnown ? 1 : 0);
  const isBeneath = own.base !== undefined || own.root.bitmap !== 0;
  if (value === gone && !isBeneath) draft.changes.delete(key);
  else draft.changes.set(key, value);
  const { seed, root, base } = own;
  return base === undefined ? { size, seed, root, draft } : { size, seed, root, base, draft };
};

/** The map with its draft written into the trie: the end of a long fold. */
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

/** What a settled map changed of its base: keys with their values, or with `gone`. */
export function* changedEntries<V>({
  root,
}: PersistentMap<V>): Generator<readonly [string, V | Gone]> {
  const pending: Array<Child<V | Gone>> = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node instanceof Leaf) yield [node.key, node.value];
    else if (node instanceof Collision) pending.push(...node.leaves);
    else for (const child of node.children) pending.push(child);
  }
}

/** All keys and values, in no particular order. */
export function* entriesOf<V>(map: PersistentMap<V>): Generator<readonly [string, V]> {
  const drafted = map.draft?.changes;
  for (const [key, value] of drafted ?? []) if (value !== gone) yield [key, value];
  for (const [key, value] of changedEntries(map))
    if (value !== gone && drafted?.get(key) === undefined) yield [key, value];
  if (map.base === undefined) return;
  for (const entry of map.base.entries()) if (changedIn(map, entry[0]) === undefined) yield entry;
}
