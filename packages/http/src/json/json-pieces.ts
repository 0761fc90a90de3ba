import { type JsonScan, JsonScanner, type ScanBounds } from "./json-scan.js";

/** Thrown for a text that is no JSON. */
export class JsonSyntaxError extends Error {
  override readonly name = "JsonSyntaxError";
  /** @param isCutShort true where the text ends before its value does */
  constructor(
    reason: string,
    readonly isCutShort = false,
  ) {
    super(reason);
  }
}

/** An array or object of which some members were parsed. */
interface Begun {
  readonly value: unknown[] | Record<string, unknown>;
  /** Where the members begin that are not parsed yet. */
  from: number;
  /** True after a member that was begun on its own: a comma follows, or the end. */
  isAfterBegun: boolean;
}

/** Parses a text, of which it is told where it has long numbers. */
type Parse = (text: string, longNumbers: JsonScan["longNumbers"]) => unknown;

const isBlank = (text: string): boolean => /^[ \t\n\r]*$/.test(text);

/**
 * Parses a long JSON text a piece at a time: scans on, and parses the members that have ended. An
 * array or object that is longer than a piece is put together from its members. A single text is
 * parsed in one go, however long it is.
 */
export class JsonPieces {
  readonly #text: string;
  readonly #scanner: JsonScanner;
  readonly #parse: Parse;
  readonly #pieceLength: number;
  /** The outermost open arrays and objects. */
  readonly #begun: Array<Begun> = [];
  #root: { readonly value: unknown; readonly end: number } | undefined;
  #isScanned = false;

  /**
   * @param pieceLength characters
   * @param parse parses the whole text, or members of it between brackets; throws `SyntaxError`
   */
  constructor(text: string, bounds: ScanBounds, pieceLength: number, parse: Parse) {
    this.#text = text;
    this.#pieceLength = pieceLength;
    this.#parse = parse;
    this.#scanner = new JsonScanner(text, bounds, (level, at) => this.#closed(level, at));
  }

  /** What was scanned; of the whole text once `next` was true. */
  get scan(): JsonScan {
    return this.#scanner;
  }

  /** Reads the next piece. @returns true after the last; throws `JsonSyntaxError` */
  next(): boolean {
    this.#isScanned = this.#scanner.to(this.#scanner.at + this.#pieceLength);
    if (!this.#isScanned) this.#parseEnded();
    return this.#isScanned;
  }

  /** The value, after the last piece. Throws `JsonSyntaxError`. */
  value(): unknown {
    const text = this.#text;
    if (this.#root !== undefined) {
      this.#expectBlank(this.#root.end, text.length);
      return this.#root.value;
    }
    if (this.#begun.length === 0) return this.#parsed(0, text.length, "", "");
    this.#parseEnded();
    throw this.#unended();
  }

  /** Begins what is open, and parses the members of it that have ended. */
  #parseEnded(): void {
    if (this.#root !== undefined) this.#expectBlank(this.#root.end, this.#scanner.at);
    const { level, openedAt, memberAt } = this.#scanner;
    for (let at = 1; at <= level; at++) {
      const begun = this.#begun[at - 1];
      const opened = openedAt[at] ?? 0;
      if (begun !== undefined) {
        this.#takeMembers(begun, memberAt[at] ?? 0);
      } else {
        if (at === 1) this.#expectBlank(0, opened);
        const isArray = this.#text[opened] === "[";
        const fresh = { value: isArray ? [] : {}, from: opened + 1, isAfterBegun: false };
        this.#begun.push(fresh);
        this.#takeMembers(fresh, memberAt[at] ?? 0);
      }
    }
  }

  /** Parses the members up to a comma, which is before `end`. */
  #takeMembers(begun: Begun, end: number): void {
    if (end <= begun.from) return;
    if (begun.isAfterBegun) this.#takeComma(begun, end);
    if (end > begun.from) this.#parseMembers(begun, end - 1);
    begun.from = end;
  }

  #takeComma(begun: Begun, end: number): void {
    const comma = this.#text.indexOf(",", begun.from);
    if (comma < 0 || comma >= end) throw this.#unexpected(begun.from);
    this.#expectBlank(begun.from, comma);
    begun.from = comma + 1;
    begun.isAfterBegun = false;
  }

  #parseMembers(begun: Begun, end: number): void {
    const { value, from } = begun;
    if (isBlank(this.#text.slice(from, end))) throw this.#unexpected(end);
    if (Array.isArray(value)) {
      // border: what is between brackets is an array
      for (const each of this.#parsed(from, end, "[", "]") as unknown[]) value.push(each);
      return;
    }
    const members = this.#object(from, end, "}");
    for (const key of Object.keys(members)) put(value, key, members[key]);
  }

  /** The end of an array or object; of one that was not begun it is parsed with its parent. */
  #closed(level: number, at: number): void {
    if (level < 1 || level !== this.#begun.length) {
      if (level < 1) throw this.#unexpected(at);
      return;
    }
    const ended = this.#begun.pop();
    if (ended === undefined) return;
    const { openedAt } = this.#scanner;
    const opened = openedAt[level] ?? 0;
    if (this.#text[at] !== (Array.isArray(ended.value) ? "]" : "}")) throw this.#unexpected(at);
    this.#takeLast(ended, opened, at);
    const parent = this.#begun.at(-1);
    if (parent === undefined) this.#root = { value: ended.value, end: at + 1 };
    else this.#putInto(parent, ended.value, opened, at);
  }

  #object(from: number, end: number, after: string): Record<string, unknown> {
    // border: what is between braces is an object
    return this.#parsed(from, end, "{", after) as Record<string, unknown>;
  }

  #takeLast(ended: Begun, opened: number, end: number): void {
    const rest = this.#text.slice(ended.from, end);
    if (isBlank(rest)) {
      // nothing at all, or what was begun on its own was the last
      if (ended.isAfterBegun || ended.from === opened + 1) return;
      throw this.#unexpected(end);
    }
    if (ended.isAfterBegun) this.#takeComma(ended, end);
    this.#parseMembers(ended, end);
  }

  /** Puts what was begun on its own into the array or object that it is a member of. */
  #putInto(parent: Begun, member: unknown, opened: number, closed: number): void {
    const { value } = parent;
    const from = this.#scanner.memberAt[this.#begun.length] ?? 0;
    this.#takeMembers(parent, from);
    if (parent.isAfterBegun) throw this.#unexpected(opened);
    if (Array.isArray(value)) {
      this.#expectBlank(from, opened);
      value.push(member);
    } else {
      const [key] = Object.keys(this.#object(from, opened, "0}"));
      if (key === undefined) throw this.#unexpected(opened);
      put(value, key, member);
    }
    parent.from = closed + 1;
    parent.isAfterBegun = true;
  }

  #expectBlank(from: number, to: number): void {
    if (isBlank(this.#text.slice(from, to))) return;
    throw this.#unexpected(from + this.#text.slice(from, to).search(/[^ \t\n\r]/));
  }

  #parsed(from: number, to: number, before: string, after: string): unknown {
    try {
      const offset = from - before.length;
      const longNumbers = this.#scanner.longNumbers
        .filter(([start, end]) => start >= from && end <= to)
        .map(([start, end]) => [start - offset, end - offset] as const);
      return this.#parse(before + this.#text.slice(from, to) + after, longNumbers);
    } catch (thrown) {
      if (!(thrown instanceof SyntaxError)) throw thrown;
      const reason = thrown.message.replace(/position (\d+)/, (_, at: string) => {
        return `position ${Number(at) - before.length + from}`;
      });
      const isAtEnd =
        /end of JSON input|Unterminated/.test(reason) ||
        reason.includes(` position ${this.#text.length}`);
      throw new JsonSyntaxError(reason, isAtEnd && to === this.#text.length);
    }
  }

  /** Why a text with open arrays or objects is no JSON: it ends, unless it is wrong before. */
  #unended(): JsonSyntaxError {
    const last = this.#begun.at(-1);
    const [opening, from] = [Array.isArray(last?.value) ? "[" : "{", last?.from ?? 0];
    try {
      this.#parsed(
        from,
        this.#text.length,
        last?.isAfterBegun === true ? `${opening}0` : opening,
        "",
      );
    } catch (thrown) {
      if (thrown instanceof JsonSyntaxError) return thrown;
    }
    return new JsonSyntaxError("Unexpected end of JSON input", true);
  }

  #unexpected(at: number): JsonSyntaxError {
    const found = this.#text[at];
    return found === undefined
      ? new JsonSyntaxError("Unexpected end of JSON input", true)
      : new JsonSyntaxError(`Unexpected token ${found} in JSON at position ${at}`);
  }
}

/** A key named `__proto__` is a field like any other, as `JSON.parse` has it. */
const put = (object: Record<string, unknown>, key: string, value: unknown): void => {
  if (key === "__proto__") {
    const own = { value, enumerable: true, configurable: true, writable: true };
    Object.defineProperty(object, key, own);
  } else {
    object[key] = value;
  }
};
