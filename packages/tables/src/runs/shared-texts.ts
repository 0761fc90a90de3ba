import { maxTexts, maxUnits, type TextMemory } from "./text-memory.js";

/**
 * Texts that many records share, by number: names of templates and packages, parties, names of
 * fields. Numbers never change, and their count is bounded.
 */
export class SharedTexts {
  readonly #numbers = new Map<string, number>();
  readonly #texts: Array<string> = [];
  readonly #memory: TextMemory | undefined;

  /** @param memory memory shared with other threads; it begins with `texts` */
  constructor(texts: ReadonlyArray<string> = [], memory?: TextMemory) {
    for (const text of texts) this.#push(text);
    this.#memory = memory;
  }

  #push(text: string): number {
    this.#numbers.set(text, this.#texts.length);
    return this.#texts.push(text) - 1;
  }

  /** All of them, by number. */
  get all(): ReadonlyArray<string> {
    return this.#texts;
  }

  /** The number of a text that is known. */
  known(text: string): number | undefined {
    return this.#numbers.get(text);
  }

  /** The number of a text; undefined when it is new and the table is full. */
  numberOf(text: string): number | undefined {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    if (this.#texts.length >= maxTexts || text.length > maxUnits) return undefined;
    const memory = this.#memory;
    return memory === undefined
      ? this.#push(text)
      : memory.exclusively(() => this.#pushShared(text, memory));
  }

  /** Reads the texts that other threads have added. */
  #readOn(): void {
    for (const added of this.#memory?.from(this.#texts.length) ?? []) this.#push(added);
  }

  #pushShared(text: string, memory: TextMemory): number | undefined {
    this.#readOn();
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    if (this.#texts.length >= maxTexts) return undefined;
    memory.add(text);
    return this.#push(text);
  }

  /** The text with a number. */
  text(number: number): string {
    if (number >= this.#texts.length) this.#readOn();
    const text = this.#texts[number];
    if (text === undefined) throw new RangeError(`no shared text ${number}`);
    return text;
  }
}
