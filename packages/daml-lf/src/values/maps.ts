import BTreeModule from "sorted-btree";
import { compareTexts } from "@tallystick/core";
import { compareLf } from "./comparison.js";
import { GenMap, type LfValue, TextMap } from "./value.js";

// the module is CommonJS, whose default is one level further in
const BTree = BTreeModule.default;
type Tree<K> = BTreeModule.default<K, LfValue>;

// a copy shares all nodes; a change of it copies those on the way to the key
const inserted = <K>(tree: Tree<K>, key: K, value: LfValue): Tree<K> => {
  const copy = tree.clone();
  copy.set(key, value);
  return copy;
};

const removed = <K>(tree: Tree<K>, key: K): Tree<K> => {
  if (!tree.has(key)) return tree;
  const copy = tree.clone();
  copy.delete(key);
  return copy;
};

class TextTree extends TextMap {
  constructor(private readonly tree: Tree<string>) {
    super();
  }
  get size(): number {
    return this.tree.size;
  }
  entries(): IterableIterator<[string, LfValue]> {
    return this.tree.entries();
  }
  get(key: string): LfValue | undefined {
    return this.tree.get(key);
  }
  with(key: string, value: LfValue): TextMap {
    return new TextTree(inserted(this.tree, key, value));
  }
  without(key: string): TextMap {
    return new TextTree(removed(this.tree, key));
  }
}

class GenTree extends GenMap {
  constructor(private readonly tree: Tree<LfValue>) {
    super();
  }
  get size(): number {
    return this.tree.size;
  }
  entries(): IterableIterator<[LfValue, LfValue]> {
    return this.tree.entries();
  }
  get(key: LfValue): LfValue | undefined {
    compareLf(key, key);
    return this.tree.get(key);
  }
  with(key: LfValue, value: LfValue): GenMap {
    compareLf(key, key);
    return new GenTree(inserted(this.tree, key, value));
  }
  without(key: LfValue): GenMap {
    compareLf(key, key);
    return new GenTree(removed(this.tree, key));
  }
}

const nodeKeys = 32;

/** The TextMap without entries. */
export const emptyTextMap: TextMap = new TextTree(new BTree([], compareTexts, nodeKeys));

/** The GenMap without entries. */
export const emptyGenMap: GenMap = new GenTree(new BTree([], compareLf, nodeKeys));
