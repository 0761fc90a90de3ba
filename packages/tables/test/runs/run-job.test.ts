import { existsSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { ByteWriter } from "../../src/runs/byte-writer.js";
import { hashKey } from "../../src/runs/key-hash.js";
import type { RunJob } from "../../src/runs/run-job.js";
import { makeRunNow, runMaker } from "../../src/runs/run-maker.js";
import { writeRun } from "../../src/runs/run-writer.js";
import { removed, Run } from "../../src/runs/run.js";
import { type TableForm, writeEntry } from "../../src/runs/table-form.js";
import { tempFolder } from "../temp-folder.js";
import { context, entriesOfTexts, runOf } from "./run-of.js";

const placeIn = (folder: string, number: number) => {
  const id = `${number}`.padStart(16, "0");
  return { id, path: join(folder, id) };
};

const has = (run: Run, key: string): boolean | "removed" => {
  const { high, low } = hashKey(key, context.seed, { high: 0, low: 0 });
  const found = run.find(high, low, () => Buffer.from(key));
  return found === removed ? "removed" : found !== undefined;
};

/** Values that begin with an offset, and have nothing else. */
const offsetForm: TableForm<number> = {
  writeKey: (bytes, key) => bytes.utf8(key),
  keyText: (bytes) => bytes.toString(),
  write: (bytes, _texts, offset) => bytes.double(offset),
  read: (_key, bytes) => bytes.readDoubleLE(0),
};

const merge = (runs: ReadonlyArray<Run>, changes: Partial<RunJob> = {}): RunJob => ({
  kind: "merge",
  to: { id: "f".repeat(16), path: `${runs[0]?.path}.merged` },
  runs,
  isOldest: true,
  forgottenUpTo: 0,
  ...(changes as object),
});

describe("the making of runs", () => {
  let folder: string;
  beforeEach(() => {
    folder = tempFolder();
  });

  for (const [name, isOldest, left] of [
    ["keeps what was removed while there is something older", false, "removed"],
    ["drops what was removed when there is nothing older", true, false],
  ] as const) {
    it(name, () => {
      const older = runOf(placeIn(folder, 1), [
        ["a", "aa"],
        ["b", "bb"],
      ]);
      const newer = runOf(placeIn(folder, 2), [
        ["a", undefined],
        ["c", "cc"],
      ]);
      const job = merge([newer, older], { isOldest });
      const made = makeRunNow(job);
      if (made.kind !== "made") throw new Error(made.message);
      const run = new Run(job.to.path, job.to.id, made.index);
      expect(["a", "b", "c"].map((key) => has(run, key))).to.deep.equal([left, true, true]);
      for (const each of [older, newer, run]) each.close();
    });
  }

  it("leaves out changes that are forgotten", () => {
    const out = new ByteWriter();
    for (let offset = 1; offset <= 10; offset++)
      writeEntry(out, offsetForm, context, `change ${offset}`, offset);
    const { id, path } = placeIn(folder, 1);
    const run = new Run(path, id, writeRun(path, id, Buffer.from(out.written())));
    const made = makeRunNow(merge([run], { forgottenUpTo: 4 }));
    expect(made.kind === "made" && made.index.entries).to.equal(6);
    run.close();
  });

  it("in the thread makes the same files, several jobs at a time", async () => {
    const maker = runMaker();
    const jobs = Array.from({ length: 4 }, (_, number): RunJob => {
      const entries = entriesOfTexts(
        Array.from({ length: 3_000 }, (_each, at) => [`${number} ${at}`, "ab"] as const),
      );
      return { kind: "write", to: placeIn(folder, number), entries };
    });
    const made = await Promise.all(jobs.map((job) => maker.make(job)));
    const runs = made.map((result, at) => {
      if (result.kind !== "made") throw new Error(result.message);
      return new Run(placeIn(folder, at).path, placeIn(folder, at).id, result.index);
    });
    const job = merge(runs);
    const merged = await maker.make(job);
    if (merged.kind !== "made") throw new Error(merged.message);
    const run = new Run(job.to.path, job.to.id, merged.index);
    expect(merged.index.entries).to.equal(12_000);
    for (let at = 0; at < 3_000; at += 100) expect(has(run, `3 ${at}`)).to.equal(true);
    await maker.close();
    for (const each of [...runs, run]) each.close();
  });

  it("says what is damaged, and leaves nothing behind", async () => {
    const run = runOf(
      placeIn(folder, 1),
      Array.from({ length: 500 }, (_, at) => [`key ${at}`, "ab"] as const),
    );
    truncateSync(run.path, 5_000);
    const job = merge([run]);
    for (const make of [makeRunNow, (each: RunJob) => runMaker().make(each)]) {
      const result = await make(job);
      expect(result.kind).to.equal("damaged");
      expect(existsSync(job.to.path)).to.equal(false);
    }
    run.close();
  });

  it("says what cannot be written", async () => {
    const job: RunJob = {
      kind: "write",
      to: placeIn(join(folder, "missing"), 1),
      entries: entriesOfTexts([["a", "aa"]]),
    };
    expect(makeRunNow(job)).to.include({ kind: "failed" });
    const maker = runMaker();
    expect(await maker.make(job)).to.include({ kind: "failed" });
    await maker.close();
  });

  it("ends with the thread", async () => {
    const maker = runMaker();
    const job: RunJob = { kind: "write", to: placeIn(folder, 1), entries: Buffer.alloc(0) };
    const waiting = maker.make(job);
    await maker.close();
    expect((await waiting).kind).to.be.oneOf(["failed", "made"]);
  });
});
