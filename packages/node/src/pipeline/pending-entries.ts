import type { JournalEntry } from "@tallystick/views";
import { charactersOf } from "../journal/journal.js";

/**
 * Entries queued for the views while they are busy; beyond it the views read the journal until they
 * have caught up.
 */
const maxPendingEntries = 50_000;

/** The most characters of data in pending entries. */
const maxPendingCharacters = 16 * 1024 * 1024;

/**
 * Entries after which the views are woken immediately: a query then waits at most some 10 ms for
 * their folding.
 */
const manyEntries = 1_000;

/** Characters of data that are passed on without waiting for more. */
const manyCharacters = 1024 * 1024;

/** The most characters of data folded in one step, unless one entry is larger. */
const maxFoldCharacters = 8 * 1024 * 1024;

/**
 * The number of entries from a place on to fold in one step, at least one.
 *
 * @param maxEntries upper bound
 */
export const foldedAtOnce = (
  entries: ReadonlyArray<JournalEntry>,
  from: number,
  maxEntries: number,
): number => {
  const most = Math.min(maxEntries, entries.length - from);
  let characters = entries[from]?.data.length ?? 0;
  let count = 1;
  for (; count < most; count++) {
    characters += entries[from + count]?.data.length ?? 0;
    if (characters > maxFoldCharacters) break;
  }
  return count;
};

/** Queued entries for the views, in order. */
export class PendingEntries {
  #entries: Array<JournalEntry> = [];
  #characters = 0;

  /** Offset of the first; undefined when there are none. */
  get first(): number | undefined {
    return this.#entries[0]?.offset;
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  /** Adds entries; false, and nothing was added, when there would be too many. */
  add(entries: ReadonlyArray<JournalEntry>): boolean {
    const characters = this.#characters + charactersOf(entries);
    const count = this.#entries.length + entries.length;
    if (count > maxPendingEntries || characters > maxPendingCharacters) return false;
    for (const entry of entries) this.#entries.push(entry);
    this.#characters = characters;
    return true;
  }

  /** True when the views should be woken. */
  isMuch(): boolean {
    return this.#entries.length >= manyEntries || this.#characters >= manyCharacters;
  }

  /**
   * Takes the entries to fold next, at least one: up to one with a known hash, which the checkpoint
   * needs.
   */
  take(maxEntries: number): ReadonlyArray<JournalEntry> {
    const most = foldedAtOnce(this.#entries, 0, maxEntries);
    let count = most;
    while (count > 0 && this.#entries[count - 1]?.hash === undefined) count--;
    const taken = this.#entries.splice(0, count === 0 ? most : count);
    this.#characters -= charactersOf(taken);
    return taken;
  }

  clear(): void {
    this.#entries = [];
    this.#characters = 0;
  }
}
