/**
 * Texts that many records have in common, by number: names of templates and packages, parties, the
 * names of fields. Numbers never change, and there are never more than a bounded number.
 */
export class SharedTexts {
  readonly #numbers = new Map<string, number>();
  readonly #texts: Array<string>;

  constructor(texts: ReadonlyArray<string> = []) {
    this.#texts = [...texts];
    for (const [number, text] of this.#texts.entries()) this.#numbers.set(text, number);
  }

  /** All of them, by number. */
  get all(): ReadonlyArray<string> {
    return this.#texts;
  }

  /** The number of a text that is known. */
  known(text: string): number | undefined {
    return this.#numbers.get(text);
  }

  /** The number of a text; undefined when it is new and there are as many as there may be. */
  numberOf(text: string): number | undefined {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    if (this.#texts.length >= maxTexts || text.length > maxUnits) return undefined;
    this.#numbers.set(text, this.#texts.length);
    return this.#texts.push(text) - 1;
  }

  /** The text of a number. */
  text(number: number): string {
    const text = this.#texts[number];
    if (text === undefined) throw new RangeError(`no shared text ${number}`);
    return text;
  }
}

/** Texts at most: they stay in memory, whatever becomes of the records. */
const maxTexts = 8_192;

/** UTF-16 units of a text at most. */
const maxUnits = 512;
