import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { expect } from "chai";
import { runMaker } from "../../src/runs/run-maker.js";

describe("the thread that makes runs", () => {
  const folder = mkdtempSync(join(tmpdir(), "run-maker-"));
  after(() => rmSync(folder, { recursive: true }));

  it("says why a run was not made", async () => {
    const maker = runMaker();
    const to = { id: "1", path: join(folder, "missing", "run") };
    const result = await maker.make({ kind: "write", to, entries: new Uint8Array() });
    expect(result.kind).to.equal("failed");
    await maker.close();
  });

  it("ends a job that it is closed over, and can be closed twice", async () => {
    const maker = runMaker();
    const to = { id: "1", path: join(folder, "missing", "run") };
    // the thread has not begun yet, so the job cannot end by itself before it is closed
    const job = maker.make({ kind: "write", to, entries: new Uint8Array() });
    await maker.close();
    const message = "the thread that writes runs was stopped";
    expect(await job).to.deep.equal({ kind: "failed", message });
    await maker.close();
  });

  it("is started again with the next job when it ended, each time, and says so", async () => {
    const workers: Array<Worker> = [];
    const noticed = (worker: Worker): void => void workers.push(worker);
    process.on("worker", noticed);
    const ends: Array<string> = [];
    const maker = runMaker((reason) => ends.push(reason));
    const to = { id: "1", path: join(folder, "missing", "run") };
    const job = { kind: "write", to, entries: new Uint8Array() } as const;
    for (let round = 1; round <= 3; round += 1) {
      const jobs = [maker.make(job), maker.make(job)];
      await new Promise((resume) => setImmediate(resume));
      expect(workers).to.have.length(round);
      await workers.at(-1)?.terminate();
      // the next job comes before the end of the last thread was noticed, or after
      if (round % 2 === 0) await new Promise((resume) => setTimeout(resume, 5));
      for (const result of await Promise.all(jobs)) expect(result.kind).to.equal("failed");
    }
    expect(ends).to.have.length(3);
    expect(ends[0]).to.match(/^the thread that writes runs ended: exit code \d$/);
    const result = await maker.make(job);
    expect(result)
      .to.have.property("message")
      .that.matches(/ENOENT/);
    await maker.close();
    expect(ends).to.have.length(3);
    process.off("worker", noticed);
  });
});
