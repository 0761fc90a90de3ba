const firstCapacity = 4_096;
const uuidLength = 36;
const dash = 0x2d;
const isDashAt = (at: number): boolean => at === 8 || at === 13 || at === 18 || at === 23;

/** The value of a lowercase hex digit by its code; negative for anything else. */
const digitOf = (code: number): number => {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  return code >= 0x61 && code <= 0x66 ? code - 0x57 : -1;
};

/** Where the digits begin that are random in ids of every version. */
const highFrom = 19;
const lowFrom = 28;

/**
 * Remembers event ids by the 62 of their last 64 bits that are random, in 11 to 22 bytes of memory
 * each. Of ten million ids two are taken for the same with a chance of one to 90,000.
 */
export class SeenIds {
  /** Open addressing; a place where both are 0 is free. */
  #low = new Uint32Array(firstCapacity);
  #high = new Uint32Array(firstCapacity);
  #hasZero = false;
  #size = 0;

  /** The outcome of an id: it is new, was added before, or is no UUID. */
  add(id: string): "new" | "seen" | "no UUID" {
    if (id.length !== uuidLength) return "no UUID";
    let [low, high] = [0, 0];
    // a fifth of the time of a regular expression and parseInt
    for (let at = 0; at < uuidLength; at++) {
      const code = id.charCodeAt(at);
      if (isDashAt(at)) {
        if (code !== dash) return "no UUID";
        continue;
      }
      const digit = digitOf(code);
      if (digit < 0) return "no UUID";
      if (at >= lowFrom) low = (low << 4) | digit;
      else if (at >= highFrom) high = (high << 4) | digit;
    }
    return this.#isAdded(low >>> 0, high >>> 0) ? "new" : "seen";
  }

  #isAdded(low: number, high: number): boolean {
    if (low === 0 && high === 0) {
      const isNew = !this.#hasZero;
      this.#hasZero = true;
      return isNew;
    }
    const place = this.#placeOf(low, high);
    if (!this.#isFree(place)) return false;
    this.#low[place] = low;
    this.#high[place] = high;
    this.#size += 1;
    if (this.#size * 4 > this.#low.length * 3) this.#grow();
    return true;
  }

  #isFree(place: number): boolean {
    return this.#low[place] === 0 && this.#high[place] === 0;
  }

  /** Where an id is, or would be. */
  #placeOf(low: number, high: number): number {
    const mask = this.#low.length - 1;
    let place = low & mask;
    while (!this.#isFree(place) && (this.#low[place] !== low || this.#high[place] !== high))
      place = (place + 1) & mask;
    return place;
  }

  #grow(): void {
    const [lows, highs] = [this.#low, this.#high];
    this.#low = new Uint32Array(2 * lows.length);
    this.#high = new Uint32Array(2 * lows.length);
    for (let at = 0; at < lows.length; at++) {
      const [low = 0, high = 0] = [lows[at], highs[at]];
      if (low === 0 && high === 0) continue;
      const place = this.#placeOf(low, high);
      this.#low[place] = low;
      this.#high[place] = high;
    }
  }
}
