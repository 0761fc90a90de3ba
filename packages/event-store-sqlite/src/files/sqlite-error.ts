import type { StoreError } from "@tallystick/event-store";
import { sqliteCode } from "@tallystick/sqlite";

/** Where the store was when the database failed; part of a `damaged` error. */
export interface Place {
  readonly stream: string;
  readonly revision: number;
  readonly position: number;
}

/** The place of an error that concerns the file as a whole. */
export const WHOLE_FILE: Place = { stream: "", revision: -1, position: 0 };

/** A broken unique or type rule: another program wrote to the file since the last read. */
export const isConstraint = (error: unknown): boolean =>
  sqliteCode(error)?.startsWith("SQLITE_CONSTRAINT") === true;

const isDamage = (code: string): boolean =>
  code.startsWith("SQLITE_CORRUPT") || code.startsWith("SQLITE_NOTADB");

const isBusy = (code: string): boolean =>
  code.startsWith("SQLITE_BUSY") || code.startsWith("SQLITE_LOCKED");

/**
 * The store error for an exception of the database or the file system.
 *
 * @param outcome whether it is certain that nothing was written; a busy database wrote nothing
 */
export const errorOf = (error: unknown, place: Place, outcome: "known" | "unknown"): StoreError => {
  const code = sqliteCode(error);
  const message = error instanceof Error ? error.message : String(error);
  const reason = code === undefined ? message : `${code}: ${message}`;
  if (code !== undefined && isDamage(code)) {
    const { stream, revision, position } = place;
    return { kind: "damaged", stream, revision, position, reason };
  }
  const settled = code !== undefined && isBusy(code) ? "known" : outcome;
  return { kind: "unavailable", outcome: settled, reason };
};
