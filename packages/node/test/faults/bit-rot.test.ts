import { spawnSync } from "node:child_process";
import {
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { everythingFor } from "@tallystick/wire";
import { openWalletViews, type WalletViews } from "@tallystick/views/wallet";
import { expect } from "chai";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import type { Ledger } from "../../src/index.js";
import { openLedger } from "../../src/open/open-ledger.js";
import { optionsOf, pingBy, rightOf, userId } from "../test-ledger.js";
import { isNightly, numbersFrom, seed } from "./nightly.js";

const child = fileURLToPath(new URL("./recorded-child.js", import.meta.url));

const flips = isNightly ? 1_000 : 50;

/** How long an undamaged journal may take to answer everything again; milliseconds. */
const recoveryMs = 20_000;

/** An answer as text, or that it was an error. */
type Answer = { readonly text: string } | "error";

const textOf = (value: unknown): Answer => ({ text: JSON.stringify(value) ?? "undefined" });

const one = async (ask: () => unknown): Promise<Answer> => {
  try {
    const answer = (await ask()) as Either<unknown, unknown>;
    return isLeft(answer) ? "error" : textOf(answer.right);
  } catch {
    return "error";
  }
};

const many = async (items: AsyncIterable<Either<unknown, unknown>>): Promise<Answer> => {
  const found: Array<unknown> = [];
  for await (const item of items) {
    if (isLeft(item)) return "error";
    found.push(item.right);
  }
  return textOf(found);
};

interface Opened {
  readonly ledger: Ledger;
  readonly wallet: WalletViews;
  readonly close: () => Promise<void>;
}

const open = async (data: string): Promise<Opened | undefined> => {
  const wallet = openWalletViews(join(data, "wallet.db"));
  if (isLeft(wallet)) return undefined;
  const opened = await openLedger(optionsOf({ data, projections: [wallet.right] }));
  if (isLeft(opened)) {
    wallet.right.close();
    return undefined;
  }
  const close = async (): Promise<void> => {
    await opened.right.close();
    wallet.right.close();
  };
  return { ledger: opened.right, wallet: wallet.right, close };
};

/** The answers to every kind of question, in a fixed order. */
const answersOf = async ({ ledger, wallet }: Opened): Promise<ReadonlyArray<Answer>> => {
  const party = ledger.parties({ prefix: "alice::", after: "", limit: 1 })[0]?.party ?? "nobody";
  const eventFormat = everythingFor(party);
  const end = ledger.ledgerEnd();
  const updateFormat = {
    includeTransactions: {
      eventFormat,
      transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS" as const,
    },
  };
  const at = (offset: number) => one(() => ledger.update({ at: { offset }, updateFormat }));
  return [
    textOf(end),
    textOf(party),
    textOf([...ledger.parties({ prefix: "", after: "", limit: 100 })]),
    textOf([...ledger.users({ after: "", limit: 100 })]),
    await many(ledger.activeContracts({ activeAtOffset: end, eventFormat })),
    await many(ledger.activeContracts({ activeAtOffset: end >> 1, eventFormat })),
    await many(ledger.updates({ beginExclusive: 0, updateFormat })),
    await many(ledger.completions({ userId, parties: [party], beginExclusive: 0 })),
    await one(() => ledger.updatesPage({ updateFormat, maxPageSize: 20, descendingOrder: true })),
    await at(end),
    await at(end - 40),
    textOf(wallet.checkpoint() === end ? "folded" : "folding"),
    // a command that took effect does not take effect again
    textOf(isLeft(await ledger.submitAndWait(pingBy(party, "r0-1")))),
    textOf(isLeft(await ledger.submitAndWait(pingBy(party, "r2-7")))),
  ];
};

const flipBit = (file: string, bit: number): void => {
  const handle = openSync(file, "r+");
  const byte = Buffer.alloc(1);
  readSync(handle, byte, 0, 1, bit >> 3);
  byte[0] = (byte[0] ?? 0) ^ (1 << (bit & 7));
  writeSync(handle, byte, 0, 1, bit >> 3);
  closeSync(handle);
};

const foldedAt = 11;

/** All files of a folder that are not empty, as paths from it. */
const filesBelow = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => {
      const found = statSync(join(folder, file));
      return found.isFile() && found.size > 0;
    })
    .sort();

describe("A data folder with a bit flipped in any of its files", () => {
  let whole: string;
  let truth: ReadonlyArray<Answer>;

  before(async function () {
    this.timeout(60_000);
    const base = mkdtempSync(join(tmpdir(), "bit-rot-"));
    const ran = spawnSync(process.execPath, [child, base, "", "24", "300"], { encoding: "utf8" });
    expect([ran.status, ran.stderr]).to.deep.equal([0, ""]);
    whole = join(base, "data");
    // the index of the log lives in memory, and is made anew
    for (const file of readdirSync(whole)) if (file.endsWith("-shm")) rmSync(join(whole, file));
    const copy = join(base, "copy");
    cpSync(whole, copy, { recursive: true });
    const opened = await open(copy);
    if (opened === undefined) throw new Error("the whole folder cannot be opened");
    rightOf(await opened.wallet.waitFor(opened.ledger.ledgerEnd(), recoveryMs));
    truth = await answersOf(opened);
    await opened.close();
  });
  after(() => rmSync(join(whole, ".."), { recursive: true, force: true }));

  it(`serves the truth or errors, never anything else, in ${flips} flips`, async function () {
    this.timeout(isNightly ? 3_600_000 : 60_000);
    expect(truth).to.not.include("error");
    const number = numbersFrom(seed);
    const files = filesBelow(whole);
    for (const wanted of [
      "journal.db",
      "journal.db-wal",
      "journal.db.head",
      "snapshot",
      "wallet.db",
    ]) {
      expect(
        files.some((file) => file.startsWith(wanted)),
        wanted,
      ).to.equal(true);
    }
    const found = { refused: 0, errors: 0 };
    for (let flip = 0; flip < flips; flip++) {
      const file = files[flip % files.length] ?? "";
      const bit = number(statSync(join(whole, file)).size * 8);
      const context = `seed ${seed}, flip ${flip}, ${file}, bit ${bit}`;
      const data = join(whole, "..", "flipped");
      rmSync(data, { recursive: true, force: true });
      mkdirSync(data);
      cpSync(whole, data, { recursive: true });
      flipBit(join(data, file), bit);
      const isJournal = file.startsWith("journal.db") && !file.endsWith(".head");
      const opened = await open(data);
      if (opened === undefined) {
        expect(isJournal, `${context}: not opened`).to.equal(true);
        found.refused += 1;
        continue;
      }
      const until = performance.now() + recoveryMs;
      for (let isOver = false; !isOver; ) {
        const answers = await answersOf(opened);
        const errors = answers.filter((answer) => answer === "error").length;
        if (errors > 0) found.errors += 1;
        for (const [at, answer] of answers.entries()) {
          if (answer !== "error" && at !== foldedAt)
            expect(answer, `${context}: answer ${at}`).to.deep.equal(truth[at]);
        }
        const isTrue = errors === 0 && JSON.stringify(answers) === JSON.stringify(truth);
        isOver = isTrue || isJournal || performance.now() > until;
        if (isOver && !isJournal) expect(isTrue, `${context}: not recovered`).to.equal(true);
        if (!isOver) await new Promise((resume) => setTimeout(resume, 10));
      }
      opened.wallet.check();
      await opened.close();
    }
    // what is found, is found where it matters: the others hit free pages and unused bytes
    expect(found.refused + found.errors).to.be.above(flips / 20);
  });
});
