import { expect } from "chai";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { OwnThread } from "@tallystick/background";
import { isLeft } from "fp-ts/lib/Either.js";
import type { RunIndex } from "../../src/runs/run-file.js";
import { type RunJob, runJob, type RunJobResult } from "../../src/runs/run-job.js";
import { afterwards, tempFolder } from "../temp-folder.js";
import { entriesOfTexts, runOf } from "./run-of.js";

/** The thread that writes runs, and the answers in their order. */
const thread = () => {
  const script = new URL("../../src/runs/run-worker.js", import.meta.url);
  const own = new OwnThread<RunJob, RunJobResult>({ name: "the thread", script });
  afterwards(() => own.terminate());
  const order: Array<string> = [];
  const made = async (name: string, job: RunJob): Promise<RunJobResult> => {
    const answer = await own.ask(job);
    if (isLeft(answer)) throw new Error(answer.left.message);
    order.push(name);
    return answer.right;
  };
  return { made, order };
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
  it("answers each job with the index that the job has anywhere", async () => {
    const { made } = thread();
    const entries = entriesOfTexts([
      ["a", "00aa"],
      ["b", undefined],
    ]);
    const [one, two] = [place(), place()];
    const result = await made("one", { kind: "write", to: one, entries });
    const here = runJob({ kind: "write", to: { ...two, id: one.id }, entries }).next().value;
    expect(result).to.deep.equal({ kind: "made", index: here });
    expect(existsSync(one.path)).to.equal(true);
  });

  it("writes new entries before it continues a merge", async () => {
    const { made, order } = thread();
    const from = place();
    const keys = Array.from({ length: 9_000 }, (_, at) => [`key ${at}`, "00aa"] as const);
    const run = runOf(from, keys);
    afterwards(() => run.close());
    const entries = entriesOfTexts([["new", "00aa"]]);
    await Promise.all([
      made("merged", merge(from, run.index)),
      made("written", { kind: "write", to: place(), entries }),
    ]);
    expect(order).to.deep.equal(["written", "merged"]);
  });

  it("says what is damaged and what failed, and does the next job", async () => {
    const { made } = thread();
    const from = place();
    const run = runOf(from, [["a", "00aa"]]);
    afterwards(() => run.close());
    const shifted = { ...run.index, places: run.index.places.map((each) => each + 1) };
    const nowhere = { id: "0".repeat(16), path: join(tempFolder(), "missing", "run") };
    const entries = entriesOfTexts([["a", "00aa"]]);
    const results = await Promise.all([
      made("damaged", merge(from, shifted)),
      made("failed", { kind: "write", to: nowhere, entries }),
      made("made", { kind: "write", to: place(), entries }),
    ]);
    expect(results.map(({ kind }) => kind)).to.deep.equal(["damaged", "failed", "made"]);
    expect(results[1])
      .to.have.property("message")
      .that.matches(/ENOENT/);
  });
});
