import type { JournalEntry } from "@tallystick/views";
import { charactersOf } from "../journal/journal.js";

/**
 * Entries kept for the views while they are busy; beyond it they read the journal itself until they
 * have caught up.
 */
const maxPendingEntries = 50_000;

/** The same for the characters of their data. */
const maxPendingCharacters = 16 * 1024 * 1024;

/**
 * So many entries are worth waking the views at once: a query that finds them waiting waits some
 * 10 ms for the folding of these.
 */
const manyEntries = 1_000;

/** The same for the characters of their data. */
const manyCharacters = 1024 * 1024;

/** Entries with so many characters of data are folded at once at most, or one alone. */
const maxFoldCharacters = 8 * 1024 * 1024;

/**
 * How many entries from a place on are folded at once, at least one.
 *
 * @param maxEntries at most so many
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

/** Entries that wait until the views are woken for them, in order. */
export class PendingEntries {
  #entries: Array<JournalEntry> = [];
  #characters = 0;

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

  /** True when the views should be woken for them. */
  isMuch(): boolean {
    return this.#entries.length >= manyEntries || this.#characters >= manyCharacters;
  }

  /**
   * Takes the entries that are folded next, at least one: up to one whose hash is known, as the
   * checkpoint has the hash of the last.
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
