import { expect } from "chai";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { RunIndex } from "../../src/runs/run-file.js";
import { type RunJob, runJob } from "../../src/runs/run-job.js";
import { afterwards, tempFolder } from "../temp-folder.js";
import { entriesOfTexts, runOf } from "./run-of.js";

/** The thread that writes runs, by its messages alone. */
const thread = () => {
  const script = new URL("../../src/runs/run-worker.js", import.meta.url);
  const worker = new Worker(script);
  afterwards(async () => void (await worker.terminate()));
  const answers: Array<{ number: number; result: { kind: string; message?: string } }> = [];
  worker.on("message", (answer: (typeof answers)[number]) => answers.push(answer));
  const until = async (count: number) => {
    while (answers.length < count) await once(worker, "message");
    return answers;
  };
  return { worker, until };
};

let runs = 0;

const place = () => {
  const id = `${++runs}`.padStart(16, "0");
  return { id, path: join(tempFolder(), id) };
};

const merge = (from: RunJob["to"], index: RunIndex): RunJob => ({
  kind: "merge",
  to: place(),
  runs: [{ ...from, index }],
  isOldest: true,
  forgottenUpTo: 0,
});

describe("The thread that writes runs", () => {
  it("answers each job by its number, with the index that the job has anywhere", async () => {
    const { worker, until } = thread();
    const entries = entriesOfTexts([
      ["a", "00aa"],
      ["b", undefined],
    ]);
    const [one, two] = [place(), place()];
    worker.postMessage({ number: 5, job: { kind: "write", to: one, entries } });
    const [answer] = await until(1);
    const here = runJob({ kind: "write", to: { ...two, id: one.id }, entries }).next().value;
    expect(answer).to.deep.equal({ number: 5, result: { kind: "made", index: here } });
    expect(existsSync(one.path)).to.equal(true);
  });

  it("writes new entries before it goes on with a merge", async () => {
    const { worker, until } = thread();
    const from = place();
    const keys = Array.from({ length: 9_000 }, (_, at) => [`key ${at}`, "00aa"] as const);
    const run = runOf(from, keys);
    afterwards(() => run.close());
    worker.postMessage({ number: 1, job: merge(from, run.index) });
    const entries = entriesOfTexts([["new", "00aa"]]);
    worker.postMessage({ number: 2, job: { kind: "write", to: place(), entries } });
    const order = (await until(2)).map(({ number }) => number);
    expect(order).to.deep.equal([2, 1]);
  });

  it("says what is damaged and what failed, and goes on", async () => {
    const { worker, until } = thread();
    const from = place();
    const run = runOf(from, [["a", "00aa"]]);
    afterwards(() => run.close());
    const shifted = { ...run.index, places: run.index.places.map((each) => each + 1) };
    worker.postMessage({ number: 1, job: merge(from, shifted) });
    const nowhere = { id: "0".repeat(16), path: join(tempFolder(), "missing", "run") };
    const entries = entriesOfTexts([["a", "00aa"]]);
    worker.postMessage({ number: 2, job: { kind: "write", to: nowhere, entries } });
    worker.postMessage({ number: 3, job: { kind: "write", to: place(), entries } });
    const answers = (await until(3)).toSorted((a, b) => a.number - b.number);
    expect(answers.map(({ result }) => result.kind)).to.deep.equal(["damaged", "failed", "made"]);
    expect(answers[1]?.result.message).to.match(/ENOENT/);
  });
});
