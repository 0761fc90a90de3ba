import { createHash } from "node:crypto";

/** What happened in a world, line by line. */
export class Trace {
  readonly #hash = createHash("sha256");
  readonly #lines: Array<string> | undefined;
  #count = 0;

  /** @param isKept true to keep the lines too */
  constructor(isKept: boolean) {
    this.#lines = isKept ? [] : undefined;
  }

  /** Adds a line. @returns its number, from 1 */
  add(line: string): number {
    this.#hash.update(line).update("\n");
    this.#lines?.push(line);
    this.#count += 1;
    return this.#count;
  }

  lines(): ReadonlyArray<string> {
    return this.#lines ?? [];
  }

  /** SHA-256 of all lines so far. */
  digest(): string {
    return this.#hash.copy().digest("hex");
  }
}
