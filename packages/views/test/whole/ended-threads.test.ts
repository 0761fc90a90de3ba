import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { terminateThread } from "@tallystick/sqlite";
import { expect } from "chai";
import { everythingFor } from "@tallystick/wire";
import { isLeft } from "fp-ts/lib/Either.js";
import type { JournalEntry, OpenViews, Views } from "../../src/interface/views.js";
import { viewsOf } from "../ledger-views.js";
import { history } from "../history-fixture.js";
import { all, contextAt, entriesOf, leftOf, rightOf } from "../journal-fixture.js";

describe("Views whose thread is terminated", () => {
  const workers: Array<Worker> = [];
  const noticed = (worker: Worker): void => void workers.push(worker);
  const entries = entriesOf(history(40));
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "views-"));
    file = join(folder, "views.db");
    workers.length = 0;
    process.on("worker", noticed);
  });
  afterEach(() => {
    process.off("worker", noticed);
    rmSync(folder, { recursive: true, force: true });
  });

  const opened = async (options: Partial<OpenViews> = {}): Promise<Views> =>
    viewsOf({ file, thread: "worker", ...options });

  const terminate = (): Promise<void> => terminateThread(workers.at(-1));

  /** Folds as the ledger does: again, until it works. */
  const foldUntilDone = async (views: Views, batch: ReadonlyArray<JournalEntry>): Promise<void> => {
    for (;;) {
      const folded = await views.fold(batch);
      if (!isLeft(folded)) return;
      expect(folded.left.kind).to.be.oneOf(["worker", "gap"]);
      await new Promise((resume) => setTimeout(resume, 10));
    }
  };

  /** The code of the error that the contracts at an offset are answered with. */
  const errorOf = async (views: Views, at: number): Promise<string> => {
    const query = { activeAtOffset: at, eventFormat: everythingFor("alice", "bob") };
    for await (const answer of views.queries(contextAt(at)).activeContracts(query))
      if (isLeft(answer)) return answer.left.code;
    return "";
  };

  const contracts = (views: Views, at: number): Promise<ReadonlyArray<unknown>> =>
    all(
      views.queries(contextAt(at)).activeContracts({
        activeAtOffset: at,
        eventFormat: everythingFor("alice", "bob"),
      }),
    );

  it("answer what they have and an error for what they have not, and then continue", async () => {
    const ends: Array<string> = [];
    const views = await opened();
    views.onNotice(({ kind, message }) => void ends.push(`${kind}: ${message}`));
    rightOf(await views.fold(entries.slice(0, 20)));
    const before = await contracts(views, 20);
    const waiting = errorOf(views, 40);
    await terminate();
    // at once, all of them: soon there is another thread
    const [asked, waited, folded] = [
      errorOf(views, 40),
      views.waitFor(40),
      views.fold(entries.slice(20)),
    ];
    expect(await waiting).to.equal("SERVICE_NOT_RUNNING");
    expect(await asked).to.equal("SERVICE_NOT_RUNNING");
    expect(leftOf(await waited).kind).to.equal("worker");
    expect(leftOf(await folded).kind).to.equal("worker");
    expect(await contracts(views, 20)).to.deep.equal(before);
    await foldUntilDone(views, entries.slice(20));
    const there = await opened({ file: join(folder, "other.db") });
    rightOf(await there.fold(entries));
    expect(await contracts(views, 40)).to.deep.equal(await contracts(there, 40));
    expect(ends).to.have.length(1);
    expect(ends[0]).to.match(/^thread-ended: .*exit code 1/);
    await Promise.all([views.close(), there.close()]);
  });

  it("lose nothing when it happens while they fold, each time", async () => {
    const views = await opened();
    let at = 0;
    for (const size of [3, 1, 7, 2, 9, 18]) {
      const threads = workers.length;
      const under = views.fold(entries.slice(at, at + size));
      const ending = terminate();
      await Promise.all([under, ending]);
      at += size;
      // a fold may be faster than the end: only the count says that a thread is there again
      while (workers.length === threads) await new Promise((resume) => setTimeout(resume, 10));
      await foldUntilDone(views, entries.slice(views.checkpoint(), at));
    }
    const once = await opened({ file: join(folder, "other.db") });
    rightOf(await once.fold(entries));
    expect(await contracts(views, 40)).to.deep.equal(await contracts(once, 40));
    rightOf(views.check());
    await Promise.all([views.close(), once.close()]);
  });

  it("are rebuilt when the file was damaged meanwhile, and never answer from what was", async () => {
    const damage: Array<string> = [];
    const views = await opened();
    views.onNotice(({ kind }) => void damage.push(kind));
    let rewinds = 0;
    views.onRewind(() => (rewinds += 1));
    rightOf(await views.fold(entries.slice(0, 20)));
    writeFileSync(`${file}.damaged`, "found elsewhere");
    await terminate();
    while (rewinds === 0) await new Promise((resume) => setTimeout(resume, 10));
    expect([rewinds, damage]).to.deep.equal([1, ["thread-ended", "views-damaged"]]);
    expect(views.checkpoint()).to.equal(0);
    await foldUntilDone(views, entries);
    expect(isLeft(views.check())).to.equal(false);
    await views.close();
  });

  it("end while nothing is folded, and are there again without a call", async () => {
    const views = await opened();
    rightOf(await views.fold(entries.slice(0, 20)));
    await terminate();
    while (workers.length < 2) await new Promise((resume) => setTimeout(resume, 10));
    await foldUntilDone(views, entries.slice(20));
    expect(workers).to.have.length(2);
    await views.close();
  });

  it("are closed at once while they wait to be started again", async () => {
    const views = await opened();
    await terminate();
    await views.close();
    expect(leftOf(await views.fold(entries)).kind).to.equal("closed");
    viewsOf({ file, thread: "main" });
  });
});
