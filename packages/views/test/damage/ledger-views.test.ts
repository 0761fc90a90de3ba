import { copyFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { everythingFor } from "@tallystick/wire";
import { expect } from "chai";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import type { Views } from "../../src/interface/views.js";
import { viewsOf } from "../ledger-views.js";
import { flipBit, numbersFrom } from "../flipped-bits.js";
import { history } from "../history-fixture.js";
import { contextAt, entriesOf, idNamed, rightOf } from "../journal-fixture.js";

const length = 300;
const entries = entriesOf(history(length));
const journalId = "0123";

/** The same journal as a store that is read at once would give it. */
const texts = {
  between: (first: number, last: number) => entries.slice(first - 1, last),
};

type Answer = { readonly text: string } | { readonly error: string };

const gathered = async (items: AsyncIterable<Either<unknown, unknown>>): Promise<Answer> => {
  const found: Array<unknown> = [];
  for await (const item of items) {
    if (isLeft(item)) return { error: JSON.stringify(item.left) };
    found.push(item.right);
  }
  return { text: JSON.stringify(found) };
};

/** Every kind of question, each answered or an error. */
const questionsTo = (views: Views): ReadonlyArray<() => Promise<Answer>> => {
  const context = { ...contextAt(length), catchUpTimeoutMs: 50 };
  const eventFormat = everythingFor("alice");
  const transactionShape = "TRANSACTION_SHAPE_LEDGER_EFFECTS" as const;
  const updateFormat = { includeTransactions: { eventFormat, transactionShape } };
  const one = async (answer: Promise<Either<unknown, unknown>>): Promise<Answer> => {
    const found = await answer;
    return isLeft(found)
      ? { error: JSON.stringify(found.left) }
      : { text: JSON.stringify(found.right) };
  };
  return [
    ...[length, length / 2].map(
      (activeAtOffset) => () =>
        gathered(views.queries(context).activeContracts({ activeAtOffset, eventFormat })),
    ),
    () => gathered(views.queries(context).updates({ beginExclusive: 0, updateFormat })),
    () =>
      gathered(
        views.queries(context).completions({ userId: "user", parties: ["bob"], beginExclusive: 0 }),
      ),
    () => one(views.queries(context).activeContractsPage({ eventFormat, maxPageSize: 10 })),
    () => one(views.queries(context).updatesPage({ updateFormat, descendingOrder: true })),
    ...[`c${length - 3}`, "c2", "c1"].map(
      (name) => () =>
        one(views.queries(context).contractEvents({ contractId: idNamed(name), eventFormat })),
    ),
  ];
};

const answersOf = async (views: Views): Promise<ReadonlyArray<Answer>> => {
  const answers: Array<Answer> = [];
  for (const ask of questionsTo(views)) answers.push(await ask());
  return answers;
};

for (const [where, kept] of [
  ["that read the journal", { texts }],
  ["that keep a copy of the journal", {}],
] as const) {
  describe(`Views ${where}, with a bit flipped in their file,`, () => {
    let folder: string;
    let whole: string;
    let file: string;
    let truth: ReadonlyArray<Answer>;
    const open = async (): Promise<Views> => viewsOf({ file, thread: "main", journalId, ...kept });
    const catchUp = async (views: Views): Promise<void> => {
      const behind = entries.slice(views.checkpoint());
      if (behind.length > 0) rightOf(await views.fold(behind));
    };

    before(async () => {
      folder = mkdtempSync(join(tmpdir(), "views-damage-"));
      [whole, file] = [join(folder, "whole.db"), join(folder, "views.db")];
      const views = await open();
      for (let at = 0; at < length; at += 50) rightOf(await views.fold(entries.slice(at, at + 50)));
      truth = await answersOf(views);
      expect(truth.filter((answer) => "error" in answer)).to.have.length.below(2);
      await views.close();
      copyFileSync(file, whole);
    });
    after(() => rmSync(folder, { recursive: true, force: true }));

    it("answer the truth or an error, and the truth again once they are rebuilt", async () => {
      const number = numbersFrom(20_261_122);
      const flips = 60;
      let found = 0;
      for (let flip = 0; flip < flips; flip++) {
        for (const suffix of ["", "-wal", "-shm", ".damaged"])
          rmSync(`${file}${suffix}`, { force: true });
        copyFileSync(whole, file);
        const bit = number(statSync(file).size * 8);
        flipBit(file, bit);
        const views = await open();
        const rebuilt = views.rebuiltBecause !== undefined;
        await catchUp(views);
        const answers = await answersOf(views);
        const wrong = answers.filter(
          (answer, at) => "text" in answer && JSON.stringify(answer) !== JSON.stringify(truth[at]),
        );
        expect(wrong, `bit ${bit}`).to.deep.equal([]);
        const isDamaged = isLeft(views.check());
        if (
          rebuilt ||
          isDamaged ||
          answers.some((answer) => JSON.stringify(answer).includes("damaged"))
        )
          found += 1;
        await views.waitFor(0);
        for (let turn = 0; turn < 5; turn++) await new Promise((resume) => setImmediate(resume));
        await catchUp(views);
        expect(await answersOf(views), `bit ${bit}, rebuilt`).to.deep.equal(truth);
        await views.close();
      }
      // the others hit free pages, or bytes that mean nothing
      expect(found).to.be.above(flips / 4);
    });

    it("are not accepted for another journal, under whatever name", async () => {
      copyFileSync(whole, file);
      const other = viewsOf({ file, thread: "main", journalId: "4567", ...kept });
      expect(other.checkpoint()).to.equal(0);
      expect(other.rebuiltBecause).to.match(/to the journal .* expected/);
      await other.close();
    });
  });
}
