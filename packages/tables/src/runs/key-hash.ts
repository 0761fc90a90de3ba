/** 64 bits of a key, in two halves. */
export interface KeyHash {
  high: number;
  low: number;
}

/**
 * 64 bits that depend on every UTF-16 unit of a key. Not a cryptographic hash: the seed keeps
 * submitters from choosing keys that collide, and lookups compare the whole key.
 *
 * @param into is overwritten, so that lookups allocate nothing
 */
export const hashKey = (key: string, seed: number, into: KeyHash): KeyHash => {
  let high = seed ^ 0x811c9dc5;
  let low = Math.imul(seed, 0x9e3779b1) ^ 0x5bd1e995;
  for (let index = 0; index < key.length; index++) {
    const unit = key.charCodeAt(index);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ unit, 0x5bd1e995);
    low ^= low >>> 15;
  }
  into.high = spread(high ^ Math.imul(low, 0x27d4eb2f));
  into.low = spread(low ^ Math.imul(high, 0x165667b1));
  return into;
};

const lately: KeyHash = { high: 0, low: 0 };
let lateKey = "";
let lateSeed: number | undefined;

/**
 * The hash of a key, see `hashKey`; it is overwritten by the next call. A key is often looked up
 * several times in a row, so the last hash is cached.
 */
export const hashOf = (key: string, seed: number): KeyHash => {
  if (seed !== lateSeed || key !== lateKey) {
    hashKey(key, seed, lately);
    lateKey = key;
    lateSeed = seed;
  }
  return lately;
};

const spread = (bits: number): number => {
  let mixed = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
};
