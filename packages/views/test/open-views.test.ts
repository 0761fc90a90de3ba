import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database } from "@tallystick/sqlite";
import { everythingFor } from "@tallystick/wire";
import { expect } from "chai";
import type { OpenViews, Views } from "../src/interface/views.js";
import { openViews } from "../src/open-views.js";
import { history } from "./history-fixture.js";
import { contextAt, entriesOf, idNamed, leftOf, rightOf } from "./journal-fixture.js";

const entries = entriesOf(history(40)).map((entry) => ({ ...entry, hash: `h${entry.offset}` }));
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
    rightOf(await openViews({ file, thread: "main", journalId: "0123", texts, ...more }));

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
    const second = await openViews({ file, thread: "main", journalId: "0123", texts });
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
      const error = leftOf(await openViews({ file: missing, thread, journalId: "", texts }));
      expect(error.kind).to.equal("file");
    });

    it(`leaves another program's database alone, and its lock free (${thread})`, async () => {
      const other = new Database(file);
      other.exec("CREATE TABLE theirs (a)");
      other.close();
      for (let turn = 0; turn < 2; turn++) {
        const error = leftOf(await openViews({ file, thread, journalId: "", texts }));
        expect(error).to.deep.include({ kind: "file" });
        expect(error.message).to.match(/something else/);
      }
    });

    it(`starts again for another journal, and says why (${thread})`, async () => {
      const first = await open({ thread });
      rightOf(await first.fold(entries));
      await first.close();
      const second = await open({ thread, journalId: "4567" });
      expect([second.checkpoint(), second.checkpointHash()]).to.deep.equal([0, ""]);
      expect(second.rebuiltBecause).to.match(/of the journal .* expected/);
      await second.close();
    });
  }
});
