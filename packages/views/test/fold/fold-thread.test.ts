import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { terminateThread } from "@tallystick/sqlite";
import { expect } from "chai";
import {
  type FoldingRequest,
  foldThread,
  type FoldThread,
  outcomeOf,
} from "../../src/fold/fold-thread.js";
import { packBatch } from "../../src/fold/packed-batch.js";
import type { JournalEntry } from "../../src/interface/views.js";
import { history } from "../history-fixture.js";
import { entriesOf, leftOf, rightOf } from "../journal-fixture.js";

const entries = entriesOf(history(20));
const script = new URL("../../src/ledger/ledger-worker.js", import.meta.url);

describe("A folding thread", () => {
  let folder: string;
  let file: string;
  let said: Array<string>;
  const workers: Array<Worker> = [];
  const noticed = (worker: Worker): void => void workers.push(worker);
  const threads: Array<FoldThread> = [];
  const threadOf = () => {
    const data = { path: file, journal: "", keepsTexts: true };
    const thread = foldThread(script, data, {
      ended: ({ kind, message }) => void said.push(`${kind}: ${message}`),
      started: ({ checkpoint, rebuiltBecause }) =>
        void said.push(`from ${checkpoint.offset}, ${rebuiltBecause}`),
    });
    threads.push(thread);
    const ask = async (request: FoldingRequest) => outcomeOf(await thread.ask(request));
    return {
      fold: (batch: ReadonlyArray<JournalEntry>) => ask({ kind: "fold", batch: packBatch(batch) }),
      empty: () => ask({ kind: "empty" }),
      close: () => thread.stop(),
    };
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "thread-host-"));
    file = join(folder, "views.db");
    said = [];
    workers.length = 0;
    process.on("worker", noticed);
  });
  afterEach(async () => {
    process.off("worker", noticed);
    for (const thread of threads.splice(0)) await thread.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await new Promise((resume) => setTimeout(resume, 5));
  };

  it("is there at once, and its calls wait for the start, in their order", async () => {
    const thread = threadOf();
    const folds = [0, 7, 11].map((at, n) => thread.fold(entries.slice(at, [7, 11, 20][n])));
    const emptied = thread.empty();
    const again = thread.fold(entries.slice(0, 5));
    // those that wait may be folded together, and have the same checkpoint then
    for (const [n, fold] of folds.entries())
      expect(rightOf(await fold).offset).to.be.within([7, 11, 20][n] ?? 0, 20);
    expect(rightOf(await emptied).offset).to.equal(0);
    expect(rightOf(await again).offset).to.equal(5);
    expect(said).to.deep.equal(["from 0, undefined"]);
  });

  it("that ended is Left `worker` until it is started again, where it was", async () => {
    const thread = threadOf();
    rightOf(await thread.fold(entries.slice(0, 7)));
    await terminateThread(workers.at(-1));
    for (const outcome of [await thread.fold(entries), await thread.empty()])
      expect(leftOf(outcome).kind).to.equal("worker");
    await until(() => said.length === 3);
    expect(rightOf(await thread.fold(entries.slice(7))).offset).to.equal(20);
    expect(said).to.deep.equal([
      "from 0, undefined",
      "worker: the folding worker ended: exit code 1",
      "from 7, undefined",
    ]);
  });

  it("that cannot open its file says why, and is tried again", async () => {
    mkdirSync(file);
    const thread = threadOf();
    const error = leftOf(await thread.fold(entries));
    expect([error.kind, error.message]).to.satisfy(
      ([kind, message]: [string, string]) => kind === "worker" && message.includes(file),
    );
    expect(said[0]).to.equal(`worker: ${error.message}`);
    rmSync(file, { recursive: true });
    await until(() => said.includes("from 0, undefined"));
    expect(rightOf(await thread.fold(entries)).offset).to.equal(20);
  });

  it("is closed once it has done what it was sent, also while it is being started", async () => {
    const thread = threadOf();
    const folding = thread.fold(entries);
    await thread.close();
    expect(rightOf(await folding).offset).to.equal(20);
    expect(leftOf(await thread.fold(entries)).kind).to.equal("closed");
    const never = threadOf();
    await never.close();
    expect(said).to.deep.equal([]);
  });

  it("does not keep a process alive by itself, but finishes a fold under way", async () => {
    const script = new URL("../open-and-leave.js", import.meta.url).pathname;
    const child = spawn(process.execPath, [script, file], { stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += String(chunk);
    });
    const [code] = await once(child, "exit");
    expect(code).to.equal(0);
    expect(output).to.equal("50\n");
  });
});
