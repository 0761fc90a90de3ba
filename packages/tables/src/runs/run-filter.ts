// A Bloom filter in blocks: all bits of a key are in one block of 8 words, so that a query reads
// one cache line.

const wordsPerBlock = 8;

/** Bits for each entry: about one false positive in a hundred. */
const bitsPerEntry = 11;

/** Odd numbers, one for each word of a block. */
const salts = [
  0x47b6137b, 0x44974d91, 0x8824ad5b, 0xa2b7289d, 0x705495c7, 0x2df1424b, 0x9efc4947, 0x5c6bfb31,
];

export const filterWords = (entries: number): number =>
  Math.ceil(Math.max(1, entries * bitsPerEntry) / (32 * wordsPerBlock)) * wordsPerBlock;

const blockOf = (filter: Uint32Array, high: number): number =>
  Math.floor((high / 2 ** 32) * (filter.length / wordsPerBlock)) * wordsPerBlock;

export const addToFilter = (filter: Uint32Array, high: number, low: number): void => {
  const block = blockOf(filter, high);
  for (let word = 0; word < wordsPerBlock; word++) {
    const at = block + word;
    filter[at] = (filter[at] ?? 0) | (1 << (Math.imul(low, salts[word] ?? 0) >>> 27));
  }
};

/** False when the key was certainly not added. */
export const mayBeInFilter = (filter: Uint32Array, high: number, low: number): boolean => {
  const block = blockOf(filter, high);
  for (let word = 0; word < wordsPerBlock; word++) {
    const bit = 1 << (Math.imul(low, salts[word] ?? 0) >>> 27);
    if (((filter[block + word] ?? 0) & bit) === 0) return false;
  }
  return true;
};
