import { readFile, writeFile } from "node:fs/promises";
import type { SqliteStore } from "@tallystick/event-store-sqlite";
import { expectRight } from "./expect-right.js";

/** An event exactly as the ledger appended it to its store. */
export interface CapturedRow {
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

const isCapturedRow = (value: unknown): value is CapturedRow =>
  typeof value === "object" &&
  value !== null &&
  "id" in value &&
  typeof value.id === "string" &&
  "type" in value &&
  typeof value.type === "string" &&
  "data" in value &&
  typeof value.data === "string" &&
  "metadata" in value &&
  typeof value.metadata === "string";

const writeCapturedRows = (file: string, rows: ReadonlyArray<CapturedRow>): Promise<void> =>
  writeFile(file, JSON.stringify(rows));

/** Reads what `writeCapturedRows` wrote; rejects when the file holds anything else. */
export const readCapturedRows = async (file: string): Promise<ReadonlyArray<CapturedRow>> => {
  const rows: unknown = JSON.parse(await readFile(file, "utf8"));
  if (!Array.isArray(rows) || rows.length === 0 || !rows.every(isCapturedRow))
    throw new Error(`no captured event rows in ${file}`);
  return rows;
};

/**
 * Keeps the transactions a journal got after a position, for the other processes of this run.
 *
 * @returns the mean length of their data; UTF-8 bytes
 */
export const captureTransactions = async (
  store: Pick<SqliteStore, "readAll">,
  afterPosition: number,
  file: string,
): Promise<number> => {
  const rows: Array<CapturedRow> = [];
  for await (const page of store.readAll()) {
    for (const event of expectRight(page, "reading the journal")) {
      const { id, type, data, metadata } = event;
      const isOfWorkload = event.position > afterPosition && type === "TransactionCommitted";
      if (isOfWorkload) rows.push({ id, type, data, metadata });
    }
  }
  await writeCapturedRows(file, rows);
  return meanDataBytes(rows);
};

/** Mean length of a row's data; UTF-8 bytes. */
export const meanDataBytes = (rows: ReadonlyArray<CapturedRow>): number =>
  Math.round(rows.reduce((sum, row) => sum + Buffer.byteLength(row.data), 0) / rows.length);
