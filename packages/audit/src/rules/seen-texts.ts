const shards = 256;
const digits = 15;

/**
 * Remembers hexadecimal texts by their last 60 bits, some 45 bytes of memory each. Of ten million
 * random texts two are taken for the same with a chance of one to 20,000.
 */
export class SeenTexts {
  // a Set holds 16 million entries at most
  readonly #sets = Array.from({ length: shards }, () => new Set<number>());

  /** True when the text was added before. */
  add(hex: string): boolean {
    const end = hex.replaceAll("-", "").slice(-digits);
    const set = this.#sets[Number.parseInt(end.slice(0, 2), 16)] ?? this.#sets[0];
    const value = Number.parseInt(end.slice(2), 16);
    if (set === undefined || set.has(value)) return true;
    set.add(value);
    return false;
  }
}
