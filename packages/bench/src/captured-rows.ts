import { readFile, writeFile } from "node:fs/promises";
import type { SqliteStore } from "@tallystick/event-store-sqlite";
import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { expectRight } from "./errors.js";

const CapturedRow = t.type({ id: t.string, type: t.string, data: t.string, metadata: t.string });

/** An event exactly as the ledger appended it to its store. */
export interface CapturedRow extends Readonly<t.TypeOf<typeof CapturedRow>> {}

/** Event rows of a workload, taken in turn and over and over. */
interface CapturedRows {
  readonly next: () => CapturedRow;
  /** Mean length of their data; UTF-8 bytes. */
  readonly meanBytes: number;
  readonly all: ReadonlyArray<CapturedRow>;
}

const meanDataBytes = (rows: ReadonlyArray<CapturedRow>): number =>
  Math.round(rows.reduce((sum, row) => sum + Buffer.byteLength(row.data), 0) / rows.length);

/** Reads what `captureTransactions` wrote; rejects when the file holds anything else. */
export const readCapturedRows = async (file: string): Promise<CapturedRows> => {
  const read = t.array(CapturedRow).decode(JSON.parse(await readFile(file, "utf8")));
  if (isLeft(read)) throw new Error(`no captured event rows in ${file}`);
  const all = read.right;
  let taken = 0;
  const next = (): CapturedRow => {
    const row = all[taken++ % all.length];
    if (row === undefined) throw new Error(`no captured event rows in ${file}`);
    return row;
  };
  return { next, meanBytes: meanDataBytes(all), all };
};

/**
 * Stores the transactions after a position of a journal, for the other processes of this run.
 *
 * @returns the mean length of their data; UTF-8 bytes
 */
export const captureTransactions = async (
  store: Pick<SqliteStore, "capabilities">,
  afterPosition: number,
  file: string,
): Promise<number> => {
  const rows: Array<CapturedRow> = [];
  for await (const page of store.capabilities.allStreams.readAll()) {
    for (const event of expectRight(page, "reading the journal")) {
      const { id, type, data, metadata } = event;
      const isOfWorkload = event.position > afterPosition && type === "TransactionCommitted";
      if (isOfWorkload) rows.push({ id, type, data, metadata });
    }
  }
  await writeFile(file, JSON.stringify(rows));
  return meanDataBytes(rows);
};
