import { gone, type Gone } from "@tallystick/core";
import { ByteWriter } from "../../src/snapshot/byte-writer.js";
import type { RunPlace } from "../../src/snapshot/run-job.js";
import { writeRun } from "../../src/snapshot/run-writer.js";
import { Run } from "../../src/snapshot/run.js";
import { SharedTexts } from "../../src/snapshot/shared-texts.js";
import { tableForms, writeEntry } from "../../src/snapshot/state-tables.js";

/** What the runs of these tests are written with. */
export const context = { texts: new SharedTexts(), seed: 77 };

/** The entries of a table from texts to texts; undefined for a key that was removed. */
export const entriesOfTexts = (
  entries: Iterable<readonly [string, string | undefined]>,
  written = context,
): Buffer<ArrayBuffer> => {
  const out = new ByteWriter();
  for (const [key, value] of entries) {
    const entry: string | Gone = value ?? gone;
    writeEntry(out, tableForms.keys, written, key, entry);
  }
  return Buffer.from(out.written());
};

/** A run of a table from texts to texts. */
export const runOf = (
  { path, id }: RunPlace,
  entries: Iterable<readonly [string, string | undefined]>,
  written = context,
): Run => new Run(path, id, writeRun(path, id, entriesOfTexts(entries, written)));
