/** Texts at most: they stay in memory, even when their records are gone. */
export const maxTexts = 8_192;

/** UTF-16 units of a text at most. */
export const maxUnits = 512;

// Numbers of 32 bits: the lock, the number of texts, the units of all texts, then the length of
// each text; behind them the units.
const lockAt = 0;
const countAt = 1;
const unitsAt = 2;
const headWords = 3;

const unlocked = 0;
const locked = 1;

/**
 * Texts in memory shared by threads. Each is stored once, with the same number for all. Unused
 * parts take no memory.
 */
export class TextMemory {
  readonly buffer: SharedArrayBuffer;
  readonly #words: Int32Array;
  readonly #units: Uint16Array;

  /** @param buffer of another thread's; one without texts by default */
  constructor(buffer?: SharedArrayBuffer) {
    const wordBytes = 4 * (headWords + maxTexts);
    this.buffer = buffer ?? new SharedArrayBuffer(wordBytes + 2 * maxTexts * maxUnits);
    this.#words = new Int32Array(this.buffer, 0, headWords + maxTexts);
    this.#units = new Uint16Array(this.buffer, wordBytes);
  }

  /** The texts from a number on. */
  from(first: number): ReadonlyArray<string> {
    const count = Atomics.load(this.#words, countAt);
    if (count === first) return [];
    const texts: Array<string> = [];
    let at = 0;
    for (let number = 0; number < count; number++) {
      const length = this.#words[headWords + number] ?? 0;
      if (number >= first)
        texts.push(String.fromCharCode(...this.#units.subarray(at, at + length)));
      at += length;
    }
    return texts;
  }

  /** Runs `change` while no other thread adds texts. */
  exclusively<A>(change: () => A): A {
    while (Atomics.compareExchange(this.#words, lockAt, unlocked, locked) !== unlocked)
      Atomics.wait(this.#words, lockAt, locked);
    try {
      return change();
    } finally {
      Atomics.store(this.#words, lockAt, unlocked);
      Atomics.notify(this.#words, lockAt);
    }
  }

  /** Adds a text, which must be new and short enough; only inside of `exclusively`. */
  add(text: string): void {
    const count = Atomics.load(this.#words, countAt);
    const at = this.#words[unitsAt] ?? 0;
    for (let unit = 0; unit < text.length; unit++) this.#units[at + unit] = text.charCodeAt(unit);
    this.#words[headWords + count] = text.length;
    this.#words[unitsAt] = at + text.length;
    Atomics.store(this.#words, countAt, count + 1);
  }
}
