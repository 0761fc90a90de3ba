import { joinedTexts, type JsonText } from "@tallystick/core";
import { writeJsonText } from "../json/json-text.js";

/**
 * The elements of a JSON array, written in parts as they arrive, so that only text is in memory,
 * and no write takes long.
 */
export class JsonParts<A> {
  readonly #hold: (bytes: number) => boolean;
  readonly #parts: Array<Buffer> = [];

  /** @param hold is called with the length of each part; false: it is dropped */
  constructor(hold: (bytes: number) => boolean) {
    this.#hold = hold;
  }

  readonly take = (elements: ReadonlyArray<A | JsonText<A>>): void => {
    for (const text of joinedTexts(elements.map(writeJsonText))) {
      const part = Buffer.from(this.#parts.length === 0 ? text : `,${text}`);
      if (!this.#hold(part.length)) return;
      this.#parts.push(part);
    }
  };

  /** All elements, between two texts. */
  between(before: string, after: string): Buffer {
    return Buffer.concat([Buffer.from(before), ...this.#parts, Buffer.from(after)]);
  }
}
