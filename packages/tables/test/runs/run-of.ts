import { gone, type Gone } from "@tallystick/core";
import { ByteWriter } from "../../src/runs/byte-writer.js";
import type { RunPlace } from "../../src/runs/run-job.js";
import { Run } from "../../src/runs/run.js";
import { writeRun } from "../../src/runs/run-writer.js";
import { SharedTexts } from "../../src/runs/shared-texts.js";
import { type TableForm, writeEntry } from "../../src/runs/table-form.js";

/** What the runs of these tests are written with. */
export const context = { texts: new SharedTexts(), seed: 77 };

/** Texts by texts. */
export const textForm: TableForm<string> = {
  writeKey: (out, key) => out.utf8(key),
  keyText: (bytes) => bytes.toString(),
  write: (out, _texts, value) => out.utf8(value),
  read: (_key, bytes) => bytes.toString(),
};

/** The entries of a table from texts to texts; undefined for a key that was removed. */
export const entriesOfTexts = (
  entries: Iterable<readonly [string, string | undefined]>,
  written = context,
): Buffer<ArrayBuffer> => {
  const out = new ByteWriter();
  for (const [key, value] of entries) {
    const entry: string | Gone = value ?? gone;
    writeEntry(out, textForm, written, key, entry);
  }
  return Buffer.from(out.written());
};

/** A run of a table from texts to texts. */
export const runOf = (
  { path, id }: RunPlace,
  entries: Iterable<readonly [string, string | undefined]>,
  written = context,
): Run => new Run(path, id, writeRun(path, id, entriesOfTexts(entries, written)));
