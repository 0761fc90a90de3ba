import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Catalog, LedgerEvent } from "@tallystick/core";
import { Database, sqliteError } from "@tallystick/sqlite";
import { type EventFormat, everythingFor } from "@tallystick/wire";
import { expect } from "chai";
import { JournalReadError } from "../../src/interface/journal-texts.js";
import type { OpenViews, Views } from "../../src/interface/views.js";
import { openViews } from "../../src/ledger/open-views.js";
import { viewsOf } from "../ledger-views.js";
import { history } from "../history-fixture.js";
import {
  all,
  catalog,
  contextAt,
  createOf,
  entriesOf,
  idNamed,
  iouV1,
  leftOf,
  rightOf,
  timeAt,
  transactionAt,
} from "../journal-fixture.js";

const entries = entriesOf(history(40)).map((entry) => ({ ...entry, hash: `h${entry.offset}` }));
const pruned: LedgerEvent = {
  type: "JournalPruned",
  offset: 1,
  hash: "ab".repeat(32),
  erased: 0,
  kept: 1,
  residue: "cd".repeat(32),
  lastErased: 0,
  forgottenUpTo: 0,
  signature: "ef".repeat(64),
  recordTime: timeAt(2) + 1,
};

const texts = { between: (first: number, last: number) => entries.slice(first - 1, last) };

describe("Opening views", () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "open-views-"));
    file = join(folder, "views.db");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const open = async (more: Partial<OpenViews> = {}): Promise<Views> =>
    viewsOf({ file, thread: "main", journalId: "0123", texts, ...more });

  const answer = async (views: Views): Promise<string> => {
    const query = { contractId: idNamed("c37"), eventFormat: everythingFor("alice") };
    return JSON.stringify(rightOf(await views.queries(contextAt(40)).contractEvents(query)));
  };

  for (const [what, first, second] of [
    ["main thread, then a worker", "main", "worker"],
    ["worker, then the main thread", "worker", "main"],
  ] as const) {
    it(`resumes where they were: ${what}`, async () => {
      const before = await open({ thread: first });
      rightOf(await before.fold(entries.slice(0, 25)));
      await before.close();
      const after = await open({ thread: second });
      expect([after.checkpoint(), after.checkpointHash()]).to.deep.equal([25, "h25"]);
      expect(after.rebuiltBecause).to.equal(undefined);
      rightOf(await after.fold(entries.slice(25)));
      expect(await answer(after)).to.include(idNamed("c37"));
      await after.close();
    });
  }

  it("makes views of interfaces again after a pruning, and after it was emptied", async () => {
    const views = await open({ texts: undefined, file: ":memory:" });
    const empty = views.mark();
    const created = createOf(0, "viewed", ["alice"], { templateId: iouV1 });
    const events = entriesOf([transactionAt(1, [created])]);
    rightOf(await views.fold(events));
    let made = 0;
    const counting: Catalog = {
      ...catalog,
      interfaceView: (...of) => {
        made += 1;
        return catalog.interfaceView(...of);
      },
    };
    const holdings: EventFormat = {
      filtersByParty: {
        alice: {
          cumulative: [
            {
              kind: "interface",
              interfaceId: "#holding-api:Holding:Holding",
              includeInterfaceView: true,
              includeCreatedEventBlob: false,
            },
          ],
        },
      },
    };
    const madeBy = async (activeAtOffset: number): Promise<number> => {
      made = 0;
      const { activeContractTexts } = views.queries({ ...contextAt(2), catalog: counting });
      const query = { activeAtOffset, eventFormat: holdings };
      expect(await all(activeContractTexts(query))).to.have.length(1);
      return made;
    };
    expect([await madeBy(1), await madeBy(1)]).to.deep.equal([1, 0]);
    rightOf(await views.fold(entriesOf([pruned], 2)));
    expect([await madeBy(2), await madeBy(2)]).to.deep.equal([1, 0]);
    empty?.();
    rightOf(await views.fold(events));
    expect([await madeBy(1), await madeBy(1)]).to.deep.equal([1, 0]);
    await views.close();
  });

  it("gives the same answers whether views keep the events or read the journal", async () => {
    const answers: Array<string> = [];
    for (const more of [{ texts }, { texts: undefined, file: ":memory:" }]) {
      const views = await open(more);
      rightOf(await views.fold(entries));
      answers.push(await answer(views));
      await views.close();
    }
    expect(answers[0]).to.equal(answers[1]);
  });

  it("is for one ledger at a time", async () => {
    const first = await open();
    const second = openViews({ file, thread: "main", journalId: "0123", texts });
    expect(leftOf(second).kind).to.equal("in-use");
    await first.close();
    const third = await open();
    await third.close();
  });

  it("in memory is for as many as want it", async () => {
    const both = [await open({ file: ":memory:" }), await open({ file: ":memory:" })];
    for (const views of both) {
      rightOf(await views.fold(entries));
      expect(await answer(views)).to.include(idNamed("c37"));
      await views.close();
    }
    expect(existsSync(join(process.cwd(), ":memory:"))).to.equal(false);
  });

  for (const thread of ["main", "worker"] as const) {
    it(`is an error of files where there is no folder, and leaves nothing locked (${thread})`, async () => {
      const missing = join(folder, "missing", "views.db");
      const error = leftOf(openViews({ file: missing, thread, journalId: "", texts }));
      expect(error.kind).to.equal("file");
    });

    it(`leaves another program's database alone, and its lock free (${thread})`, async () => {
      const other = new Database(file);
      other.exec("CREATE TABLE theirs (a)");
      other.close();
      for (let turn = 0; turn < 2; turn++) {
        const error = leftOf(openViews({ file, thread, journalId: "", texts }));
        expect(error).to.deep.include({ kind: "file" });
        expect(error.message).to.match(/another program/);
      }
    });

    it(`starts again for another journal, and says why (${thread})`, async () => {
      const first = await open({ thread });
      rightOf(await first.fold(entries));
      await first.close();
      const second = await open({ thread, journalId: "4567" });
      expect([second.checkpoint(), second.checkpointHash()]).to.deep.equal([0, ""]);
      expect(second.rebuiltBecause).to.match(/to the journal .* expected/);
      await second.close();
    });
  }
});

const eventFormat = everythingFor("alice");
const context = { ...contextAt(40), catchUpTimeoutMs: 200 };

for (const thread of ["main", "worker"] as const) {
  describe(`Views folded in the ${thread} thread`, () => {
    let folder: string;
    let file: string;
    let views: Views;
    let said: Array<string>;
    let readFails: Error | undefined;
    const failing = {
      between: (first: number, last: number) => {
        if (readFails !== undefined) throw readFails;
        return entries.slice(first - 1, last);
      },
    };
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), "opened-views-"));
      file = join(folder, "views.db");
      readFails = undefined;
      said = [];
      views = rightOf(openViews({ file, thread, journalId: "0123", texts: failing }));
      views.onNotice(({ kind }) => void said.push(kind));
      views.onRewind(() => void said.push("rewound"));
      views.begin("0123", 40);
    });
    afterEach(async () => {
      await views.close();
      rmSync(folder, { recursive: true, force: true });
    });

    const look = () =>
      views.queries(context).contractEvents({ contractId: idNamed("c37"), eventFormat });
    const damage = (): void => {
      const db = new Database(file);
      db.exec("UPDATE block SET data = x'00'");
      db.close();
    };

    it("answer what was folded, and nothing when they are closed", async () => {
      rightOf(await views.fold(entries));
      rightOf(await look());
      rightOf(views.check());
      await views.close();
      await views.close();
      expect(leftOf(await look()).cause).to.include("closed");
      expect(leftOf(views.check()).kind).to.equal("closed");
      expect(leftOf(await views.fold(entries)).kind).to.equal("closed");
      expect(said).to.deep.equal([]);
    });

    it("answer up to where they are while they catch up with a journal", async () => {
      await views.close();
      views = rightOf(openViews({ file, thread, journalId: "0123", texts: failing }));
      views.begin("0123", 0, () => 40);
      rightOf(await views.fold(entries.slice(0, 39)));
      const query = { contractId: idNamed("c37"), eventFormat };
      rightOf(await views.queries(contextAt(39)).contractEvents(query));
    });

    it("are rebuilt when a reader finds them damaged, once, and answer again", async () => {
      rightOf(await views.fold(entries));
      damage();
      const answers = await Promise.all([look(), look(), look()]);
      for (const answer of answers) expect(leftOf(answer).code).to.equal("SERVICE_NOT_RUNNING");
      expect(said).to.deep.equal(["views-damaged", "rewound"]);
      expect(views.checkpoint()).to.equal(0);
      rightOf(await views.fold(entries));
      rightOf(await look());
      rightOf(views.check());
      expect(existsSync(`${file}.damaged`)).to.equal(false);
    });

    it("are rebuilt when folding finds them damaged", async () => {
      rightOf(await views.fold(entries.slice(0, 10)));
      await views.close();
      damage();
      views = rightOf(openViews({ file, thread, journalId: "0123", texts: failing }));
      views.onNotice(({ kind }) => void said.push(kind));
      views.begin("0123", 40);
      expect(leftOf(await views.fold(entries.slice(10))).kind).to.equal("damaged");
      expect(said).to.deep.equal(["views-damaged"]);
      rightOf(await views.fold(entries));
      rightOf(await look());
    });

    it("say nothing of the journal's file when it cannot be read for a while", async () => {
      rightOf(await views.fold(entries));
      readFails = new JournalReadError("/a/journal.db: disk I/O error", true);
      const passing = leftOf(await look());
      expect(passing.code).to.equal("SERVICE_NOT_RUNNING");
      expect(passing.cause).to.not.include("/a/");
      readFails = new JournalReadError("the chain is broken");
      expect(leftOf(await look()).code).to.equal("SERVICE_INTERNAL_ERROR");
      readFails = undefined;
      rightOf(await look());
      expect(said).to.deep.equal([]);
    });

    it("say once that their file cannot be read, and once that it can again", async () => {
      rightOf(await views.fold(entries));
      readFails = sqliteError("disk I/O error in /a/path", "SQLITE_IOERR_READ");
      for (let turn = 0; turn < 3; turn++) {
        const error = leftOf(await look());
        expect(error.code).to.equal("SERVICE_NOT_RUNNING");
        expect(JSON.stringify(error)).to.not.include("/a/path");
      }
      const updateFormat = {
        includeTransactions: {
          eventFormat,
          transactionShape: "TRANSACTION_SHAPE_ACS_DELTA" as const,
        },
      };
      const items = views.queries(context).updates({ beginExclusive: 0, updateFormat });
      for await (const item of items) expect(leftOf(item).code).to.equal("SERVICE_NOT_RUNNING");
      readFails = undefined;
      for (let turn = 0; turn < 3; turn++) rightOf(await look());
      expect(said.at(0)).to.equal("views-interrupted");
      expect(said.at(-1)).to.equal("views-resumed");
    });
  });
}
