import { createHash } from "node:crypto";

/** Numbers that follow from a text: the same text, the same numbers. */
export class Random {
  readonly #seed: string;
  #state: [number, number, number, number];

  constructor(seed: string) {
    this.#seed = seed;
    const bytes = createHash("sha256").update(seed).digest();
    const word = (at: number): number => bytes.readUInt32LE(at * 4);
    this.#state = [word(0), word(1), word(2), word(3)];
  }

  /** Numbers that depend on the text and a name, but not on what was drawn here. */
  fork(name: string | number): Random {
    return new Random(`${this.#seed}/${name}`);
  }

  /** 32 random bits, by the generator sfc32. */
  bits(): number {
    const [a, b, c, d] = this.#state;
    const sum = (((a + b) | 0) + d) | 0;
    this.#state = [
      b ^ (b >>> 9),
      (c + (c << 3)) | 0,
      (((c << 21) | (c >>> 11)) + sum) | 0,
      (d + 1) | 0,
    ];
    return sum >>> 0;
  }

  /** A whole number from 0 up to, without, `end`. */
  below(end: number): number {
    return Math.floor((this.bits() / 2 ** 32) * end);
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  /** True with a probability. */
  chance(probability: number): boolean {
    return this.bits() / 2 ** 32 < probability;
  }

  /** One of a list, which must not be empty. */
  pick<A>(list: ReadonlyArray<A>): A {
    const picked = list[this.below(list.length)];
    if (picked === undefined) throw new Error("there is nothing to pick from");
    return picked;
  }

  /** The elements of a list that each are taken with a probability. */
  some<A>(list: ReadonlyArray<A>, probability = 0.5): ReadonlyArray<A> {
    return list.filter(() => this.chance(probability));
  }

  hex(digits: number): string {
    let text = "";
    while (text.length < digits) text += this.bits().toString(16).padStart(8, "0");
    return text.slice(0, digits);
  }
}
