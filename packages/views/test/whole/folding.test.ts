import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database } from "@tallystick/sqlite";
import { expect } from "chai";
import { isRight } from "fp-ts/lib/Either.js";
import { everythingFor } from "@tallystick/wire";
import { openViews } from "../../src/ledger/open-views.js";
import { viewsOf } from "../ledger-views.js";
import type { Views } from "../../src/interface/views.js";
import { history } from "../history-fixture.js";
import {
  all,
  contextAt,
  createOf,
  entriesOf,
  exerciseOf,
  leftOf,
  rightOf,
  transactionAt,
} from "../journal-fixture.js";

/** Every answer of the views up to their checkpoint, as text. */
const answers = async (views: Views): Promise<string> => {
  const end = views.checkpoint();
  const context = contextAt(end);
  const eventFormat = everythingFor("alice", "bob");
  const queries = views.queries(context);
  const contracts = [];
  for (const activeAtOffset of [1, Math.floor(end / 2), end])
    contracts.push(await all(queries.activeContracts({ activeAtOffset, eventFormat })));
  const updates = await all(
    queries.updates({
      beginExclusive: 0,
      updateFormat: {
        includeTransactions: { eventFormat, transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS" },
      },
    }),
  );
  const completions = await all(
    views
      .queries(context)
      .completions({ userId: "user", parties: ["alice", "bob"], beginExclusive: 0 }),
  );
  return JSON.stringify([contracts, updates, completions]);
};

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "views-"));
  file = join(folder, "views.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const opened = async (thread: "worker" | "main"): Promise<Views> => viewsOf({ file, thread });

for (const thread of ["main", "worker"] as const) {
  describe(`Folding in the ${thread} thread`, () => {
    it("skips what it has folded and continues after it", async () => {
      const views = await opened(thread);
      const entries = entriesOf(history(12));
      expect(rightOf(await views.fold(entries.slice(0, 8)))).to.equal(8);
      const once = await answers(views);
      expect(rightOf(await views.fold(entries.slice(2, 8)))).to.equal(8);
      expect(await answers(views)).to.equal(once);
      expect(rightOf(await views.fold(entries.slice(4, 12)))).to.equal(12);
      expect(rightOf(await views.fold([]))).to.equal(12);
      expect(views.checkpoint()).to.equal(12);
      await views.close();
    });

    it("refuses a gap before or within a batch and stays where it was", async () => {
      const views = await opened(thread);
      const entries = entriesOf(history(8));
      rightOf(await views.fold(entries.slice(0, 2)));
      const before = leftOf(await views.fold(entries.slice(3)));
      expect(before).to.include({ kind: "gap", expectedOffset: 3, actualOffset: 4 });
      const within = leftOf(await views.fold([...entries.slice(2, 4), ...entries.slice(5)]));
      expect(within).to.include({ kind: "gap", expectedOffset: 5, actualOffset: 6 });
      expect(rightOf(await views.fold(entries.slice(2)))).to.equal(8);
      await views.close();
    });

    it("folds nothing of a batch that holds an impossible event, and says so to everyone", async () => {
      const views = await opened(thread);
      rightOf(await views.fold(entriesOf(history(3))));
      const waiting = views.waitFor(5);
      const bad = entriesOf(
        [
          transactionAt(4, [createOf(0, "new", ["alice"])]),
          transactionAt(5, [exerciseOf(0, "never", ["alice"])]),
        ],
        4,
      );
      expect(leftOf(await views.fold(bad))).to.include({ kind: "journal", offset: 5 });
      expect(leftOf(await waiting)).to.include({ kind: "journal", offset: 5 });
      expect(views.checkpoint()).to.equal(3);
      const unreadable = leftOf(await views.fold([{ offset: 4, type: "Unheard", data: "{}" }]));
      expect(unreadable).to.include({ kind: "journal", offset: 4 });
      expect(rightOf(await views.fold(entriesOf(history(4).slice(3), 4)))).to.equal(4);
      await views.close();
    });

    it("is requested by those who begin to wait, not by those who find what they need", async () => {
      let waits = 0;
      const onWait = (): void => void waits++;
      const views = viewsOf({ file, thread });
      views.onWait(onWait);
      rightOf(await views.fold(entriesOf(history(3))));
      rightOf(await views.waitFor(3));
      expect(waits).to.equal(0);
      const completions = all(
        views
          .queries(contextAt(4))
          .completions({ userId: "user", parties: ["alice"], beginExclusive: 3 }),
      );
      const waiting = views.waitFor(4);
      await new Promise((resume) => setImmediate(resume));
      expect(waits).to.equal(2);
      rightOf(await views.fold(entriesOf(history(4).slice(3), 4)));
      rightOf(await waiting);
      await completions;
      expect(waits).to.equal(2);
      await views.close();
    });

    it("is done when a wait for its offset resolves, and a wait can run out", async () => {
      const views = await opened(thread);
      expect(leftOf(await views.waitFor(1, 5)).kind).to.equal("timeout");
      const waiting = views.waitFor(4);
      void views.fold(entriesOf(history(2)));
      void views.fold(entriesOf(history(6).slice(2), 3));
      expect(rightOf(await waiting)).to.be.at.least(4);
      expect(rightOf(await views.waitFor(1))).to.be.at.least(4);
      await views.close();
    });

    it("resumes after closing, and starts over for a journal that ends earlier, with the same answers", async () => {
      const entries = entriesOf(history(20));
      const first = await opened(thread);
      rightOf(await first.fold(entries.slice(0, 11)));
      await first.close();
      const second = await opened(thread);
      expect(second.checkpoint()).to.equal(11);
      expect(second.rebuiltBecause).to.equal(undefined);
      rightOf(await second.fold(entries.slice(11)));
      const before = await answers(second);
      await second.close();
      const third = rightOf(openViews({ file, thread }));
      third.begin("", 19);
      expect(third.checkpoint()).to.equal(0);
      rightOf(await third.fold(entries));
      expect(await answers(third)).to.equal(before);
      await third.close();
    });

    it("takes no more when closed", async () => {
      const views = await opened(thread);
      const waiting = views.waitFor(1);
      await views.close();
      expect(leftOf(await waiting).kind).to.equal("closed");
      expect(leftOf(await views.fold(entriesOf(history(1)))).kind).to.equal("closed");
      await views.close();
    });
  });
}

describe("Folding in a worker", () => {
  it("gives the same answers as in the main thread, many batches in flight or one", async () => {
    const entries = entriesOf(history(400));
    const worker = await opened("worker");
    const folds = [];
    for (let i = 0; i < entries.length; i += 7) folds.push(worker.fold(entries.slice(i, i + 7)));
    for (const fold of await Promise.all(folds)) rightOf(fold);
    const main = viewsOf({ file: ":memory:", thread: "main" });
    rightOf(await main.fold(entries));
    expect(await answers(worker)).to.equal(await answers(main));
    await worker.close();
    await main.close();
  });

  it("reports each of several waiting batches by itself when one is bad", async () => {
    const views = await opened("worker");
    const entries = entriesOf(history(6));
    const outcomes = await Promise.all([
      views.fold(entries.slice(0, 2)),
      views.fold(entries.slice(2, 4)),
      views.fold([{ offset: 5, type: "Unheard", data: "{}" }]),
    ]);
    expect(outcomes.map(isRight)).to.deep.equal([true, true, false]);
    expect(views.checkpoint()).to.equal(4);
    await views.close();
  });
});

describe("A views file", () => {
  const filled = async (): Promise<void> => {
    const views = await opened("main");
    rightOf(await views.fold(entriesOf(history(8))));
    await views.close();
  };

  it("of another schema version starts again", async () => {
    await filled();
    const db = new Database(file);
    db.pragma("user_version = 999");
    db.close();
    const views = await opened("worker");
    expect(views.checkpoint()).to.equal(0);
    expect(views.rebuiltBecause).to.match(/schema version 999/);
    expect(rightOf(await views.fold(entriesOf(history(8))))).to.equal(8);
    await views.close();
  });

  it("that is not a database starts again", async () => {
    writeFileSync(file, "x".repeat(20_000));
    const views = await opened("main");
    expect(views.rebuiltBecause).to.match(/unreadable/);
    expect(rightOf(await views.fold(entriesOf(history(2))))).to.equal(2);
    await views.close();
  });

  it("that proves damaged in use is rebuilt at once, and the owner learns of it", async () => {
    await filled();
    const handle = openSync(file, "r+");
    for (let page = 2; page < 20; page++)
      writeSync(handle, Buffer.alloc(4_096, 0xff), 0, 4_096, page * 4_096);
    const found: Array<string> = [];
    let rewound = 0;
    const views = rightOf(openViews({ file, thread: "main" }));
    views.onNotice(({ kind }) => void found.push(kind));
    views.onRewind(() => void rewound++);
    views.begin("", 8);
    if (views.checkpoint() > 0) {
      expect(leftOf(await views.fold(entriesOf(history(12)))).kind).to.equal("damaged");
      for (let turn = 0; turn < 5; turn++) await new Promise((resume) => setImmediate(resume));
      expect(rewound).to.equal(1);
    }
    expect(found).to.have.length(1);
    expect(views.checkpoint()).to.equal(0);
    expect(rightOf(await views.fold(entriesOf(history(12))))).to.equal(12);
    await views.close();
  });

  it("that is another program's database is left alone", async () => {
    const db = new Database(file);
    db.exec("CREATE TABLE precious (a)");
    db.close();
    for (const thread of ["main", "worker"] as const)
      expect(leftOf(openViews({ file, thread })).message).to.match(/another program/);
    const again = new Database(file);
    expect(again.prepare("SELECT count(*) AS n FROM precious").get()).to.deep.equal({ n: 0 });
    again.close();
  });

  it("survives a process killed while it folds, without loss or repeat", async () => {
    const length = 4_000;
    const script = new URL("../fold/fold-until-killed.js", import.meta.url).pathname;
    let reached = 0;
    // a process that was not killed in time has folded everything
    for (let round = 0; round < 3 && reached < length; round++) {
      const child = spawn(process.execPath, [script, file, String(length)], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      let lines = 0;
      for await (const chunk of child.stdout) {
        lines += String(chunk).split("\n").length - 1;
        if (lines >= 5) {
          child.kill("SIGKILL");
          break;
        }
      }
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      const views = await opened("main");
      expect(views.rebuiltBecause).to.equal(undefined);
      expect(views.checkpoint()).to.be.greaterThan(reached);
      reached = views.checkpoint();
      const fresh = viewsOf({ file: ":memory:", thread: "main" });
      rightOf(await fresh.fold(entriesOf(history(reached))));
      expect(await answers(views)).to.equal(await answers(fresh));
      await views.close();
      await fresh.close();
    }
  });
});
