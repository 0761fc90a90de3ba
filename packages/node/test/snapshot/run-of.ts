import { gone, type Gone } from "@tallystick/core";
import {
  ByteWriter,
  Run,
  type RunPlace,
  SharedTexts,
  writeEntry,
  writeRun,
} from "@tallystick/tables";
import { tableForms } from "../../src/snapshot/state-tables.js";

/** What the runs of these tests are written with. */
export const context = { texts: new SharedTexts(), seed: 77 };

/** The entries of the table of keys; undefined for a key that was removed. */
export const entriesOfTexts = (
  entries: Iterable<readonly [string, string | undefined]>,
): Buffer<ArrayBuffer> => {
  const out = new ByteWriter();
  for (const [key, value] of entries) {
    const entry: string | Gone = value ?? gone;
    writeEntry(out, tableForms.keys, context, key, entry);
  }
  return Buffer.from(out.written());
};

/** A run of the table of keys. */
export const runOf = (
  { path, id }: RunPlace,
  entries: Iterable<readonly [string, string | undefined]>,
): Run => new Run(path, id, writeRun(path, id, entriesOfTexts(entries)));
