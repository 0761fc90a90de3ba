import { Buffer, isUtf8 } from "node:buffer";
import { malformed } from "./malformed.js";

/** Longest identifier and longest dotted name, in characters (daml-lf A.4). */
export const maxNameLength = 1000;

const isNoName = 1;
const isAName = 2;

/** A part of the package: its beginning and its end. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Parts as pairs of numbers, for tables with very many. */
export class Spans {
  #bounds = new Int32Array(16);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(start: number, end: number): void {
    const at = 2 * this.#length++;
    if (at === this.#bounds.length) {
      const larger = new Int32Array(2 * at);
      larger.set(this.#bounds);
      this.#bounds = larger;
    }
    this.#bounds[at] = start;
    this.#bounds[at + 1] = end;
  }

  at(index: number): Span {
    const isThere = index < this.#length;
    return isThere
      ? { start: this.#bounds[index * 2] ?? 0, end: this.#bounds[index * 2 + 1] ?? 0 }
      : { start: 0, end: 0 };
  }
}

const isLetter = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x41 && code <= 0x5a) ||
  code === 0x5f ||
  code === 0x24;

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** The strings of a package. They are decoded when needed, as most are not. */
export class InternedStrings {
  /** Whether a string is an identifier; 0 when not checked yet. */
  readonly #names: Uint8Array;
  /** The same bytes. */
  readonly #texts: Buffer;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly spans: Spans,
  ) {
    this.#names = new Uint8Array(spans.length);
    this.#texts = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** Throws when a string is not UTF-8. */
  check(): void {
    for (let index = 0; index < this.spans.length; index++) {
      const { start, end } = this.spans.at(index);
      if (!isUtf8(this.bytes.subarray(start, end))) malformed(`string ${index} is not UTF-8`);
    }
  }

  get length(): number {
    return this.spans.length;
  }

  /** Length of an identifier. Throws when the string is not one. */
  nameLength(index: number): number {
    const { start, end } = this.spans.at(index);
    if (this.#names[index] === 0)
      this.#names[index] = this.#isName(start, end) ? isAName : isNoName;
    if (this.#names[index] === isNoName)
      malformed(`invalid name at internedString table index ${index}`);
    return end - start;
  }

  text(index: number): string {
    this.checkIndex(index);
    const { start, end } = this.spans.at(index);
    return this.#texts.toString("utf8", start, end);
  }

  checkIndex(index: number): void {
    if (index < 0 || index >= this.spans.length)
      malformed(`invalid internedString table index ${index}`);
  }

  #isName(start: number, end: number): boolean {
    if (end === start || end - start > maxNameLength) return false;
    if (!isLetter(this.bytes[start] ?? 0)) return false;
    for (let at = start + 1; at < end; at++) {
      const code = this.bytes[at] ?? 0;
      if (!isLetter(code) && !isDigit(code)) return false;
    }
    return true;
  }
}
