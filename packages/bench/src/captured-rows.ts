import { readFile, writeFile } from "node:fs/promises";

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

/** Keeps captured rows for the other processes of this run. */
export const writeCapturedRows = (file: string, rows: ReadonlyArray<CapturedRow>): Promise<void> =>
  writeFile(file, JSON.stringify(rows));

/** Reads what `writeCapturedRows` wrote; rejects when the file holds anything else. */
export const readCapturedRows = async (file: string): Promise<ReadonlyArray<CapturedRow>> => {
  const rows: unknown = JSON.parse(await readFile(file, "utf8"));
  if (!Array.isArray(rows) || rows.length === 0 || !rows.every(isCapturedRow))
    throw new Error(`no captured event rows in ${file}`);
  return rows;
};

/** Mean length of a row's data; UTF-8 bytes. */
export const meanDataBytes = (rows: ReadonlyArray<CapturedRow>): number =>
  Math.round(rows.reduce((sum, row) => sum + Buffer.byteLength(row.data), 0) / rows.length);
