import { sqliteError } from "@tallystick/sqlite";
import { everythingFor } from "@tallystick/wire";
import { expect } from "chai";
import { type Either, isLeft, isRight, left, right } from "fp-ts/lib/Either.js";
import { checkSeed } from "@tallystick/tables";
import type { Checkpoint } from "../src/fold/fold-events.js";
import { openFoldedFile } from "../src/fold/folded-file.js";
import type { FoldingHost } from "../src/fold/folding-host.js";
import { JournalReadError, type JournalTexts } from "../src/interface/journal-texts.js";
import type { ViewsError } from "../src/interface/views.js";
import { OpenedViews } from "../src/opened-views.js";
import { history } from "./history-fixture.js";
import { contextAt, entriesOf, idNamed, leftOf, rightOf } from "./journal-fixture.js";

const journal = { journalId: "0123", keepsTexts: false };
const entries = entriesOf(history(40));
const eventFormat = everythingFor("alice");
const context = { ...contextAt(40), catchUpTimeoutMs: 200 };
const full: ViewsError = { kind: "file", message: "/a/path: database or disk is full" };

/** Views over a host and a journal that fail as the test says. */
const opened = () => {
  const file = rightOf(openFoldedFile(":memory:", journal));
  const fails = {
    reset: [] as Array<ViewsError | Error>,
    fold: undefined as ViewsError | undefined,
    read: undefined as Error | undefined,
    opening: 0,
  };
  const said: Array<string> = [];
  const host: FoldingHost = {
    start: file.checkpoint(),
    rebuiltBecause: undefined,
    fold: async (batch) => (fails.fold === undefined ? file.fold(batch) : left(fails.fold)),
    reset: async (): Promise<Either<ViewsError, Checkpoint>> => {
      const failing = fails.reset.shift();
      if (failing instanceof Error) throw failing;
      return failing === undefined ? file.reset() : left(failing);
    },
    close: async () => file.close(),
  };
  const texts: JournalTexts = {
    between: (first, last) => {
      if (fails.read !== undefined) throw fails.read;
      return entries.slice(first - 1, last);
    },
  };
  const views = new OpenedViews(
    {
      host,
      lock: { release: () => void said.push("released") },
      seed: checkSeed(journal.journalId),
      texts,
      openReading: () => {
        if (fails.opening > 0) {
          fails.opening -= 1;
          throw sqliteError("unable to open", "SQLITE_CANTOPEN");
        }
        return file.db();
      },
      closesReading: false,
    },
    {
      onError: ({ kind }) => void said.push(`error: ${kind}`),
      onDamage: () => void said.push("damage"),
      onUnreadable: (reason) => void said.push(reason === undefined ? "readable" : "unreadable"),
    },
  );
  let rewinds = 0;
  views.onRewind(() => {
    rewinds += 1;
  });
  const look = () =>
    views.queries(context).contractEvents({ contractId: idNamed("c37"), eventFormat });
  return { views, fails, said, look, rewinds: () => rewinds, db: () => file.db() };
};

const turns = async (count = 10): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await new Promise((resume) => setImmediate(resume));
};

describe("Views that are open", () => {
  it("answer what was folded, and give their lock back when they are closed", async () => {
    const { views, look, said } = opened();
    rightOf(await views.fold(entries));
    expect(isRight(await look())).to.equal(true);
    rightOf(views.check());
    await views.close();
    await views.close();
    expect(said).to.deep.equal(["released"]);
    expect(leftOf(await look()).cause).to.include("closed");
    expect(leftOf(views.check()).kind).to.equal("closed");
    expect(leftOf(await views.fold(entries)).kind).to.equal("closed");
    expect(leftOf(await views.reset()).kind).to.equal("closed");
  });

  it("are rebuilt when they are found damaged by a reader, once, and answer again", async () => {
    const { views, look, said, db, rewinds } = opened();
    rightOf(await views.fold(entries));
    db().exec("UPDATE block SET data = x'00'");
    const answers = await Promise.all([look(), look(), look()]);
    for (const answer of answers) expect(leftOf(answer).code).to.equal("SERVICE_NOT_RUNNING");
    await turns();
    expect([said, rewinds()]).to.deep.equal([["damage"], 1]);
    expect(views.checkpoint()).to.equal(0);
    rightOf(await views.fold(entries));
    expect(isRight(await look())).to.equal(true);
    await views.close();
  });

  it("are rebuilt when folding finds them damaged", async () => {
    const { views, fails, said, look } = opened();
    rightOf(await views.fold(entries.slice(0, 10)));
    fails.fold = { kind: "damaged", message: "block 1/2/3 is missing" };
    expect(leftOf(await views.fold(entries.slice(10))).kind).to.equal("damaged");
    fails.fold = undefined;
    await turns();
    expect(said).to.deep.equal(["damage"]);
    rightOf(await views.fold(entries));
    expect(isRight(await look())).to.equal(true);
    await views.close();
  });

  for (const [what, prepare] of [
    [
      "their file cannot be made",
      (fails: ReturnType<typeof opened>["fails"]) => fails.reset.push(full, full),
    ],
    [
      "their worker ended and is started again",
      (fails: ReturnType<typeof opened>["fails"]) =>
        fails.reset.push({ kind: "worker", message: "the worker ended" }),
    ],
    [
      "making their file throws",
      (fails: ReturnType<typeof opened>["fails"]) => fails.reset.push(new Error("no more threads")),
    ],
    [
      "their file cannot be opened for reading",
      (fails: ReturnType<typeof opened>["fails"]) => {
        fails.opening = 1;
      },
    ],
  ] as const) {
    it(`are rebuilt in the end when ${what} for a while, which is said once`, async () => {
      const { views, fails, said, look, rewinds } = opened();
      rightOf(await views.fold(entries));
      prepare(fails);
      const emptied = views.reset();
      await turns();
      expect(leftOf(views.check()).kind).to.equal("damaged");
      expect(leftOf(await look()).code).to.equal("SERVICE_NOT_RUNNING");
      rightOf(await emptied);
      expect(said).to.deep.equal(["unreadable", "readable"]);
      expect(rewinds()).to.equal(1);
      rightOf(await views.fold(entries));
      expect(isRight(await look())).to.equal(true);
      await views.close();
    });
  }

  it("give up when they cannot be rebuilt for good", async () => {
    const { views, fails, said } = opened();
    fails.reset.push({ kind: "in-use", message: "another ledger has the file" });
    expect(leftOf(await views.reset()).kind).to.equal("in-use");
    expect(said).to.deep.equal(["unreadable", "error: in-use"]);
    expect(leftOf(await views.waitFor(5)).kind).to.equal("in-use");
    await views.close();
  });

  it("are closed at once while they wait to be rebuilt", async () => {
    const { views, fails, said } = opened();
    fails.reset.push(full, full, full, full, full, full);
    const emptied = views.reset();
    await turns();
    await views.close();
    expect(isLeft(await emptied)).to.equal(true);
    expect(said).to.deep.equal(["unreadable", "released"]);
  });

  it("say nothing of the journal's file when it cannot be read for a while", async () => {
    const { views, fails, look, said } = opened();
    rightOf(await views.fold(entries));
    fails.read = new JournalReadError("/a/journal.db: disk I/O error", true);
    const passing = leftOf(await look());
    expect(passing.code).to.equal("SERVICE_NOT_RUNNING");
    expect(passing.cause).to.not.include("/a/");
    fails.read = new JournalReadError("the chain is broken");
    expect(leftOf(await look()).code).to.equal("SERVICE_INTERNAL_ERROR");
    fails.read = undefined;
    expect(isRight(await look())).to.equal(true);
    expect(said).to.deep.equal([]);
    await views.close();
  });

  it("say once that their file cannot be read, and once that it can again", async () => {
    const { views, fails, look, said } = opened();
    rightOf(await views.fold(entries));
    fails.read = sqliteError("disk I/O error in /a/path", "SQLITE_IOERR_READ");
    for (let turn = 0; turn < 3; turn++) {
      const error = leftOf(await look());
      expect(error.code).to.equal("SERVICE_NOT_RUNNING");
      expect(JSON.stringify(error)).to.not.include("/a/path");
    }
    const items = views.queries(context).updates({
      beginExclusive: 0,
      updateFormat: {
        includeTransactions: {
          eventFormat,
          transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
        },
      },
    });
    for await (const item of items) expect(leftOf(item).code).to.equal("SERVICE_NOT_RUNNING");
    fails.read = undefined;
    for (let turn = 0; turn < 3; turn++) expect(isRight(await look())).to.equal(true);
    expect(said).to.deep.equal(["unreadable", "readable"]);
    await views.close();
  });

  it("pass over nothing in a batch", async () => {
    const { views } = opened();
    const gap = [entries[0], entries[2]].flatMap((entry) => entry ?? []);
    expect(leftOf(await views.fold(gap)).kind).to.equal("gap");
    expect(rightOf(await views.fold([]))).to.equal(0);
    expect(views.checkpointHash()).to.equal("");
    await views.close();
  });

  it("end all waits when the journal contradicts itself, and say so once", async () => {
    const { views, fails, said } = opened();
    const waiting = views.waitFor(5);
    fails.fold = { kind: "journal", offset: 3, message: "event 3 cannot be read" };
    for (let turn = 0; turn < 2; turn++) rightOf(right(await views.fold(entries.slice(0, 5))));
    expect(leftOf(await waiting).kind).to.equal("journal");
    expect(leftOf(await views.waitFor(9)).kind).to.equal("journal");
    expect(said).to.deep.equal(["error: journal"]);
    await views.close();
  });
});
